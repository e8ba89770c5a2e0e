#include "cpng.h"

#include <isa-l/igzip_lib.h>
#include <libdeflate.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <tmmintrin.h>
#endif

typedef struct {
  uint8_t *bytes;
  size_t length, capacity;
} buffer;

struct cpng_encoder {
  buffer rows, filtered, deflated, other, tokens, file;
  struct isal_zstream *fast;
  struct libdeflate_compressor *small;
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

// Room before the filtered rows, which ISA-L reads: see deflate_fast.
enum { HISTORY = 1 << 16 };

static uint8_t *filtered_bytes(cpng_encoder *e) { return e->filtered.bytes + HISTORY; }

static int reserve_filtered(cpng_encoder *e, size_t length) {
  return reserve(&e->filtered, HISTORY + length);
}

cpng_encoder *cpng_encoder_create(void) { return calloc(1, sizeof(cpng_encoder)); }

void cpng_encoder_destroy(cpng_encoder *e) {
  if (!e) return;
  free(e->rows.bytes);
  free(e->filtered.bytes);
  free(e->deflated.bytes);
  free(e->other.bytes);
  free(e->tokens.bytes);
  free(e->file.bytes);
  free(e->fast);
  if (e->small) libdeflate_free_compressor(e->small);
  free(e);
}

const char *cpng_message(const cpng_encoder *e) { return e->message; }

// Pixels -----------------------------------------------------------------------------------------

static int all_opaque(const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height) {
  for (uint32_t y = 0; y < height; y++) {
    const uint32_t *row = (const uint32_t *)(const void *)(pixels + y * stride);
    uint32_t every = 0xFFFFFFFFu;
    for (uint32_t x = 0; x < width; x++) every &= row[x];
    if (every >> 24 != 0xFF) return 0;
  }
  return 1;
}

#if defined(__x86_64__)
// Four pixels at a time; returns how many were done. Each store writes four bytes too many, so
// it ends before the row does.
__attribute__((target("ssse3"))) static uint32_t row_to_rgb_quickly(const uint32_t *in,
                                                                    uint8_t *out, uint32_t width) {
  const __m128i order =
      _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
  uint32_t x = 0;
  for (; x + 6 <= width; x += 4) {
    __m128i four = _mm_loadu_si128((const __m128i *)(const void *)(in + x));
    _mm_storeu_si128((__m128i *)(void *)(out + x * (size_t)3), _mm_shuffle_epi8(four, order));
  }
  return x;
}
#endif

static void row_to_rgb(const uint32_t *in, uint8_t *out, uint32_t width) {
  uint32_t x = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("ssse3")) {
    x = row_to_rgb_quickly(in, out, width);
    out += x * (size_t)3;
  }
#endif
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  // Four pixels are three words.
  for (; x + 4 <= width; x += 4, out += 12) {
    uint32_t a = __builtin_bswap32(in[x] << 8), b = __builtin_bswap32(in[x + 1] << 8);
    uint32_t c = __builtin_bswap32(in[x + 2] << 8), d = __builtin_bswap32(in[x + 3] << 8);
    uint32_t words[3] = {a | b << 24, b >> 8 | c << 16, c >> 16 | d << 8};
    memcpy(out, words, 12);
  }
#endif
  for (; x < width; x++, out += 3) {
    out[0] = (uint8_t)(in[x] >> 16);
    out[1] = (uint8_t)(in[x] >> 8);
    out[2] = (uint8_t)in[x];
  }
}

#if defined(__x86_64__)
__attribute__((target("ssse3"))) static uint32_t filter_up_to_rgb_quickly(
    const uint32_t *restrict in, const uint32_t *restrict above, uint8_t *restrict out,
    uint32_t width) {
  const __m128i order =
      _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
  uint32_t x = 0;
  for (; x + 6 <= width; x += 4) {
    __m128i here = _mm_loadu_si128((const __m128i *)(const void *)(in + x));
    __m128i there = _mm_loadu_si128((const __m128i *)(const void *)(above + x));
    _mm_storeu_si128((__m128i *)(void *)(out + x * (size_t)3),
                     _mm_shuffle_epi8(_mm_sub_epi8(here, there), order));
  }
  return x;
}
#endif

// Filter Up and the change to RGB in one pass over both rows, without either in between.
static void filter_up_to_rgb(const uint32_t *restrict in, const uint32_t *restrict above,
                             uint8_t *restrict out, uint32_t width) {
  uint32_t x = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("ssse3")) x = filter_up_to_rgb_quickly(in, above, out, width);
#endif
  for (out += x * (size_t)3; x < width; x++, out += 3) {
    out[0] = (uint8_t)((in[x] >> 16) - (above[x] >> 16));
    out[1] = (uint8_t)((in[x] >> 8) - (above[x] >> 8));
    out[2] = (uint8_t)(in[x] - above[x]);
  }
}

static uint8_t straight(uint32_t channel, uint32_t alpha) {
  uint32_t value = (channel * 255 + alpha / 2) / alpha;
  return (uint8_t)(value > 255 ? 255 : value);
}

static void row_to_rgba(const uint32_t *in, uint8_t *out, uint32_t width) {
  for (uint32_t x = 0; x < width; x++, out += 4) {
    uint32_t p = in[x], alpha = p >> 24;
    if (alpha == 0) {
      memset(out, 0, 4);
    } else {
      out[0] = straight(p >> 16 & 0xFF, alpha);
      out[1] = straight(p >> 8 & 0xFF, alpha);
      out[2] = straight(p & 0xFF, alpha);
      out[3] = (uint8_t)alpha;
    }
  }
}

// Filters ----------------------------------------------------------------------------------------

static void filter_sub(const uint8_t *restrict row, uint8_t *restrict out, size_t n, size_t bpp) {
  memcpy(out, row, bpp < n ? bpp : n);
  for (size_t i = bpp; i < n; i++) out[i] = (uint8_t)(row[i] - row[i - bpp]);
}

static void filter_up(const uint8_t *restrict row, const uint8_t *restrict above,
                      uint8_t *restrict out, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(row[i] - above[i]);
}

static void filter_average(const uint8_t *restrict row, const uint8_t *restrict above,
                           uint8_t *restrict out, size_t n, size_t bpp) {
  for (size_t i = 0; i < bpp; i++) out[i] = (uint8_t)(row[i] - (above[i] >> 1));
  for (size_t i = bpp; i < n; i++)
    out[i] = (uint8_t)(row[i] - (uint8_t)((row[i - bpp] + above[i]) >> 1));
}

static void filter_paeth(const uint8_t *restrict row, const uint8_t *restrict above,
                         uint8_t *restrict out, size_t n, size_t bpp) {
  for (size_t i = 0; i < bpp; i++) out[i] = (uint8_t)(row[i] - above[i]);
  for (size_t i = bpp; i < n; i++) {
    int16_t a = row[i - bpp], b = above[i], c = above[i - bpp];
    int16_t pa = (int16_t)(b - c), pb = (int16_t)(a - c), pc = (int16_t)(pa + pb);
    pa = (int16_t)(pa < 0 ? -pa : pa);
    pb = (int16_t)(pb < 0 ? -pb : pb);
    pc = (int16_t)(pc < 0 ? -pc : pc);
    int16_t bc = pb <= pc ? b : c;
    int16_t best = (pa <= pb && pa <= pc) ? a : bc;
    out[i] = (uint8_t)(row[i] - best);
  }
}

static uint32_t cost(const uint8_t *restrict bytes, size_t n) {
  uint32_t sum = 0;
  for (size_t i = 0; i < n; i++) {
    int8_t value = (int8_t)bytes[i];
    sum += (uint8_t)(value < 0 ? -value : value);
  }
  return sum;
}

// The filtered rows of the picture, each behind its filter's number. Each row gets the filter
// whose bytes have the least sum, or all get the one that is fast and good for flat areas.
static void filter_rows(cpng_encoder *e, const uint8_t *pixels, size_t stride, uint32_t width,
                        uint32_t height, size_t bpp, int seeks_least) {
  size_t n = width * bpp;
  uint8_t *above = e->rows.bytes, *row = above + n, *trial = row + n;
  uint8_t *out = filtered_bytes(e);
  memset(above, 0, n);
  if (bpp == 3 && !seeks_least) {
    // What lies above the first row counts as black; there is room for a row of pixels.
    memset(above, 0, width * sizeof(uint32_t));
    const uint32_t *before = (const uint32_t *)(const void *)above;
    for (uint32_t y = 0; y < height; y++, out += n + 1) {
      const uint32_t *in = (const uint32_t *)(const void *)(pixels + y * stride);
      out[0] = PNG_FILTER_VALUE_UP;
      filter_up_to_rgb(in, before, out + 1, width);
      before = in;
    }
    return;
  }
  for (uint32_t y = 0; y < height; y++) {
    const uint32_t *in = (const uint32_t *)(const void *)(pixels + y * stride);
    if (bpp == 3) row_to_rgb(in, row, width);
    else row_to_rgba(in, row, width);
    if (y > 0 && memcmp(row, above, n) == 0) {
      out[0] = PNG_FILTER_VALUE_UP;
      memset(out + 1, 0, n);
    } else if (!seeks_least) {
      out[0] = PNG_FILTER_VALUE_UP;
      filter_up(row, above, out + 1, n);
    } else {
      out[0] = PNG_FILTER_VALUE_NONE;
      memcpy(out + 1, row, n);
      uint32_t least = cost(row, n);
      for (int kind = PNG_FILTER_VALUE_SUB; kind <= PNG_FILTER_VALUE_PAETH; kind++) {
        if (kind == PNG_FILTER_VALUE_SUB) filter_sub(row, trial, n, bpp);
        else if (kind == PNG_FILTER_VALUE_UP) filter_up(row, above, trial, n);
        else if (kind == PNG_FILTER_VALUE_AVG) filter_average(row, above, trial, n, bpp);
        else filter_paeth(row, above, trial, n, bpp);
        uint32_t sum = cost(trial, n);
        if (sum < least) {
          least = sum;
          out[0] = (uint8_t)kind;
          memcpy(out + 1, trial, n);
        }
      }
    }
    out += n + 1;
    uint8_t *done = above;
    above = row;
    row = done;
  }
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

// ISA-L's level 1: some five times as fast as the others, at a tenth more bytes.
static int deflate_fast(cpng_encoder *e, size_t length) {
  if (!e->fast) e->fast = malloc(sizeof *e->fast);
  if (!e->fast || !reserve(&e->tokens, ISAL_DEF_LVL1_DEFAULT)) return CPNG_NO_MEMORY;
  struct isal_zstream *stream = e->fast;
  memset(stream, 0, sizeof *stream);
  memset(e->tokens.bytes, 0, ISAL_DEF_LVL1_DEFAULT);
  isal_deflate_init(stream);
  // At the first byte of what has no history ISA-L (2.30, for x86) hashes the address of the stream
  // in place of the third byte: the bytes of one picture in some thousand would depend on where
  // the stream lies in memory. So it is told that its table of matches is set, which it is: empty.
  // Then it looks for the first byte far before it, where only other bytes lie.
  memset(e->filtered.bytes, (uint8_t)~*filtered_bytes(e), HISTORY);
  stream->internal_state.has_hist = IGZIP_DICT_HASH_SET;
  stream->level = 1;
  stream->level_buf = e->tokens.bytes;
  stream->level_buf_size = ISAL_DEF_LVL1_DEFAULT;
  stream->gzip_flag = IGZIP_ZLIB;
  stream->end_of_stream = 1;
  stream->flush = NO_FLUSH;
  stream->next_in = filtered_bytes(e);
  stream->avail_in = (uint32_t)length;
  stream->next_out = e->deflated.bytes;
  stream->avail_out = (uint32_t)e->deflated.capacity;
  if (isal_deflate(stream) != COMP_OK || stream->avail_in != 0 ||
      stream->internal_state.state != ZSTATE_END) {
    return CPNG_NO_MEMORY;
  }
  e->deflated.length = stream->total_out;
  return CPNG_OK;
}

static int deflate_small(cpng_encoder *e, size_t length, buffer *out) {
  out->length = libdeflate_zlib_compress(e->small, filtered_bytes(e), length, out->bytes,
                                         out->capacity);
  return out->length == 0 ? CPNG_NO_MEMORY : CPNG_OK;
}

int cpng_encode(cpng_encoder *e, const uint8_t *pixels, size_t stride, uint32_t width,
                uint32_t height, int has_alpha, uint32_t pixels_per_metre, int profile,
                const uint8_t **out, size_t *out_length) {
  int rgba = has_alpha && !all_opaque(pixels, stride, width, height);
  size_t bpp = rgba ? 4 : 3;
  size_t length = ((size_t)width * bpp + 1) * height;
  size_t bound = libdeflate_zlib_compress_bound(NULL, length);
  if (!reserve(&e->rows, (size_t)width * bpp * 3) || !reserve_filtered(e, length) ||
      !reserve(&e->deflated, bound)) {
    return CPNG_NO_MEMORY;
  }
  int status;
  // ISA-L counts in 32 bits.
  if (profile == CPNG_FAST && bound < UINT32_MAX) {
    filter_rows(e, pixels, stride, width, height, bpp, 0);
    status = deflate_fast(e, length);
  } else {
    // Rows of one filter are smaller for flat cards, chosen ones for photos: the smaller counts.
    if (!e->small) e->small = libdeflate_alloc_compressor(7);
    if (!e->small || !reserve(&e->other, bound)) return CPNG_NO_MEMORY;
    filter_rows(e, pixels, stride, width, height, bpp, 0);
    status = deflate_small(e, length, &e->deflated);
    if (status != CPNG_OK) return status;
    filter_rows(e, pixels, stride, width, height, bpp, 1);
    status = deflate_small(e, length, &e->other);
    if (status == CPNG_OK && e->other.length < e->deflated.length) {
      buffer larger = e->deflated;
      e->deflated = e->other;
      e->other = larger;
    }
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
