// cardstock-svg: one SVG in, a list of drawing operations out.
//
// librsvg can be made to crash, to hang and to eat memory, so it runs here, in a process of its own
// with limits on memory and time. The picture leaves as the calls that librsvg makes to Cairo, in
// a plain binary form (recorder.c) that the parent checks value by value: vectors stay vectors, and
// text is outlines. A Cairo script surface would have been the ready-made way, but Cairo 1.16
// cannot write rectilinear strokes into one, and its interpreter is one parser more to attack.
//
// Usage: cardstock-svg WIDTH HEIGHT [--system-fonts] [FONT-FILE…]; the SVG on standard input, its
// extent in CSS pixels. Exit codes: 0 drawn, 1 not drawable (the reason stands on standard output
// after an 'X'), 2 wrong usage.
#define _GNU_SOURCE
#ifdef CARDSTOCK_SVG

#include <cairo-pdf.h>
#include <fontconfig/fontconfig.h>
#include <librsvg/rsvg.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "recorder.h"

enum { inputLimit = 8 * 1024 * 1024, side = 1024, processorSeconds = 8, drawingSeconds = 2 };

static void limit(int resource, rlim_t warned, rlim_t most) {
  struct rlimit value;
  if (getrlimit(resource, &value) != 0) return;
  if (value.rlim_max == RLIM_INFINITY || value.rlim_max > most) value.rlim_max = most;
  value.rlim_cur = warned < value.rlim_max ? warned : value.rlim_max;
  setrlimit(resource, &value);
}

static void limitEverything(void) {
  const rlim_t mebibyte = 1024 * 1024;
#ifndef __SANITIZE_ADDRESS__
  limit(RLIMIT_AS, 768 * mebibyte, 768 * mebibyte);
  limit(RLIMIT_DATA, 448 * mebibyte, 448 * mebibyte);
#endif
  limit(RLIMIT_CPU, processorSeconds, processorSeconds + 2);
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_FSIZE, 0, 0);
}

static int fail(const char *reason) {
  printf("X%s", reason);
  return 1;
}

// The fonts without the system's aliases: what is not there is set in the card's face for all
// letters, the same on every machine.
static int setFonts(int count, char **files) {
  static const char system[] =
      "<?xml version='1.0'?><fontconfig>"
      "<dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir><dir prefix='xdg'>fonts</dir>"
      "<dir>/Library/Fonts</dir><dir>/System/Library/Fonts</dir>"
      "<cachedir>/var/cache/fontconfig</cachedir><cachedir prefix='xdg'>fontconfig</cachedir>"
      "</fontconfig>";
  static const char rules[] =
      "<?xml version='1.0'?><fontconfig><match target='pattern'>"
      "<edit name='family' mode='append_last' binding='weak'><string>Noto Sans</string></edit>"
      "</match></fontconfig>";
  FcConfig *fonts = FcConfigCreate();
  if (!fonts) return 0;
  int first = count > 0 && strcmp(files[0], "--system-fonts") == 0;
  FcConfigParseAndLoadFromMemory(fonts, (const FcChar8 *)rules, FcTrue);
  if (first) {
    FcConfigParseAndLoadFromMemory(fonts, (const FcChar8 *)system, FcTrue);
    FcConfigBuildFonts(fonts);
  }
  for (int index = first; index < count; index++) {
    FcConfigAppFontAddFile(fonts, (const FcChar8 *)files[index]);
  }
  FcConfigSetCurrent(fonts);
  return 1;
}

static char *readInput(size_t *length) {
  char *bytes = malloc(inputLimit + 1);
  if (!bytes) return NULL;
  *length = fread(bytes, 1, inputLimit + 1, stdin);
  if (*length == 0 || *length > inputLimit) {
    free(bytes);
    return NULL;
  }
  bytes[*length] = 0;
  return bytes;
}

static void silence(const gchar *domain, GLogLevelFlags level, const gchar *text, gpointer data) {
  (void)domain;
  (void)level;
  (void)text;
  (void)data;
}

static cairo_status_t drop(void *closure, const unsigned char *bytes, unsigned int length) {
  (void)closure;
  (void)bytes;
  (void)length;
  return CAIRO_STATUS_SUCCESS;
}

// Draws a picture as the parent will, on pixels and in a document: what crashes or takes forever
// there does so here.
static int draws(cairo_surface_t *picture, int width, int height) {
  for (int isDocument = 0; isDocument < 2; isDocument++) {
    clock_t start = clock();
    cairo_surface_t *surface =
        isDocument ? cairo_pdf_surface_create_for_stream(drop, NULL, width, height)
                   : cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_t *cairo = cairo_create(surface);
    cairo_set_source_surface(cairo, picture, 0, 0);
    cairo_paint(cairo);
    int status = cairo_status(cairo);
    cairo_destroy(cairo);
    cairo_surface_finish(surface);
    if (!status) status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status || clock() - start > drawingSeconds * CLOCKS_PER_SEC) return 0;
  }
  return 1;
}

int main(int count, char **arguments) {
  limitEverything();
  // A cache of fonts that cannot be written is done without.
  signal(SIGXFSZ, SIG_IGN);
  if (count < 3) return 2;
  double width = g_ascii_strtod(arguments[1], NULL);
  double height = g_ascii_strtod(arguments[2], NULL);
  if (!(width > 0) || !(height > 0) || width > 1e12 || height > 1e12) return 2;
  g_log_set_default_handler(silence, NULL);
  if (!setFonts(count - 3, arguments + 3)) return fail("its fonts could not be set up");

  size_t length = 0;
  char *bytes = readInput(&length);
  if (!bytes) return fail("it is empty or too large");
  recorderSetDocument(bytes);
  GError *error = NULL;
  RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)bytes, length, &error);
  if (!handle) return fail(error ? error->message : "it cannot be read");
  rsvg_handle_set_dpi(handle, 96);

  double scale = side / (width > height ? width : height);
  cairo_rectangle_t extents = {0, 0, width * scale, height * scale};
  cairo_surface_t *surface =
      cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cairo = cairo_create(surface);
  cairo_scale(cairo, scale, scale);
  RsvgRectangle viewport = {0, 0, width, height};
  if (!rsvg_handle_render_document(handle, cairo, &viewport, &error)) {
    return fail(error ? error->message : "it cannot be drawn");
  }
  if (!draws(surface, (int)extents.width + 1, (int)extents.height + 1)) {
    return fail("it takes too long to draw, or more than there is room for");
  }
  if (!recorderWrite(surface, extents.width, extents.height, stdout)) {
    return fail("its drawing is too large");
  }
  fflush(stdout);
  _exit(0);
}

#else

int main(void) { return 2; }

#endif
