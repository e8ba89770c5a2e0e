#include "cpicture.h"

#include "coefficients.h"

#include <lcms2.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include <jpeglib.h>

#include <jerror.h>

/* ---- Rows to pixels: colour conversion, premultiplication and reduction by averaging ---- */

typedef struct {
  uint32_t width, height;         /* of the rows that come in */
  uint32_t out_width, out_height; /* of the pixels that go out */
  uint32_t next;                  /* the row that comes next */
  uint32_t kept;                  /* rows summed and not yet written */
  uint64_t *sums;
  uint8_t *pixels;
  uint8_t *row; /* a converted row */
  /* Of pixels that come in any order: the sums of all that go out, and where columns go. */
  int scattered;
  uint16_t *cells, *counts;
  uint32_t *columns;
  uint8_t *grey;
  int opaque;
  cmsContext context;
  cmsHTRANSFORM transform;
  int profile_kind; /* 0 none, 1 RGB, 2 grey, 3 CMYK */
} sink;

static void sink_close(sink *s) {
  free(s->sums);
  free(s->cells);
  free(s->counts);
  free(s->columns);
  free(s->pixels);
  free(s->row);
  free(s->grey);
  if (s->transform) cmsDeleteTransform(s->transform);
  if (s->context) cmsDeleteContext(s->context);
  memset(s, 0, sizeof *s);
}

static uint32_t reduction(uint32_t width, uint32_t height, uint32_t tw, uint32_t th) {
  uint32_t across = width / (tw ? tw : 1), down = height / (th ? th : 1);
  uint32_t least = across < down ? across : down;
  return least < 1 ? 1 : least;
}

static int sink_reduce(sink *s, uint32_t width, uint32_t height, uint32_t factor) {
  s->width = width;
  s->height = height;
  s->out_width = width / factor;
  s->out_height = height / factor;
  s->opaque = 1;
  s->pixels = calloc((size_t)s->out_width * s->out_height, 4);
  s->row = malloc((size_t)width * 4);
  s->grey = malloc(width);
  if (factor > 1) s->sums = calloc((size_t)s->out_width * 4, sizeof *s->sums);
  return s->pixels && s->row && s->grey && (factor == 1 || s->sums);
}

/* A profile that does not fit the picture or is damaged is passed over, as viewers do. */
static void sink_profile(sink *s, cmsHPROFILE from, int cmyk) {
  cmsHPROFILE to = from ? cmsCreate_sRGBProfileTHR(s->context) : NULL;
  if (from && to) {
    cmsColorSpaceSignature space = cmsGetColorSpace(from);
    cmsUInt32Number in = 0;
    if (space == cmsSigRgbData && !cmyk) {
      s->profile_kind = 1;
      in = TYPE_BGRA_8;
    } else if (space == cmsSigGrayData && !cmyk) {
      s->profile_kind = 2;
      in = TYPE_GRAY_8;
    } else if (space == cmsSigCmykData && cmyk) {
      s->profile_kind = 3;
      in = TYPE_CMYK_8_REV;
    }
    if (s->profile_kind)
      s->transform = cmsCreateTransformTHR(
          s->context, from, in, to, TYPE_BGRA_8,
          cmyk ? INTENT_RELATIVE_COLORIMETRIC : INTENT_PERCEPTUAL,
          cmsFLAGS_NOCACHE | (cmyk ? cmsFLAGS_BLACKPOINTCOMPENSATION : 0));
    if (!s->transform) s->profile_kind = 0;
  }
  if (from) cmsCloseProfile(from);
  if (to) cmsCloseProfile(to);
}

static void sink_profile_bytes(sink *s, const uint8_t *bytes, size_t length, int cmyk) {
  if (!bytes || length < 128 || length > (8u << 20)) return;
  if (!s->context) s->context = cmsCreateContext(NULL, NULL);
  if (s->context)
    sink_profile(s, cmsOpenProfileFromMemTHR(s->context, bytes, (cmsUInt32Number)length), cmyk);
}

static int sink_open(sink *s, uint32_t width, uint32_t height, uint32_t tw, uint32_t th) {
  return sink_reduce(s, width, height, reduction(width, height, tw, th));
}

/* The most bytes that a sum of 16 bits holds. */
enum { CELL_MOST = 257 };

static uint64_t cell_size(uint32_t width, uint32_t height, uint32_t factor) {
  uint32_t columns = width / factor, rows = height / factor;
  return (uint64_t)((width + columns - 1) / columns) * ((height + rows - 1) / rows);
}

/* The same for pixels in any order, which sink_scatter takes. */
static int sink_open_scattered(sink *s, uint32_t width, uint32_t height, uint32_t tw,
                               uint32_t th) {
  uint32_t factor = reduction(width, height, tw, th);
  while (factor > 1 && cell_size(width, height, factor) > CELL_MOST) factor--;
  if (!sink_reduce(s, width, height, factor)) return 0;
  s->scattered = 1;
  if (s->sums) {
    size_t cells = (size_t)s->out_width * s->out_height;
    uint32_t x = 0;
    uint64_t column;
    free(s->sums);
    s->sums = NULL;
    s->cells = calloc(cells * 4, sizeof *s->cells);
    s->counts = calloc(cells, sizeof *s->counts);
    s->columns = malloc((size_t)width * sizeof *s->columns);
    if (!s->cells || !s->counts || !s->columns) return 0;
    for (column = 0; column < s->out_width; column++) {
      uint64_t end = (column + 1) * width / s->out_width;
      for (; x < end; x++) s->columns[x] = (uint32_t)column;
    }
  }
  return 1;
}

/* Makes of pixels of straight BGRA, or of inverted CMYK where that is said, what they are to be. */
static void sink_convert(sink *s, const uint8_t *source, uint8_t *row, uint32_t width,
                         int cmyk) {
  uint32_t every = UINT32_MAX, pixel, x;
  uint8_t bytes[4];
  if (cmyk) {
    if (s->profile_kind == 3) {
      cmsDoTransform(s->transform, source, row, width);
      for (x = 0; x < width; x++) row[4 * x + 3] = 255;
    } else {
      for (x = 0; x < width; x++) {
        unsigned k = source[4 * x + 3];
        row[4 * x + 2] = (uint8_t)((source[4 * x] * k + 127) / 255);
        row[4 * x + 1] = (uint8_t)((source[4 * x + 1] * k + 127) / 255);
        row[4 * x] = (uint8_t)((source[4 * x + 2] * k + 127) / 255);
        row[4 * x + 3] = 255;
      }
    }
  } else if (s->profile_kind == 1) {
    cmsDoTransform(s->transform, source, row, width);
    for (x = 0; x < width; x++) row[4 * x + 3] = source[4 * x + 3];
  } else if (s->profile_kind == 2) {
    for (x = 0; x < width; x++) s->grey[x] = source[4 * x];
    cmsDoTransform(s->transform, s->grey, row, width);
    for (x = 0; x < width; x++) row[4 * x + 3] = source[4 * x + 3];
  } else {
    memcpy(row, source, (size_t)width * 4);
  }
  for (x = 0; x < width; x++) {
    memcpy(&pixel, row + 4 * x, 4);
    every &= pixel;
  }
  memcpy(bytes, &every, 4);
  if (bytes[3] == 255) return;
  for (x = 0; x < width; x++) {
    unsigned a = row[4 * x + 3];
    if (a != 255) {
      s->opaque = 0;
      row[4 * x] = (uint8_t)((row[4 * x] * a + 127) / 255);
      row[4 * x + 1] = (uint8_t)((row[4 * x + 1] * a + 127) / 255);
      row[4 * x + 2] = (uint8_t)((row[4 * x + 2] * a + 127) / 255);
    }
  }
}

/* Takes some pixels of row y, of which one comes every few columns. */
static void sink_scatter(sink *s, const uint8_t *source, uint32_t count, uint32_t y,
                         uint32_t first, uint32_t step) {
  uint32_t i;
  sink_convert(s, source, s->row, count, 0);
  if (s->next == 0) s->next = 1;
  if (!s->cells) {
    uint8_t *line = s->pixels + (size_t)y * s->width * 4;
    for (i = 0; i < count; i++)
      memcpy(line + ((size_t)first + (size_t)i * step) * 4, s->row + (size_t)i * 4, 4);
  } else {
    size_t start = (size_t)((uint64_t)y * s->out_height / s->height) * s->out_width;
    for (i = 0; i < count; i++) {
      size_t cell = start + s->columns[first + i * step];
      uint16_t *sum = s->cells + cell * 4;
      const uint8_t *pixel = s->row + (size_t)i * 4;
      sum[0] = (uint16_t)(sum[0] + pixel[0]);
      sum[1] = (uint16_t)(sum[1] + pixel[1]);
      sum[2] = (uint16_t)(sum[2] + pixel[2]);
      sum[3] = (uint16_t)(sum[3] + pixel[3]);
      s->counts[cell]++;
    }
  }
}

/* Makes pixels of the sums; of those that never came, what stands before them. */
static void sink_gather(sink *s) {
  size_t width = s->out_width, cells = width * s->out_height, cell;
  int i;
  for (cell = 0; s->cells && cell < cells; cell++) {
    uint32_t count = s->counts[cell];
    for (i = 0; count && i < 4; i++)
      s->pixels[cell * 4 + i] = (uint8_t)((s->cells[cell * 4 + i] + count / 2) / count);
  }
  if (s->next == s->height) return;
  for (cell = 0; cell < cells; cell++) {
    uint8_t *pixel = s->pixels + cell * 4;
    if (pixel[0] | pixel[1] | pixel[2] | pixel[3]) continue;
    if (cell % width) memcpy(pixel, pixel - 4, 4);
    else if (cell >= width) memcpy(pixel, pixel - width * 4, 4);
  }
}

/* Takes a row of straight BGRA, or of inverted CMYK where that is said. */
static void sink_take(sink *s, const uint8_t *source, int cmyk) {
  uint32_t width = s->width;
  if (s->next >= s->height) return;
  uint8_t *row = s->sums ? s->row : s->pixels + (size_t)s->next * width * 4;
  sink_convert(s, source, row, width, cmyk);
  if (s->sums) {
    uint32_t out = 0;
    uint64_t column, place = (uint64_t)s->next * s->out_height / s->height;
    for (column = 0; column < s->out_width; column++) {
      uint64_t end = (column + 1) * width / s->out_width;
      for (; out < end; out++) {
        s->sums[4 * column] += row[4 * out];
        s->sums[4 * column + 1] += row[4 * out + 1];
        s->sums[4 * column + 2] += row[4 * out + 2];
        s->sums[4 * column + 3] += row[4 * out + 3];
      }
    }
    s->kept++;
    if (s->next + 1 == s->height ||
        (uint64_t)(s->next + 1) * s->out_height / s->height != place) {
      uint8_t *line = s->pixels + place * s->out_width * 4;
      for (column = 0; column < s->out_width; column++) {
        uint64_t count = ((column + 1) * width / s->out_width - column * width / s->out_width);
        int i;
        count *= s->kept;
        for (i = 0; i < 4; i++)
          line[4 * column + i] = (uint8_t)((s->sums[4 * column + i] + count / 2) / count);
      }
      memset(s->sums, 0, (size_t)s->out_width * 4 * sizeof *s->sums);
      s->kept = 0;
    }
  }
  s->next++;
}

static void sink_give(sink *s, cpicture_result *result) {
  if (s->scattered) sink_gather(s);
  if (s->next < s->height) s->opaque = 0;
  result->width = s->out_width;
  result->height = s->out_height;
  result->opaque = s->opaque;
  result->pixels = s->pixels;
  s->pixels = NULL;
}

static void say(cpicture_result *result, const char *text) {
  snprintf(result->message, sizeof result->message, "%s", text);
}

/* Time of this thread's own work: a busy computer makes no file harmful. */
static double now(void) {
  struct timespec t;
  return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) ? 0 : (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- PNG ---- */

typedef struct {
  const uint8_t *bytes;
  size_t length, at;
  cpicture_result *result;
  sink pixels;
  uint8_t *line;
} png_state;

static void png_failed(png_structp png, png_const_charp text) {
  png_state *state = png_get_error_ptr(png);
  say(state->result, text);
  png_longjmp(png, 1);
}

static void png_warned(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void png_more(png_structp png, png_bytep into, size_t count) {
  png_state *state = png_get_io_ptr(png);
  if (count > state->length - state->at) png_error(png, "the file ends too early");
  memcpy(into, state->bytes + state->at, count);
  state->at += count;
}

/* Where the file ends for libpng: before a chunk that says it is longer than the rest of the file,
   which libpng would make room for. Picture data are read piece by piece, so they may break off. */
static size_t png_end(const uint8_t *bytes, size_t length) {
  size_t at = 8;
  while (at + 8 <= length) {
    size_t size = (size_t)bytes[at] << 24 | (size_t)bytes[at + 1] << 16 |
                  (size_t)bytes[at + 2] << 8 | bytes[at + 3];
    if (memcmp(bytes + at + 4, "IEND", 4) == 0) return length;
    if (size > length - at - 8) return memcmp(bytes + at + 4, "IDAT", 4) == 0 ? length : at;
    at += size + 12;
  }
  return length;
}

static int decode_png(const uint8_t *bytes, size_t length, const cpicture_request *request,
                      cpicture_result *result) {
  png_state *state = calloc(1, sizeof *state);
  png_structp png = NULL;
  png_infop info = NULL;
  volatile int rc = CPICTURE_MEMORY;
  volatile double started = now();
  if (!state) return CPICTURE_MEMORY;
  state->bytes = bytes;
  state->length = png_end(bytes, length);
  state->result = result;
  png = png_create_read_struct(PNG_LIBPNG_VER_STRING, state, png_failed, png_warned);
  if (png) info = png_create_info_struct(png);
  if (!png || !info) goto done;
  rc = CPICTURE_CORRUPT;
  if (setjmp(png_jmpbuf(png))) {
    if (rc == CPICTURE_CORRUPT && request->allow_damaged && state->pixels.pixels &&
        state->pixels.next > 0) {
      result->damaged = 1;
      sink_give(&state->pixels, result);
      rc = CPICTURE_OK;
    }
    goto done;
  }
  png_set_read_fn(png, state, png_more);
  png_set_user_limits(png, request->width, request->height);
  png_set_chunk_malloc_max(png, 8u << 20);
  png_set_chunk_cache_max(png, 200);
  png_read_info(png, info);
  {
    png_uint_32 width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    int interlaced = png_get_interlace_type(png, info) == PNG_INTERLACE_ADAM7, pass;
    png_uint_32 y;
    /* An interlaced picture is never whole in memory: each pass goes where it belongs. */
    if (!(interlaced ? sink_open_scattered : sink_open)(
            &state->pixels, width, height, request->target_width, request->target_height)) {
      rc = CPICTURE_MEMORY;
      goto done;
    }
    if (!png_get_valid(png, info, PNG_INFO_sRGB)) {
      png_charp name;
      int method;
      png_bytep profile;
      png_uint_32 size;
      double gamma, wx, wy, rx, ry, gx, gy, bx, by;
      if (png_get_iCCP(png, info, &name, &method, &profile, &size)) {
        sink_profile_bytes(&state->pixels, profile, size, 0);
      } else if (png_get_gAMA(png, info, &gamma) && gamma > 0.01 && gamma < 10 &&
                 png_get_cHRM(png, info, &wx, &wy, &rx, &ry, &gx, &gy, &bx, &by)) {
        /* A gamma alone is passed over, as most programs do; with primaries it is meant. One of
           exactly 1 says in practice that nothing is known. */
        cmsCIExyY white = {wx, wy, 1};
        cmsCIExyYTRIPLE primaries = {{rx, ry, 1}, {gx, gy, 1}, {bx, by, 1}};
        int unknown = gamma > 0.999 && gamma < 1.001;
        int usual = gamma > 0.44 && gamma < 0.47 && rx > 0.63 && rx < 0.65 && gx > 0.29 &&
                    gx < 0.31 && bx > 0.14 && bx < 0.16;
        if (!usual && !unknown) state->pixels.context = cmsCreateContext(NULL, NULL);
        if (state->pixels.context) {
          cmsToneCurve *curve = cmsBuildGamma(state->pixels.context, 1 / gamma);
          if (curve) {
            cmsToneCurve *curves[3] = {curve, curve, curve};
            sink_profile(&state->pixels,
                         cmsCreateRGBProfileTHR(state->pixels.context, &white, &primaries, curves),
                         0);
            cmsFreeToneCurve(curve);
          }
        }
      }
    }
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_bgr(png);
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != (size_t)width * 4)
      png_error(png, "its rows have an unexpected length");
    state->line = malloc((size_t)width * 4);
    if (!state->line) {
      rc = CPICTURE_MEMORY;
      goto done;
    }
    for (pass = 0; pass < (interlaced ? PNG_INTERLACE_ADAM7_PASSES : 1); pass++) {
      png_uint_32 columns = interlaced ? PNG_PASS_COLS(width, pass) : width;
      png_uint_32 rows = interlaced ? PNG_PASS_ROWS(height, pass) : height;
      for (y = 0; columns > 0 && y < rows; y++) {
        png_read_row(png, state->line, NULL);
        if (interlaced)
          sink_scatter(&state->pixels, state->line, columns, PNG_ROW_FROM_PASS_ROW(y, pass),
                       PNG_PASS_START_COL(pass), PNG_PASS_COL_OFFSET(pass));
        else
          sink_take(&state->pixels, state->line, 0);
        if ((y & 255) == 0 && now() - started > request->seconds) {
          rc = CPICTURE_TIME;
          goto done;
        }
      }
    }
    state->pixels.next = height;
    png_read_end(png, NULL);
  }
  sink_give(&state->pixels, result);
  rc = CPICTURE_OK;
done:
  if (png) png_destroy_read_struct(&png, info ? &info : NULL, NULL);
  free(state->line);
  sink_close(&state->pixels);
  free(state);
  return rc;
}

/* ---- JPEG ---- */

/* Below this the library's own arrays are quicker. */
enum { COEFFICIENTS_PLAIN = 48 << 20 };

typedef struct {
  coefficients *coefficients; /* first, as the client data are known by it */
  coefficients packed;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  struct jpeg_decompress_struct jpeg;
  jmp_buf back;
  cpicture_result *result;
  const cpicture_request *request;
  double started;
  uint32_t watched;
  int rc;
  int in_scan;
  sink pixels;
  uint8_t *line;
} jpeg_state;

static void jpeg_failed(j_common_ptr jpeg) {
  jpeg_state *state = jpeg->client_data;
  char text[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, text);
  say(state->result, text);
  if (jpeg->err->msg_code == JERR_OUT_OF_MEMORY)
    state->rc = state->packed.exceeded ? CPICTURE_COEFFICIENTS : CPICTURE_MEMORY;
  longjmp(state->back, 1);
}

static void jpeg_noted(j_common_ptr jpeg, int level) {
  jpeg_state *state = jpeg->client_data;
  if (level >= 0) return;
  /* Stray bytes between the header's segments do no harm. */
  if (jpeg->err->msg_code == JWRN_EXTRANEOUS_DATA && !state->in_scan) return;
  if (jpeg->err->msg_code == JWRN_ADOBE_XFORM || jpeg->err->msg_code == JWRN_JFIF_MAJOR) return;
  if (!state->result->damaged) {
    char text[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, text);
    say(state->result, text);
    state->result->damaged = 1;
  }
  if (!state->request->allow_damaged) longjmp(state->back, 1);
}

static void jpeg_silent(j_common_ptr jpeg) { (void)jpeg; }

static void jpeg_watch(j_common_ptr jpeg) {
  jpeg_state *state = jpeg->client_data;
  if ((uint32_t)state->jpeg.input_scan_number > state->request->scans) {
    state->rc = CPICTURE_SCANS;
    longjmp(state->back, 1);
  }
  /* Asked for each row; the clock is slower than a row. */
  if (state->watched++ % 32 == 0 && now() - state->started > state->request->seconds) {
    state->rc = CPICTURE_TIME;
    longjmp(state->back, 1);
  }
}

static int decode_jpeg(const uint8_t *bytes, size_t length, const cpicture_request *request,
                       cpicture_result *result) {
  jpeg_state *state = calloc(1, sizeof *state);
  int rc;
  if (!state) return CPICTURE_MEMORY;
  state->result = result;
  state->request = request;
  state->started = now();
  state->rc = CPICTURE_CORRUPT;
  state->coefficients = &state->packed;
  state->jpeg.err = jpeg_std_error(&state->errors);
  state->errors.error_exit = jpeg_failed;
  state->errors.emit_message = jpeg_noted;
  state->errors.output_message = jpeg_silent;
  state->jpeg.client_data = state;
  if (setjmp(state->back)) {
    if (state->rc == CPICTURE_CORRUPT && request->allow_damaged && state->pixels.pixels &&
        state->pixels.next > 0) {
      result->damaged = 1;
      sink_give(&state->pixels, result);
      state->rc = CPICTURE_OK;
    }
  } else {
    jpeg_create_decompress(&state->jpeg);
    state->jpeg.client_data = state;
    state->progress.progress_monitor = jpeg_watch;
    jpeg_mem_src(&state->jpeg, bytes, (unsigned long)length);
    jpeg_read_header(&state->jpeg, TRUE);
    state->jpeg.progress = &state->progress;
    state->in_scan = 1;
    if (state->jpeg.image_width != request->width || state->jpeg.image_height != request->height)
      ERREXIT(&state->jpeg, JERR_SOF_DUPLICATE);
    {
      int cmyk = state->jpeg.jpeg_color_space == JCS_CMYK ||
                 state->jpeg.jpeg_color_space == JCS_YCCK;
      unsigned divisor = 8;
      while (divisor > 1 &&
             ((request->width + divisor - 1) / divisor < request->target_width ||
              (request->height + divisor - 1) / divisor < request->target_height))
        divisor /= 2;
      state->jpeg.scale_num = 1;
      state->jpeg.scale_denom = divisor;
      state->jpeg.out_color_space = cmyk ? JCS_CMYK : JCS_EXT_BGRA;
      if (jpeg_has_multiple_scans(&state->jpeg) &&
          coefficients_size(&state->jpeg) > COEFFICIENTS_PLAIN)
        coefficients_open(&state->packed, &state->jpeg, request->coefficient_bytes);
      jpeg_start_decompress(&state->jpeg);
      state->line = malloc((size_t)state->jpeg.output_width * 4);
      if (!state->line ||
          !sink_open(&state->pixels, state->jpeg.output_width, state->jpeg.output_height,
                     request->target_width, request->target_height)) {
        state->rc = CPICTURE_MEMORY;
      } else {
        sink_profile_bytes(&state->pixels, request->profile, request->profile_length, cmyk);
        while (state->jpeg.output_scanline < state->jpeg.output_height) {
          JSAMPROW row = state->line;
          jpeg_read_scanlines(&state->jpeg, &row, 1);
          sink_take(&state->pixels, state->line, cmyk);
        }
        jpeg_finish_decompress(&state->jpeg);
        sink_give(&state->pixels, result);
        state->rc = CPICTURE_OK;
      }
    }
  }
  coefficients_close(&state->packed);
  jpeg_destroy_decompress(&state->jpeg);
  rc = state->rc;
  free(state->line);
  sink_close(&state->pixels);
  free(state);
  return rc;
}

static void jpeg_refused(j_common_ptr jpeg) { longjmp(*(jmp_buf *)jpeg->client_data, 1); }

int cpicture_encode_jpeg(const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height,
                         int quality, uint8_t **bytes, size_t *length) {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  jmp_buf back;
  unsigned char *out = NULL;
  unsigned long count = 0;
  volatile int rc = CPICTURE_MEMORY;
  memset(&jpeg, 0, sizeof jpeg);
  jpeg.err = jpeg_std_error(&errors);
  errors.error_exit = jpeg_refused;
  errors.output_message = jpeg_silent;
  jpeg.client_data = &back;
  if (!setjmp(back)) {
    int i;
    jpeg_create_compress(&jpeg);
    jpeg.client_data = &back;
    jpeg_mem_dest(&jpeg, &out, &count);
    jpeg.image_width = width;
    jpeg.image_height = height;
    jpeg.input_components = 4;
    jpeg.in_color_space = JCS_EXT_BGRX;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, quality, TRUE);
    for (i = 0; i < jpeg.num_components; i++)
      jpeg.comp_info[i].h_samp_factor = jpeg.comp_info[i].v_samp_factor = 1;
    jpeg.optimize_coding = TRUE;
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < height) {
      JSAMPROW row = (JSAMPROW)(uintptr_t)(pixels + jpeg.next_scanline * stride);
      jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    rc = CPICTURE_OK;
  }
  jpeg_destroy_compress(&jpeg);
  if (rc != CPICTURE_OK) {
    free(out);
    return rc;
  }
  *bytes = out;
  *length = count;
  return CPICTURE_OK;
}

/* ---- WebP ---- */

static int give_rows(const uint8_t *pixels, uint32_t width, uint32_t height,
                     const cpicture_request *request, cpicture_result *result) {
  sink s;
  uint32_t y;
  memset(&s, 0, sizeof s);
  if (!sink_open(&s, width, height, request->target_width, request->target_height)) {
    sink_close(&s);
    return CPICTURE_MEMORY;
  }
  sink_profile_bytes(&s, request->profile, request->profile_length, 0);
  for (y = 0; y < height; y++) sink_take(&s, pixels + (size_t)y * width * 4, 0);
  sink_give(&s, result);
  sink_close(&s);
  return CPICTURE_OK;
}

static int decode_animation(const uint8_t *bytes, size_t length, const cpicture_request *request,
                            cpicture_result *result) {
  WebPAnimDecoderOptions options;
  WebPAnimInfo info;
  WebPData data;
  WebPAnimDecoder *decoder;
  uint8_t *canvas = NULL;
  int stamp, rc = CPICTURE_CORRUPT;
  data.bytes = bytes;
  data.size = length;
  if (!WebPAnimDecoderOptionsInit(&options)) return CPICTURE_CORRUPT;
  options.color_mode = MODE_BGRA;
  decoder = WebPAnimDecoderNew(&data, &options);
  if (!decoder) {
    say(result, "its animation cannot be read");
    return CPICTURE_CORRUPT;
  }
  if (WebPAnimDecoderGetInfo(decoder, &info) && info.canvas_width == request->width &&
      info.canvas_height == request->height && WebPAnimDecoderGetNext(decoder, &canvas, &stamp))
    rc = give_rows(canvas, info.canvas_width, info.canvas_height, request, result);
  else
    say(result, "its first frame cannot be read");
  WebPAnimDecoderDelete(decoder);
  return rc;
}

static int decode_webp(const uint8_t *bytes, size_t length, const cpicture_request *request,
                       cpicture_result *result) {
  WebPDecoderConfig config;
  uint32_t factor, width, height;
  uint8_t *pixels;
  VP8StatusCode status;
  int rc = CPICTURE_CORRUPT;
  if (!WebPInitDecoderConfig(&config)) return CPICTURE_CORRUPT;
  status = WebPGetFeatures(bytes, length, &config.input);
  if (status != VP8_STATUS_OK) {
    say(result, status == VP8_STATUS_NOT_ENOUGH_DATA ? "the file ends too early"
                                                     : "its stream cannot be read");
    return CPICTURE_CORRUPT;
  }
  if ((uint32_t)config.input.width != request->width ||
      (uint32_t)config.input.height != request->height) {
    say(result, "its headers tell different sizes");
    return CPICTURE_CORRUPT;
  }
  if (config.input.has_animation) return decode_animation(bytes, length, request, result);
  factor = reduction(request->width, request->height, request->target_width,
                     request->target_height);
  width = request->width / factor;
  height = request->height / factor;
  pixels = calloc((size_t)width * height, 4);
  if (!pixels) return CPICTURE_MEMORY;
  if (factor > 1) {
    config.options.use_scaling = 1;
    config.options.scaled_width = (int)width;
    config.options.scaled_height = (int)height;
  }
  config.output.colorspace = MODE_BGRA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels;
  config.output.u.RGBA.stride = (int)(width * 4);
  config.output.u.RGBA.size = (size_t)width * height * 4;
  status = WebPDecode(bytes, length, &config);
  if (status == VP8_STATUS_OK || request->allow_damaged) {
    rc = give_rows(pixels, width, height, request, result);
    result->damaged = status != VP8_STATUS_OK;
  } else if (status == VP8_STATUS_OUT_OF_MEMORY) {
    rc = CPICTURE_MEMORY;
  }
  if (status == VP8_STATUS_SUSPENDED || status == VP8_STATUS_NOT_ENOUGH_DATA)
    say(result, "the file ends too early");
  else if (status != VP8_STATUS_OK)
    say(result, "its stream cannot be read");
  WebPFreeDecBuffer(&config.output);
  free(pixels);
  return rc;
}

/* ---- Doors ---- */

int cpicture_decode(const uint8_t *bytes, size_t length, const cpicture_request *request,
                    cpicture_result *result) {
  memset(result, 0, sizeof *result);
  switch (request->format) {
    case CPICTURE_PNG: return decode_png(bytes, length, request, result);
    case CPICTURE_JPEG: return decode_jpeg(bytes, length, request, result);
    case CPICTURE_WEBP: return decode_webp(bytes, length, request, result);
    default: return CPICTURE_CORRUPT;
  }
}

void cpicture_free(cpicture_result *result) {
  free(result->pixels);
  result->pixels = NULL;
}

void cpicture_orient(const uint8_t *pixels, uint32_t width, uint32_t height, int orientation,
                     uint8_t *upright) {
  size_t across = orientation >= 5 ? height : width;
  uint32_t x, y;
  for (y = 0; y < height; y++) {
    for (x = 0; x < width; x++) {
      size_t u = x, v = y, right = width - 1 - x, bottom = height - 1 - y;
      switch (orientation) {
        case 2: u = right; break;
        case 3: u = right; v = bottom; break;
        case 4: v = bottom; break;
        case 5: u = y; v = x; break;
        case 6: u = bottom; v = x; break;
        case 7: u = bottom; v = right; break;
        case 8: u = y; v = right; break;
        default: break;
      }
      memcpy(upright + (v * across + u) * 4, pixels + ((size_t)y * width + x) * 4, 4);
    }
  }
}

int cpicture_srgb_profile(uint8_t **bytes, size_t *length) {
  cmsHPROFILE profile = cmsCreate_sRGBProfile();
  cmsUInt32Number count = 0;
  uint8_t *copy = NULL;
  if (profile == NULL) return CPICTURE_MEMORY;
  if (cmsSaveProfileToMem(profile, NULL, &count) && count >= 128 && (copy = malloc(count))) {
    if (!cmsSaveProfileToMem(profile, copy, &count)) {
      free(copy);
      copy = NULL;
    }
  }
  cmsCloseProfile(profile);
  if (copy == NULL) return CPICTURE_MEMORY;
  /* The date of its making, which is now: another one each time. */
  static const uint8_t date[12] = {0x07, 0xB2, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0};
  memcpy(copy + 24, date, sizeof date);
  *bytes = copy;
  *length = count;
  return CPICTURE_OK;
}
