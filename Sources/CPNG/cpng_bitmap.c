#include "cpng_bitmap.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// Reading ----------------------------------------------------------------------------------------

struct cpng_reader {
  const uint8_t *bytes;
  size_t length, at;
  png_structp png;
  png_infop info;
  int status;
  uint32_t width, height, density;
  int has_more, is_deep;
  uint64_t deep;
  uint8_t *rows;        // where 16 bits or interlacing ask for rows of their own
  uint8_t **row_starts; // of an interlaced picture
  char message[128];
};

static void on_read_error(png_structp png, png_const_charp message) {
  cpng_reader *r = png_get_error_ptr(png);
  strncpy(r->message, message, sizeof r->message - 1);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void on_read(png_structp png, png_bytep into, size_t count) {
  cpng_reader *r = png_get_io_ptr(png);
  if (count > r->length - r->at) png_error(png, "the file ends too early");
  memcpy(into, r->bytes + r->at, count);
  r->at += count;
}

cpng_reader *cpng_reader_create(const uint8_t *bytes, size_t length, uint64_t pixel_limit) {
  cpng_reader *r = calloc(1, sizeof *r);
  if (!r) return NULL;
  r->bytes = bytes;
  r->length = length;
  r->status = CPNG_READ_MEMORY;
  r->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, r, on_read_error, on_warning);
  if (r->png) r->info = png_create_info_struct(r->png);
  if (!r->png || !r->info) return r;
  if (setjmp(png_jmpbuf(r->png))) {
    r->status = CPNG_READ_DAMAGED;
    return r;
  }
  png_set_read_fn(r->png, r, on_read);
  png_set_user_limits(r->png, 0x7FFFFFFF, 0x7FFFFFFF);
  png_set_chunk_malloc_max(r->png, 8u << 20);
  png_set_chunk_cache_max(r->png, 200);
  png_read_info(r->png, r->info);
  r->width = png_get_image_width(r->png, r->info);
  r->height = png_get_image_height(r->png, r->info);
  if ((uint64_t)r->width * r->height > pixel_limit) {
    r->status = CPNG_READ_LIMIT;
    return r;
  }
  r->density = png_get_pixels_per_meter(r->png, r->info);
  png_textp texts;
  r->has_more = png_get_valid(r->png, r->info, PNG_INFO_iCCP | PNG_INFO_gAMA | PNG_INFO_cHRM) ||
                png_get_text(r->png, r->info, &texts, NULL) > 0;
  r->is_deep = png_get_bit_depth(r->png, r->info) == 16;
  png_set_expand(r->png);
  png_set_gray_to_rgb(r->png);
  png_set_add_alpha(r->png, r->is_deep ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
  r->status = CPNG_READ_OK;
  return r;
}

void cpng_reader_destroy(cpng_reader *r) {
  if (!r) return;
  if (r->png) png_destroy_read_struct(&r->png, r->info ? &r->info : NULL, NULL);
  free(r->rows);
  free(r->row_starts);
  free(r);
}

int cpng_reader_status(const cpng_reader *r) { return r->status; }
const char *cpng_reader_message(const cpng_reader *r) { return r->message; }
uint32_t cpng_reader_width(const cpng_reader *r) { return r->width; }
uint32_t cpng_reader_height(const cpng_reader *r) { return r->height; }
uint32_t cpng_reader_density(const cpng_reader *r) { return r->density; }
int cpng_reader_has_more(const cpng_reader *r) { return r->has_more; }
uint64_t cpng_reader_deep(const cpng_reader *r) { return r->deep; }

// Two bytes to one as png_set_scale_16 does it, and a hash of what would be lost.
static uint64_t narrow(const uint8_t *in, uint8_t *out, size_t samples, uint64_t hash) {
  for (size_t i = 0; i < samples; i++) {
    uint32_t value = (uint32_t)in[2 * i] << 8 | in[2 * i + 1];
    out[i] = (uint8_t)((value * 255 + 32895) >> 16);
    hash = (hash ^ value) * 0x100000001b3u;
  }
  return hash;
}

int cpng_reader_read(cpng_reader *r, uint8_t *rgba) {
  if (r->status != CPNG_READ_OK) return r->status;
  size_t out_row = (size_t)r->width * 4;
  if (setjmp(png_jmpbuf(r->png))) return r->status = CPNG_READ_DAMAGED;
  int passes = png_set_interlace_handling(r->png);
  png_read_update_info(r->png, r->info);
  size_t row = png_get_rowbytes(r->png, r->info);
  if (row != out_row * (r->is_deep ? 2 : 1)) png_error(r->png, "its rows are of no known kind");
  if (!r->is_deep) {
    for (int pass = 0; pass < passes; pass++)
      for (uint32_t y = 0; y < r->height; y++) png_read_row(r->png, rgba + y * out_row, NULL);
  } else {
    uint64_t hash = 0xcbf29ce484222325u;
    int whole = passes > 1;
    r->rows = malloc(row * (whole ? r->height : 1));
    if (!r->rows) return r->status = CPNG_READ_MEMORY;
    for (int pass = 0; pass < passes; pass++)
      for (uint32_t y = 0; y < r->height; y++) {
        uint8_t *at = r->rows + (whole ? y * row : 0);
        png_read_row(r->png, at, NULL);
        if (pass == passes - 1)
          hash = narrow(at, rgba + y * out_row, (size_t)r->width * 4, hash);
      }
    r->deep = hash ? hash : 1;
  }
  png_read_end(r->png, NULL);
  return CPNG_READ_OK;
}

int cpng_reader_is_plain(const cpng_reader *r) {
  return r->status == CPNG_READ_OK && !r->is_deep &&
         png_get_interlace_type(r->png, r->info) == PNG_INTERLACE_NONE;
}

int cpng_reader_compare(cpng_reader *r, const uint8_t *rgba, int *is_same) {
  *is_same = 0;
  if (r->status != CPNG_READ_OK) return r->status;
  size_t row = (size_t)r->width * 4;
  if (setjmp(png_jmpbuf(r->png))) return r->status = CPNG_READ_DAMAGED;
  png_read_update_info(r->png, r->info);
  if (png_get_rowbytes(r->png, r->info) != row) png_error(r->png, "its rows are of no known kind");
  r->rows = malloc(row);
  if (!r->rows) return r->status = CPNG_READ_MEMORY;
  for (uint32_t y = 0; y < r->height; y++) {
    png_read_row(r->png, r->rows, NULL);
    if (memcmp(r->rows, rgba + y * row, row) != 0) return CPNG_READ_OK;
  }
  png_read_end(r->png, NULL);
  *is_same = 1;
  return CPNG_READ_OK;
}

// Writing ----------------------------------------------------------------------------------------

typedef struct {
  uint8_t *bytes;
  size_t length, capacity;
} output;

typedef struct {
  uint32_t colors[256];
  int count;
  int has_alpha;
} palette;

static uint32_t pixel_at(const uint8_t *rgba) {
  return (uint32_t)rgba[0] << 24 | (uint32_t)rgba[1] << 16 | (uint32_t)rgba[2] << 8 | rgba[3];
}

// The number of a colour, by open addressing; -1 where there are more than 256.
static int color_number(palette *p, int16_t *slots, uint32_t color) {
  uint32_t slot = (color * 2654435761u) >> 22;
  while (slots[slot] >= 0) {
    if (p->colors[slots[slot]] == color) return slots[slot];
    slot = (slot + 1) & 1023;
  }
  if (p->count == 256) return -1;
  slots[slot] = (int16_t)p->count;
  p->colors[p->count] = color;
  return p->count++;
}

static void on_write_error(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

static void on_write(png_structp png, png_bytep bytes, size_t length) {
  output *o = png_get_io_ptr(png);
  if (o->length + length > o->capacity) {
    size_t capacity = (o->length + length) * 2;
    uint8_t *grown = realloc(o->bytes, capacity);
    if (!grown) png_error(png, "out of memory");
    o->bytes = grown;
    o->capacity = capacity;
  }
  memcpy(o->bytes + o->length, bytes, length);
  o->length += length;
}

static void on_flush(png_structp png) { (void)png; }

// Rows are `width` pixels of `channels` bytes each; a palette goes with one channel.
static int write_rows(const uint8_t *rows, uint32_t width, uint32_t height, int channels,
                      const palette *colors, uint32_t density, int filters, output *o) {
  png_structp png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_write_error, on_warning);
  if (!png) return 0;
  png_infop info = png_create_info_struct(png);
  if (!info) {
    png_destroy_write_struct(&png, NULL);
    return 0;
  }
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    return 0;
  }
  png_set_write_fn(png, o, on_write, on_flush);
  png_set_user_limits(png, 0x7FFFFFFF, 0x7FFFFFFF);
  png_set_compression_level(png, 9);
  png_set_compression_mem_level(png, 9);
  png_set_filter(png, 0, filters);
  int depth = 8;
  if (colors) depth = colors->count <= 2 ? 1 : colors->count <= 4 ? 2 : colors->count <= 16 ? 4 : 8;
  png_set_IHDR(png, info, width, height, depth,
               colors          ? PNG_COLOR_TYPE_PALETTE
               : channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA
                               : PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (colors) {
    png_color entries[256];
    png_byte alphas[256];
    for (int i = 0; i < colors->count; i++) {
      uint32_t color = colors->colors[i];
      entries[i].red = (png_byte)(color >> 24);
      entries[i].green = (png_byte)(color >> 16);
      entries[i].blue = (png_byte)(color >> 8);
      alphas[i] = (png_byte)color;
    }
    png_set_PLTE(png, info, entries, colors->count);
    if (colors->has_alpha) png_set_tRNS(png, info, alphas, colors->count, NULL);
  }
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (density) png_set_pHYs(png, info, density, density, PNG_RESOLUTION_METER);
  png_write_info(png, info);
  if (depth < 8) png_set_packing(png);
  for (uint32_t y = 0; y < height; y++)
    png_write_row(png, rows + (size_t)y * width * (size_t)channels);
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
  return 1;
}

// Writes the rows with and without filters and keeps what is smaller.
static int try_rows(const uint8_t *rows, uint32_t width, uint32_t height, int channels,
                    const palette *colors, uint32_t density, output *best) {
  static const int filters[3] = {PNG_FILTER_NONE, PNG_FILTER_UP, PNG_ALL_FILTERS};
  for (int i = 0; i < 3; i++) {
    output o = {NULL, 0, 0};
    if (!write_rows(rows, width, height, channels, colors, density, filters[i], &o)) {
      free(o.bytes);
      return 0;
    }
    if (!best->bytes || o.length < best->length) {
      free(best->bytes);
      *best = o;
    } else {
      free(o.bytes);
    }
  }
  return 1;
}

int cpng_write_small(const uint8_t *rgba, uint32_t width, uint32_t height,
                     uint32_t pixels_per_metre, uint8_t **out, size_t *out_length) {
  size_t count = (size_t)width * height;
  palette colors = {.count = 0};
  int16_t slots[1024];
  memset(slots, 0xFF, sizeof slots);
  uint8_t *numbers = calloc(count ? count : 1, 1);
  if (!numbers) return CPNG_READ_MEMORY;
  int fits = 1, opaque = 1;
  for (size_t i = 0; i < count; i++) {
    if (rgba[4 * i + 3] != 255) opaque = 0;
    if (!fits) continue;
    int number = color_number(&colors, slots, pixel_at(rgba + 4 * i));
    if (number < 0) fits = 0;
    else numbers[i] = (uint8_t)number;
  }
  colors.has_alpha = !opaque;
  output best = {NULL, 0, 0};
  int done = 1;
  if (fits) done = try_rows(numbers, width, height, 1, &colors, pixels_per_metre, &best);
  free(numbers);
  if (done && !opaque) {
    done = try_rows(rgba, width, height, 4, NULL, pixels_per_metre, &best);
  } else if (done) {
    uint8_t *rgb = malloc(count * 3);
    if (rgb) {
      for (size_t i = 0; i < count; i++) memcpy(rgb + 3 * i, rgba + 4 * i, 3);
      done = try_rows(rgb, width, height, 3, NULL, pixels_per_metre, &best);
      free(rgb);
    } else {
      done = 0;
    }
  }
  if (!done) {
    free(best.bytes);
    return CPNG_READ_MEMORY;
  }
  *out = best.bytes;
  *out_length = best.length;
  return CPNG_READ_OK;
}
