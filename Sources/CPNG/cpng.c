#include "cpng.h"

#include "cpng_deflate.h"
#include "cpng_filter.h"

#include <libdeflate.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint8_t *bytes;
  size_t length, capacity;
} buffer;

struct cpng_encoder {
  buffer rows, filtered, deflated, file;
  cpng_deflater *fast;
  size_t kept_limit;
  struct libdeflate_compressor *small;
  int level;
  char message[128];
};

static int reserve(buffer *b, size_t capacity) {
  if (b->capacity >= capacity) return 1;
  uint8_t *grown = realloc(b->bytes, capacity);
  if (!grown) return 0;
  b->bytes = grown;
  b->capacity = capacity;
  return 1;
}

// What lies before and behind the filtered rows is read, see cpng_deflate.h.
static uint8_t *filtered_bytes(cpng_encoder *e) {
  return e->filtered.bytes + CPNG_DEFLATE_PADDING;
}

static int reserve_filtered(cpng_encoder *e, size_t length) {
  if (!reserve(&e->filtered, length + 2 * CPNG_DEFLATE_PADDING)) return 0;
  memset(e->filtered.bytes, 0, CPNG_DEFLATE_PADDING);
  memset(filtered_bytes(e) + length, 0, CPNG_DEFLATE_PADDING);
  return 1;
}

size_t cpng_kept_areas(const cpng_encoder *e) { return e->fast ? cpng_deflate_hits(e->fast) : 0; }

cpng_encoder *cpng_encoder_create(size_t kept_limit) {
  cpng_encoder *e = calloc(1, sizeof(cpng_encoder));
  if (e) e->kept_limit = kept_limit;
  return e;
}

void cpng_encoder_destroy(cpng_encoder *e) {
  if (!e) return;
  free(e->rows.bytes);
  free(e->filtered.bytes);
  free(e->deflated.bytes);
  free(e->file.bytes);
  cpng_deflater_destroy(e->fast);
  if (e->small) libdeflate_free_compressor(e->small);
  free(e);
}

const char *cpng_message(const cpng_encoder *e) { return e->message; }

// The filtered rows of the picture, each behind its filter's number: the one whose bytes have the
// least sum.
//
// Returns how large the bytes are on the mean that are not zero.
static double filter_rows(cpng_encoder *e, const uint8_t *pixels, size_t stride, uint32_t width,
                          uint32_t height, size_t bpp) {
  size_t n = width * bpp;
  uint8_t *above = e->rows.bytes, *row = above + n;
  uint8_t *out = filtered_bytes(e);
  memset(above, 0, n);
  uint64_t sum = 0, count = 0;
  cpng_filters t;
  for (int kind = PNG_FILTER_VALUE_SUB; kind <= PNG_FILTER_VALUE_PAETH; kind++)
    t.bytes[kind] = row + n * (size_t)kind;
  for (uint32_t y = 0; y < height; y++, out += n + 1) {
    const uint32_t *in = (const uint32_t *)(const void *)(pixels + y * stride);
    if (bpp == 3) cpng_row_to_rgb(in, row, width);
    else cpng_row_to_rgba(in, row, width);
    if (y > 0 && memcmp(row, above, n) == 0) {
      out[0] = PNG_FILTER_VALUE_UP;
      memset(out + 1, 0, n);
      continue;
    }
    int kind = cpng_least_filter(row, above, n, bpp, &t);
    out[0] = (uint8_t)kind;
    memcpy(out + 1, t.bytes[kind], n);
    sum += t.sums[kind];
    count += cpng_count_non_zero(out + 1, n);
    memcpy(above, row, n);
  }
  return count ? (double)sum / (double)count : 0;
}

// The file ---------------------------------------------------------------------------------------

static void on_error(png_structp png, png_const_charp message) {
  cpng_encoder *e = png_get_error_ptr(png);
  strncpy(e->message, message, sizeof e->message - 1);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void on_write(png_structp png, png_bytep bytes, size_t length) {
  cpng_encoder *e = png_get_io_ptr(png);
  if (e->file.length + length > e->file.capacity) {
    if (!reserve(&e->file, (e->file.length + length) * 2)) png_error(png, "out of memory");
  }
  memcpy(e->file.bytes + e->file.length, bytes, length);
  e->file.length += length;
}

static void on_flush(png_structp png) { (void)png; }

static void put32(uint8_t *out, uint32_t value) {
  for (int i = 0; i < 4; i++) out[i] = (uint8_t)(value >> (24 - 8 * i));
}

// A chunk whose sum libdeflate makes, several times as fast as libpng does.
static int append_chunk(cpng_encoder *e, const char *type, const uint8_t *bytes, size_t length) {
  if (!reserve(&e->file, e->file.length + length + 12)) return 0;
  uint8_t *out = e->file.bytes + e->file.length;
  put32(out, (uint32_t)length);
  memcpy(out + 4, type, 4);
  if (length) memcpy(out + 8, bytes, length);
  put32(out + 8 + length, libdeflate_crc32(0, out + 4, length + 4));
  e->file.length += length + 12;
  return 1;
}

static int write_file(cpng_encoder *e, uint32_t width, uint32_t height, int color_type,
                      uint32_t pixels_per_metre) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, e, on_error, on_warning);
  if (!png) return CPNG_NO_MEMORY;
  png_infop info = png_create_info_struct(png);
  if (!info) {
    png_destroy_write_struct(&png, NULL);
    return CPNG_NO_MEMORY;
  }
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    return CPNG_LIBPNG;
  }
  png_set_write_fn(png, e, on_write, on_flush);
  png_set_user_limits(png, 0x7FFFFFFF, 0x7FFFFFFF);
  png_set_IHDR(png, info, width, height, 8, color_type, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_set_pHYs(png, info, pixels_per_metre, pixels_per_metre, PNG_RESOLUTION_METER);
  png_write_info(png, info);
  png_destroy_write_struct(&png, &info);
  for (size_t at = 0; at < e->deflated.length;) {
    size_t piece = e->deflated.length - at;
    if (piece > 0x40000000) piece = 0x40000000;
    if (!append_chunk(e, "IDAT", e->deflated.bytes + at, piece)) return CPNG_NO_MEMORY;
    at += piece;
  }
  if (!append_chunk(e, "IEND", NULL, 0)) return CPNG_NO_MEMORY;
  return CPNG_OK;
}

// Filters each row by the one above it, which is quick and good for flat areas, or beside pictures
// by Paeth, which is as good for those and better for photos. It compresses it while it is at hand.
static int deflate_fast(cpng_encoder *e, const uint8_t *pixels, size_t stride, uint32_t width,
                        uint32_t height, size_t bpp, const cpng_rectangle *rectangles,
                        size_t rectangle_count) {
  if (!e->fast) e->fast = cpng_deflater_create(e->kept_limit);
  if (!e->fast) return CPNG_NO_MEMORY;
  cpng_area areas[CPNG_MOST_AREAS];
  size_t area_count = 0;
  for (size_t i = 0; i < rectangle_count && area_count < CPNG_MOST_AREAS; i++) {
    cpng_rectangle r = rectangles[i];
    uint32_t right = r.right < width ? r.right : width;
    uint32_t bottom = r.bottom < height ? r.bottom : height;
    if (r.left + 1 >= right || r.top + 1 >= bottom) continue;
    // The first row and column depend on what lies around.
    areas[area_count++] = (cpng_area){.left = 1 + (r.left + 1) * (uint32_t)bpp,
                                      .top = r.top + 1,
                                      .right = 1 + right * (uint32_t)bpp,
                                      .bottom = bottom};
  }
  size_t n = width * bpp;
  // What lies above the first row counts as black; there is room for a row of pixels.
  uint8_t *above = e->rows.bytes, *row = above + width * sizeof(uint32_t);
  memset(above, 0, width * sizeof(uint32_t));
  const uint32_t *before = (const uint32_t *)(const void *)above;
  uint8_t *out = filtered_bytes(e);
  cpng_deflate_begin(e->fast, out, n + 1, height, (uint32_t)bpp, areas, area_count,
                     e->deflated.bytes);
  for (uint32_t y = 0; y < height; y++, out += n + 1) {
    const uint32_t *in = (const uint32_t *)(const void *)(pixels + y * stride);
    int is_empty = 0, is_beside = 0;
    for (size_t i = 0; i < area_count; i++)
      is_beside |= areas[i].top <= y && y < areas[i].bottom;
    out[0] = is_beside ? PNG_FILTER_VALUE_PAETH : PNG_FILTER_VALUE_UP;
    if (bpp == 3) {
      // Most rows between texts are as the one above them.
      is_empty = memcmp(in, before, width * sizeof *in) == 0;
      if (is_empty) memset(out + 1, 0, n);
      else if (is_beside) cpng_filter_paeth_to_rgb(in, before, out + 1, width);
      else cpng_filter_up_to_rgb(in, before, out + 1, width);
      before = in;
    } else {
      cpng_row_to_rgba(in, row, width);
      for (size_t i = 0; i < n; i++) {
        int is_inside = is_beside && i >= bpp;
        int less = is_inside ? cpng_paeth(row[i - bpp], above[i], above[i - bpp]) : above[i];
        out[i + 1] = (uint8_t)(row[i] - less);
      }
      uint8_t *done = row;
      row = above;
      above = done;
    }
    if (!cpng_deflate_row(e->fast, is_empty)) return CPNG_NO_MEMORY;
  }
  e->deflated.length = cpng_deflate_end(e->fast);
  return CPNG_OK;
}

static int deflate_small(cpng_encoder *e, size_t length, int level) {
  if (e->small && e->level != level) {
    libdeflate_free_compressor(e->small);
    e->small = NULL;
  }
  if (!e->small) e->small = libdeflate_alloc_compressor(level);
  if (!e->small) return CPNG_NO_MEMORY;
  e->level = level;
  e->deflated.length = libdeflate_zlib_compress(e->small, filtered_bytes(e), length,
                                                e->deflated.bytes, e->deflated.capacity);
  return e->deflated.length == 0 ? CPNG_NO_MEMORY : CPNG_OK;
}

static uint64_t covered_by(const cpng_rectangle *rectangles, size_t count) {
  uint64_t pixels = 0;
  for (size_t i = 0; i < count; i++) {
    const cpng_rectangle *r = rectangles + i;
    if (r->left < r->right && r->top < r->bottom)
      pixels += (uint64_t)(r->right - r->left) * (r->bottom - r->top);
  }
  return pixels;
}

int cpng_encode(cpng_encoder *e, const uint8_t *pixels, size_t stride, uint32_t width,
                uint32_t height, int has_alpha, uint32_t pixels_per_metre, int profile,
                const cpng_rectangle *rectangles, size_t rectangle_count, const uint8_t **out,
                size_t *out_length) {
  int rgba = has_alpha && !cpng_is_opaque(pixels, stride, width, height);
  size_t bpp = rgba ? 4 : 3;
  size_t length = ((size_t)width * bpp + 1) * height;
  size_t fast_bound = cpng_deflate_bound((size_t)width * bpp + 1, height);
  int is_fast = profile == CPNG_FAST && fast_bound > 0;
  size_t bound = is_fast ? fast_bound : libdeflate_zlib_compress_bound(NULL, length);
  // The rows of the quick filter are of whole words.
  size_t rows = is_fast ? width * 2 * sizeof(uint32_t) : (size_t)width * bpp * 6;
  if (!reserve(&e->rows, rows) || !reserve_filtered(e, length) || !reserve(&e->deflated, bound))
    return CPNG_NO_MEMORY;
  int status;
  if (is_fast) {
    status = deflate_fast(e, pixels, stride, width, height, bpp, rectangles, rectangle_count);
  } else {
    double mean = filter_rows(e, pixels, stride, width, height, bpp);
    int has_photo =
        mean < 16 && covered_by(rectangles, rectangle_count) > (uint64_t)width * height / 12;
    // Small steps, as of a gradient, repeat far away, which only the longer search finds. Of what
    // has large ones, photos and edges of letters, shorter ones are as good as libpng's level 6.
    status = deflate_small(e, length, mean < 8 ? 7 : has_photo ? 4 : 5);
  }
  if (status != CPNG_OK) return status;
  e->file.length = 0;
  if (!reserve(&e->file, e->deflated.length + 1024)) return CPNG_NO_MEMORY;
  status = write_file(e, width, height, rgba ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
                      pixels_per_metre);
  *out = e->file.bytes;
  *out_length = e->file.length;
  return status;
}
