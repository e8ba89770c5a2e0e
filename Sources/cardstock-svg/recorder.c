// Records the calls that librsvg makes to Cairo.
//
// The functions below stand in front of Cairo's own (the dynamic linker prefers a program's symbols
// to a library's) and pass each call on, so that librsvg sees the Cairo it knows. What is drawn on
// a recording surface is written down with its whole state; what is drawn on an image surface, such
// as a filter's, is pixels already.
//
// The form, little-endian: "CSV1", width and height (f64), then blocks:
//   'I' id u32, kind u8 (0 ARGB32 premultiplied, 1 A8), width u32, height u32, pixels row by row
//   'V' id u32, has extents u8, [x y width height f64], length u32, operations
//   'T' kind u8, length u16, bytes, length u16, bytes                     a remark on text: 'f' a
//       family that is not there and the one that stands in, 'g' a character without a glyph,
//       'c' a family in colours, which has no outlines
//   'M' length u32, operations                                            the picture itself; last
// Operations:
//   'q' save, 'Q' restore, 'r' reset clip, 'R' forget all saves and clips
//   'c' rule u8, path                                                     clip
//   'f' operator u8, source, rule u8, path                                fill
//   's' operator u8, source, matrix, width f64, cap u8, join u8, miter f64,
//       offset f64, count u16, dashes f64…, path                          stroke
//   'p' operator u8, alpha f64, source                                    paint
//   'm' operator u8, source, source                                       paint through a mask
// A source: 'c' r g b a f32; 'l' 4 f64 or 'a' 6 f64, extend u8, matrix, count u16, stops of 5 f32;
//   's' id u32, extend u8, filter u8, matrix
// A path: count u32, then elements: 'M' x y, 'L' x y, 'C' 6, 'Z', f64; in device space, but in the
//   space of the matrix for strokes.
#define _GNU_SOURCE
#ifdef CARDSTOCK_SVG

#include "recorder.h"

#include <dlfcn.h>
#include <hb-ot.h>
#include <pango/pangocairo.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { outputLimit = 64 * 1024 * 1024, imageSide = 4096, saveDepth = 4096 };

// MARK: - Bytes

typedef struct {
  unsigned char *bytes;
  size_t length, capacity;
} Buffer;

static size_t total = 0;
static int overflow = 0;

static void put(Buffer *buffer, const void *bytes, size_t length) {
  if (overflow || length > outputLimit || total + length > outputLimit) {
    overflow = 1;
    return;
  }
  if (buffer->length + length > buffer->capacity) {
    size_t capacity = (buffer->length + length) * 2 + 256;
    unsigned char *grown = realloc(buffer->bytes, capacity);
    if (!grown) {
      overflow = 1;
      return;
    }
    buffer->bytes = grown;
    buffer->capacity = capacity;
  }
  memcpy(buffer->bytes + buffer->length, bytes, length);
  buffer->length += length;
  total += length;
}

static void putByte(Buffer *buffer, int value) {
  unsigned char byte = (unsigned char)value;
  put(buffer, &byte, 1);
}

static void putShort(Buffer *buffer, unsigned value) {
  unsigned char bytes[2] = {value & 255, (value >> 8) & 255};
  put(buffer, bytes, 2);
}

static void putWord(Buffer *buffer, uint32_t value) {
  unsigned char bytes[4] = {value & 255, (value >> 8) & 255, (value >> 16) & 255, value >> 24};
  put(buffer, bytes, 4);
}

static void putDouble(Buffer *buffer, double value) {
  uint64_t bits;
  memcpy(&bits, &value, 8);
  putWord(buffer, (uint32_t)bits);
  putWord(buffer, (uint32_t)(bits >> 32));
}

static void putFloat(Buffer *buffer, double value) {
  float narrow = (float)value;
  uint32_t bits;
  memcpy(&bits, &narrow, 4);
  putWord(buffer, bits);
}

static void putMatrix(Buffer *buffer, const cairo_matrix_t *matrix) {
  putDouble(buffer, matrix->xx);
  putDouble(buffer, matrix->yx);
  putDouble(buffer, matrix->xy);
  putDouble(buffer, matrix->yy);
  putDouble(buffer, matrix->x0);
  putDouble(buffer, matrix->y0);
}

// MARK: - Recordings

// What was drawn on a surface.
typedef struct {
  Buffer operations;
  cairo_rectangle_t extents;
  int isBounded;
  uint32_t id;
  size_t written;
} Recording;

// The transformations under which a context's sources were set, a place for each save.
typedef struct {
  cairo_matrix_t sources[saveDepth];
  int depth;
} Shadow;

static Buffer blocks;
static uint32_t nextID = 1;
static const cairo_user_data_key_t recordingKey, shadowKey;

static void freeRecording(void *data) {
  Recording *recording = data;
  free(recording->operations.bytes);
  free(recording);
}

// Begins to record what is drawn on a surface; extents are NULL for one without edges.
static void attach(cairo_surface_t *surface, const cairo_rectangle_t *extents) {
  Recording *recording = calloc(1, sizeof *recording);
  if (!recording) {
    overflow = 1;
    return;
  }
  if (extents) {
    recording->extents = *extents;
    recording->isBounded = 1;
  }
  if (cairo_surface_set_user_data(surface, &recordingKey, recording, freeRecording) != 0) {
    freeRecording(recording);
    overflow = 1;
  }
}

static Recording *recordingOf(cairo_surface_t *surface) {
  return cairo_surface_get_user_data(surface, &recordingKey);
}

// The recording of the surface that a context draws on now; NULL for pixels.
static Recording *recordingFor(cairo_t *cairo) {
  if (cairo_status(cairo) != CAIRO_STATUS_SUCCESS) return NULL;
  return recordingOf(cairo_get_group_target(cairo));
}

static Shadow *shadowOf(cairo_t *cairo) {
  Shadow *shadow = cairo_get_user_data(cairo, &shadowKey);
  if (shadow) return shadow;
  shadow = calloc(1, sizeof *shadow);
  if (!shadow) {
    overflow = 1;
    return NULL;
  }
  cairo_matrix_init_identity(&shadow->sources[0]);
  if (cairo_set_user_data(cairo, &shadowKey, shadow, free) != 0) {
    free(shadow);
    overflow = 1;
    return NULL;
  }
  return shadow;
}

static void shadowSave(cairo_t *cairo) {
  Shadow *shadow = shadowOf(cairo);
  if (!shadow) return;
  if (shadow->depth + 1 >= saveDepth) {
    overflow = 1;
    return;
  }
  shadow->sources[shadow->depth + 1] = shadow->sources[shadow->depth];
  shadow->depth++;
}

static void shadowRestore(cairo_t *cairo) {
  Shadow *shadow = shadowOf(cairo);
  if (shadow && shadow->depth > 0) shadow->depth--;
}

static void shadowSource(cairo_t *cairo) {
  Shadow *shadow = shadowOf(cairo);
  if (shadow) cairo_get_matrix(cairo, &shadow->sources[shadow->depth]);
}

// MARK: - Surfaces as sources

static uint32_t writeImage(cairo_surface_t *surface, int isMask) {
  cairo_surface_flush(surface);
  cairo_format_t format = cairo_image_surface_get_format(surface);
  int width = cairo_image_surface_get_width(surface);
  int height = cairo_image_surface_get_height(surface);
  int stride = cairo_image_surface_get_stride(surface);
  const unsigned char *data = cairo_image_surface_get_data(surface);
  if (!data || width < 1 || height < 1 || width > imageSide || height > imageSide) return 0;
  if (format != CAIRO_FORMAT_ARGB32 && format != CAIRO_FORMAT_RGB24 && format != CAIRO_FORMAT_A8) {
    return 0;
  }
  int isAlpha = format == CAIRO_FORMAT_A8 || (isMask && format == CAIRO_FORMAT_ARGB32);
  uint32_t id = nextID++;
  putByte(&blocks, 'I');
  putWord(&blocks, id);
  putByte(&blocks, isAlpha);
  putWord(&blocks, (uint32_t)width);
  putWord(&blocks, (uint32_t)height);
  unsigned char line[imageSide * 4];
  for (int y = 0; y < height; y++) {
    const unsigned char *row = data + (size_t)y * (size_t)stride;
    if (format == CAIRO_FORMAT_A8) {
      put(&blocks, row, (size_t)width);
      continue;
    }
    for (int x = 0; x < width; x++) {
      uint32_t pixel;
      memcpy(&pixel, row + 4 * x, 4);
      if (format == CAIRO_FORMAT_RGB24) pixel |= 0xFF000000u;
      if (isAlpha) {
        line[x] = (unsigned char)(pixel >> 24);
      } else {
        for (int byte = 0; byte < 4; byte++) line[4 * x + byte] = (pixel >> (8 * byte)) & 255;
      }
    }
    put(&blocks, line, (size_t)width * (isAlpha ? 1 : 4));
  }
  return id;
}

static uint32_t writeRecording(Recording *recording) {
  if (recording->id && recording->written == recording->operations.length) return recording->id;
  recording->id = nextID++;
  recording->written = recording->operations.length;
  putByte(&blocks, 'V');
  putWord(&blocks, recording->id);
  putByte(&blocks, recording->isBounded);
  if (recording->isBounded) {
    putDouble(&blocks, recording->extents.x);
    putDouble(&blocks, recording->extents.y);
    putDouble(&blocks, recording->extents.width);
    putDouble(&blocks, recording->extents.height);
  }
  putWord(&blocks, (uint32_t)recording->operations.length);
  put(&blocks, recording->operations.bytes, recording->operations.length);
  return recording->id;
}

// MARK: - Sources and paths

static void putGradient(Buffer *buffer, cairo_pattern_t *pattern, const cairo_matrix_t *matrix) {
  int count = 0;
  cairo_pattern_get_color_stop_count(pattern, &count);
  if (count > 4096) count = 4096;
  putByte(buffer, cairo_pattern_get_extend(pattern));
  putMatrix(buffer, matrix);
  putShort(buffer, (unsigned)count);
  for (int index = 0; index < count; index++) {
    double offset = 0, red = 0, green = 0, blue = 0, alpha = 0;
    cairo_pattern_get_color_stop_rgba(pattern, index, &offset, &red, &green, &blue, &alpha);
    putFloat(buffer, offset);
    putFloat(buffer, red);
    putFloat(buffer, green);
    putFloat(buffer, blue);
    putFloat(buffer, alpha);
  }
}

static void putNoSource(Buffer *buffer) {
  putByte(buffer, 'c');
  for (int index = 0; index < 4; index++) putFloat(buffer, 0);
}

// Writes a pattern that was set under a transformation.
static void putSource(
    Buffer *buffer, cairo_pattern_t *pattern, const cairo_matrix_t *transformation, int isMask) {
  cairo_matrix_t matrix, inverse = *transformation;
  if (cairo_matrix_invert(&inverse) != CAIRO_STATUS_SUCCESS) {
    putNoSource(buffer);
    return;
  }
  cairo_pattern_get_matrix(pattern, &matrix);
  cairo_matrix_multiply(&matrix, &inverse, &matrix);
  double v[6] = {0};
  cairo_surface_t *surface = NULL;
  switch (cairo_pattern_get_type(pattern)) {
    case CAIRO_PATTERN_TYPE_SOLID:
      cairo_pattern_get_rgba(pattern, &v[0], &v[1], &v[2], &v[3]);
      putByte(buffer, 'c');
      for (int index = 0; index < 4; index++) putFloat(buffer, v[index]);
      return;
    case CAIRO_PATTERN_TYPE_LINEAR:
      cairo_pattern_get_linear_points(pattern, &v[0], &v[1], &v[2], &v[3]);
      putByte(buffer, 'l');
      for (int index = 0; index < 4; index++) putDouble(buffer, v[index]);
      putGradient(buffer, pattern, &matrix);
      return;
    case CAIRO_PATTERN_TYPE_RADIAL:
      cairo_pattern_get_radial_circles(pattern, &v[0], &v[1], &v[2], &v[3], &v[4], &v[5]);
      putByte(buffer, 'a');
      for (int index = 0; index < 6; index++) putDouble(buffer, v[index]);
      putGradient(buffer, pattern, &matrix);
      return;
    case CAIRO_PATTERN_TYPE_SURFACE:
      if (cairo_pattern_get_surface(pattern, &surface) != CAIRO_STATUS_SUCCESS) break;
      uint32_t id = 0;
      Recording *recording = recordingOf(surface);
      if (recording) {
        id = writeRecording(recording);
      } else if (cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE) {
        id = writeImage(surface, isMask);
        cairo_matrix_t shift;
        double x, y;
        cairo_surface_get_device_offset(surface, &x, &y);
        cairo_matrix_init_translate(&shift, x, y);
        cairo_matrix_multiply(&matrix, &matrix, &shift);
      }
      if (!id) break;
      putByte(buffer, 's');
      putWord(buffer, id);
      putByte(buffer, cairo_pattern_get_extend(pattern));
      putByte(buffer, cairo_pattern_get_filter(pattern));
      putMatrix(buffer, &matrix);
      return;
    default: break;
  }
  putNoSource(buffer);
}

static void putCurrentSource(Buffer *buffer, cairo_t *cairo) {
  Shadow *shadow = shadowOf(cairo);
  if (!shadow) return;
  putSource(buffer, cairo_get_source(cairo), &shadow->sources[shadow->depth], 0);
}

static void putPath(Buffer *buffer, cairo_t *cairo, int inDeviceSpace) {
  cairo_matrix_t matrix;
  cairo_get_matrix(cairo, &matrix);
  if (inDeviceSpace) cairo_identity_matrix(cairo);
  cairo_path_t *path = cairo_copy_path(cairo);
  if (inDeviceSpace) cairo_set_matrix(cairo, &matrix);
  uint32_t count = 0;
  for (int at = 0; at < path->num_data; at += path->data[at].header.length) count++;
  putWord(buffer, count);
  for (int at = 0; at < path->num_data; at += path->data[at].header.length) {
    const cairo_path_data_t *data = &path->data[at];
    int points = 0;
    switch (data->header.type) {
      case CAIRO_PATH_MOVE_TO: putByte(buffer, 'M'); points = 1; break;
      case CAIRO_PATH_LINE_TO: putByte(buffer, 'L'); points = 1; break;
      case CAIRO_PATH_CURVE_TO: putByte(buffer, 'C'); points = 3; break;
      case CAIRO_PATH_CLOSE_PATH: putByte(buffer, 'Z'); break;
    }
    for (int point = 1; point <= points; point++) {
      putDouble(buffer, data[point].point.x);
      putDouble(buffer, data[point].point.y);
    }
  }
  cairo_path_destroy(path);
}

// MARK: - Operations

static void recordFill(cairo_t *cairo) {
  Recording *recording = recordingFor(cairo);
  if (!recording) return;
  Buffer *buffer = &recording->operations;
  putByte(buffer, 'f');
  putByte(buffer, cairo_get_operator(cairo));
  putCurrentSource(buffer, cairo);
  putByte(buffer, cairo_get_fill_rule(cairo));
  putPath(buffer, cairo, 1);
}

static void recordStroke(cairo_t *cairo) {
  Recording *recording = recordingFor(cairo);
  if (!recording) return;
  Buffer *buffer = &recording->operations;
  cairo_matrix_t matrix;
  cairo_get_matrix(cairo, &matrix);
  putByte(buffer, 's');
  putByte(buffer, cairo_get_operator(cairo));
  putCurrentSource(buffer, cairo);
  putMatrix(buffer, &matrix);
  putDouble(buffer, cairo_get_line_width(cairo));
  putByte(buffer, cairo_get_line_cap(cairo));
  putByte(buffer, cairo_get_line_join(cairo));
  putDouble(buffer, cairo_get_miter_limit(cairo));
  int count = cairo_get_dash_count(cairo);
  double *dashes = count > 0 && count <= 4096 ? calloc((size_t)count, sizeof *dashes) : NULL;
  if (!dashes) count = 0;
  double offset = 0;
  if (dashes) cairo_get_dash(cairo, dashes, &offset);
  putDouble(buffer, offset);
  putShort(buffer, (unsigned)count);
  for (int index = 0; index < count; index++) putDouble(buffer, dashes[index]);
  free(dashes);
  putPath(buffer, cairo, 0);
}

static void recordPaint(cairo_t *cairo, double alpha) {
  Recording *recording = recordingFor(cairo);
  if (!recording) return;
  Buffer *buffer = &recording->operations;
  putByte(buffer, 'p');
  putByte(buffer, cairo_get_operator(cairo));
  putDouble(buffer, alpha);
  putCurrentSource(buffer, cairo);
}

static void recordMask(cairo_t *cairo, cairo_pattern_t *mask) {
  Recording *recording = recordingFor(cairo);
  if (!recording) return;
  Buffer *buffer = &recording->operations;
  cairo_matrix_t matrix;
  cairo_get_matrix(cairo, &matrix);
  putByte(buffer, 'm');
  putByte(buffer, cairo_get_operator(cairo));
  putCurrentSource(buffer, cairo);
  putSource(buffer, mask, &matrix, 1);
}

static void recordClip(cairo_t *cairo) {
  Recording *recording = recordingFor(cairo);
  if (!recording) return;
  putByte(&recording->operations, 'c');
  putByte(&recording->operations, cairo_get_fill_rule(cairo));
  putPath(&recording->operations, cairo, 1);
}

static void recordMark(cairo_t *cairo, int mark) {
  Recording *recording = recordingFor(cairo);
  if (recording) putByte(&recording->operations, mark);
}

// MARK: - In front of Cairo

#define NEXT(result, name, parameters)                       \
  static result(*real) parameters = NULL;                    \
  if (!real) *(void **)(&real) = dlsym(RTLD_NEXT, #name);    \
  if (!real) abort()

#define RECORDED(name, record)          \
  void name(cairo_t *cairo) {           \
    NEXT(void, name, (cairo_t *));      \
    record;                             \
    real(cairo);                        \
  }

RECORDED(cairo_fill, recordFill(cairo))
RECORDED(cairo_fill_preserve, recordFill(cairo))
RECORDED(cairo_stroke, recordStroke(cairo))
RECORDED(cairo_stroke_preserve, recordStroke(cairo))
RECORDED(cairo_clip, recordClip(cairo))
RECORDED(cairo_clip_preserve, recordClip(cairo))
RECORDED(cairo_paint, recordPaint(cairo, 1))
RECORDED(cairo_reset_clip, recordMark(cairo, 'r'))
RECORDED(cairo_save, (recordMark(cairo, 'q'), shadowSave(cairo)))
RECORDED(cairo_restore, (recordMark(cairo, 'Q'), shadowRestore(cairo)))

void cairo_paint_with_alpha(cairo_t *cairo, double alpha) {
  NEXT(void, cairo_paint_with_alpha, (cairo_t *, double));
  recordPaint(cairo, alpha);
  real(cairo, alpha);
}

void cairo_mask(cairo_t *cairo, cairo_pattern_t *pattern) {
  NEXT(void, cairo_mask, (cairo_t *, cairo_pattern_t *));
  recordMask(cairo, pattern);
  real(cairo, pattern);
}

void cairo_mask_surface(cairo_t *cairo, cairo_surface_t *surface, double x, double y) {
  cairo_pattern_t *pattern = cairo_pattern_create_for_surface(surface);
  cairo_matrix_t matrix;
  cairo_matrix_init_translate(&matrix, -x, -y);
  cairo_pattern_set_matrix(pattern, &matrix);
  cairo_mask(cairo, pattern);
  cairo_pattern_destroy(pattern);
}

cairo_t *cairo_create(cairo_surface_t *surface) {
  NEXT(cairo_t *, cairo_create, (cairo_surface_t *));
  cairo_t *cairo = real(surface);
  Recording *recording = recordingOf(surface);
  if (recording && recording->operations.length) putByte(&recording->operations, 'R');
  return cairo;
}

void cairo_set_source(cairo_t *cairo, cairo_pattern_t *pattern) {
  NEXT(void, cairo_set_source, (cairo_t *, cairo_pattern_t *));
  real(cairo, pattern);
  shadowSource(cairo);
}

void cairo_set_source_surface(cairo_t *cairo, cairo_surface_t *surface, double x, double y) {
  NEXT(void, cairo_set_source_surface, (cairo_t *, cairo_surface_t *, double, double));
  real(cairo, surface, x, y);
  shadowSource(cairo);
}

void cairo_push_group_with_content(cairo_t *cairo, cairo_content_t content) {
  NEXT(void, cairo_push_group_with_content, (cairo_t *, cairo_content_t));
  // A group has the coordinates of what it is drawn on, and so its edges.
  Recording *parent = recordingFor(cairo);
  shadowSave(cairo);
  real(cairo, content);
  if (cairo_status(cairo) != CAIRO_STATUS_SUCCESS) return;
  cairo_surface_t *group = cairo_get_group_target(cairo);
  if (cairo_surface_get_type(group) == CAIRO_SURFACE_TYPE_RECORDING) {
    attach(group, parent && parent->isBounded ? &parent->extents : NULL);
  }
}

void cairo_push_group(cairo_t *cairo) {
  cairo_push_group_with_content(cairo, CAIRO_CONTENT_COLOR_ALPHA);
}

cairo_pattern_t *cairo_pop_group(cairo_t *cairo) {
  NEXT(cairo_pattern_t *, cairo_pop_group, (cairo_t *));
  shadowRestore(cairo);
  return real(cairo);
}

void cairo_pop_group_to_source(cairo_t *cairo) {
  cairo_pattern_t *group = cairo_pop_group(cairo);
  cairo_set_source(cairo, group);
  cairo_pattern_destroy(group);
}

cairo_surface_t *cairo_surface_create_similar(
    cairo_surface_t *other, cairo_content_t content, int width, int height) {
  NEXT(cairo_surface_t *, cairo_surface_create_similar,
       (cairo_surface_t *, cairo_content_t, int, int));
  cairo_surface_t *surface = real(other, content, width, height);
  if (cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_RECORDING) {
    cairo_rectangle_t extents = {0, 0, width, height};
    attach(surface, &extents);
  }
  return surface;
}

cairo_surface_t *cairo_recording_surface_create(
    cairo_content_t content, const cairo_rectangle_t *extents) {
  NEXT(cairo_surface_t *, cairo_recording_surface_create,
       (cairo_content_t, const cairo_rectangle_t *));
  cairo_surface_t *surface = real(content, extents);
  attach(surface, extents);
  return surface;
}

// MARK: - Text

enum { remarkLimit = 16, textLimit = 100 };

static const char *document = "";
static char remarks[remarkLimit][textLimit];
static int remarkCount = 0;

void recorderSetDocument(const char *bytes) { document = bytes; }

static void putText(Buffer *buffer, const char *text) {
  size_t length = strlen(text);
  if (length > textLimit) length = textLimit;
  putShort(buffer, (unsigned)length);
  put(buffer, text, length);
}

// Writes a remark down, each once.
static void remark(int kind, const char *first, const char *second) {
  char key[textLimit];
  snprintf(key, sizeof key, "%c%s", kind, first);
  for (int index = 0; index < remarkCount; index++) {
    if (strcmp(remarks[index], key) == 0) return;
  }
  if (remarkCount == remarkLimit) return;
  memcpy(remarks[remarkCount++], key, sizeof key);
  putByte(&blocks, 'T');
  putByte(&blocks, kind);
  putText(&blocks, first);
  putText(&blocks, second);
}

// Whether a list of families names the one that was taken, or leaves the choice open.
static int isAsked(char **families, const char *taken) {
  static const char *const open[] = {"sans-serif", "serif",     "monospace", "cursive",   "fantasy",
                                     "system-ui",  "sans",      "ui-serif",  "ui-rounded"};
  for (int index = 0; families[index]; index++) {
    const char *family = g_strstrip(families[index]);
    if (g_ascii_strcasecmp(family, taken) == 0) return 1;
    for (size_t name = 0; name < sizeof open / sizeof *open; name++) {
      if (g_ascii_strcasecmp(family, open[name]) == 0) return 1;
    }
  }
  return 0;
}

static void remarkOnFont(PangoLayout *layout, PangoLayoutRun *run) {
  PangoFontDescription *asked = NULL;
  PangoAttrList *attributes = pango_layout_get_attributes(layout);
  if (attributes) {
    PangoAttrIterator *iterator = pango_attr_list_get_iterator(attributes);
    do {
      int start = 0, end = 0;
      pango_attr_iterator_range(iterator, &start, &end);
      if (start > run->item->offset || end <= run->item->offset) continue;
      asked = pango_font_description_new();
      pango_attr_iterator_get_font(iterator, asked, NULL, NULL);
      break;
    } while (pango_attr_iterator_next(iterator));
    pango_attr_iterator_destroy(iterator);
  }
  if (!asked || !pango_font_description_get_family(asked)) {
    pango_font_description_free(asked);
    const PangoFontDescription *whole = pango_layout_get_font_description(layout);
    if (!whole) whole = pango_context_get_font_description(pango_layout_get_context(layout));
    asked = whole ? pango_font_description_copy(whole) : NULL;
  }
  const char *family = asked ? pango_font_description_get_family(asked) : NULL;
  PangoFontDescription *found = pango_font_describe(run->item->analysis.font);
  const char *taken = pango_font_description_get_family(found);
  hb_font_t *font = pango_font_get_hb_font(run->item->analysis.font);
  hb_face_t *face = font ? hb_font_get_face(font) : NULL;
  if (face && taken && (hb_ot_color_has_png(face) || hb_ot_color_has_layers(face))) {
    remark('c', taken, "");
  }
  if (family && taken) {
    char **families = g_strsplit(family, ",", 32);
    // What the file does not name is the default of whoever reads it.
    if (families[0] && !isAsked(families, taken) && *families[0] &&
        strstr(document, families[0])) {
      remark('f', families[0], taken);
    }
    g_strfreev(families);
  }
  pango_font_description_free(found);
  pango_font_description_free(asked);
}

static void remarkOnLayout(PangoLayout *layout) {
  PangoLayoutIter *iterator = pango_layout_get_iter(layout);
  do {
    PangoLayoutRun *run = pango_layout_iter_get_run_readonly(iterator);
    if (!run) continue;
    int known = 0;
    for (int index = 0; index < run->glyphs->num_glyphs; index++) {
      PangoGlyph glyph = run->glyphs->glyphs[index].glyph;
      if (glyph == PANGO_GLYPH_EMPTY) continue;
      if (!(glyph & PANGO_GLYPH_UNKNOWN_FLAG)) {
        known = 1;
        continue;
      }
      gunichar letter = glyph & ~PANGO_GLYPH_UNKNOWN_FLAG;
      char text[32] = "", bytes[8] = "";
      if (g_unichar_validate(letter) && g_unichar_isprint(letter)) {
        bytes[g_unichar_to_utf8(letter, bytes)] = 0;
        snprintf(text, sizeof text, "%s (U+%04X)", bytes, letter);
      } else {
        snprintf(text, sizeof text, "U+%04X", letter);
      }
      remark('g', text, "");
    }
    if (known) remarkOnFont(layout, run);
  } while (pango_layout_iter_next_run(iterator));
  pango_layout_iter_free(iterator);
}

void pango_cairo_layout_path(cairo_t *cairo, PangoLayout *layout) {
  NEXT(void, pango_cairo_layout_path, (cairo_t *, PangoLayout *));
  remarkOnLayout(layout);
  real(cairo, layout);
}

// Text becomes outlines: the picture needs no font where it is drawn.
void pango_cairo_show_layout(cairo_t *cairo, PangoLayout *layout) {
  double x = 0, y = 0;
  if (cairo_has_current_point(cairo)) cairo_get_current_point(cairo, &x, &y);
  cairo_path_t *before = cairo_copy_path(cairo);
  cairo_new_path(cairo);
  cairo_move_to(cairo, x, y);
  pango_cairo_layout_path(cairo, layout);
  cairo_fill(cairo);
  cairo_append_path(cairo, before);
  cairo_path_destroy(before);
}

// MARK: - Out

int recorderWrite(cairo_surface_t *surface, double width, double height, FILE *file) {
  Recording *recording = recordingOf(surface);
  if (!recording || overflow) return 0;
  Buffer head = {0};
  put(&head, "CSV1", 4);
  putDouble(&head, width);
  putDouble(&head, height);
  putByte(&blocks, 'M');
  putWord(&blocks, (uint32_t)recording->operations.length);
  put(&blocks, recording->operations.bytes, recording->operations.length);
  if (overflow) return 0;
  return fwrite(head.bytes, 1, head.length, file) == head.length &&
         fwrite(blocks.bytes, 1, blocks.length, file) == blocks.length;
}

#endif
