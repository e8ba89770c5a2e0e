#include "cpng.h"

#include "cpng_deflate.h"

#include <libdeflate.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

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

#if defined(__x86_64__)
// Eight pixels at a time. Each store writes eight bytes too many.
__attribute__((target("avx2"))) static uint32_t filter_up_to_rgb_by_eight(
    const uint32_t *restrict in, const uint32_t *restrict above, uint8_t *restrict out,
    uint32_t width) {
  const __m256i order = _mm256_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1, 2,
                                         1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
  const __m256i together = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
  uint32_t x = 0;
  for (; x + 11 <= width; x += 8) {
    __m256i here = _mm256_loadu_si256((const __m256i *)(const void *)(in + x));
    __m256i there = _mm256_loadu_si256((const __m256i *)(const void *)(above + x));
    __m256i bytes = _mm256_shuffle_epi8(_mm256_sub_epi8(here, there), order);
    _mm256_storeu_si256((__m256i *)(void *)(out + x * (size_t)3),
                        _mm256_permutevar8x32_epi32(bytes, together));
  }
  return x;
}
#endif

// Filter Up and the change to RGB in one pass over both rows, without either in between.
static void filter_up_to_rgb(const uint32_t *restrict in, const uint32_t *restrict above,
                             uint8_t *restrict out, uint32_t width) {
  uint32_t x = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) x = filter_up_to_rgb_by_eight(in, above, out, width);
  else if (__builtin_cpu_supports("ssse3")) x = filter_up_to_rgb_quickly(in, above, out, width);
#endif
  for (out += x * (size_t)3; x < width; x++, out += 3) {
    out[0] = (uint8_t)((in[x] >> 16) - (above[x] >> 16));
    out[1] = (uint8_t)((in[x] >> 8) - (above[x] >> 8));
    out[2] = (uint8_t)(in[x] - above[x]);
  }
}

static int paeth(int a, int b, int c) {
  int pa = b < c ? c - b : b - c, pb = a < c ? c - a : a - c;
  int pc = a + b < 2 * c ? 2 * c - a - b : a + b - 2 * c;
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

#if defined(__x86_64__)
// What Paeth's filter takes for a byte, for thirty-two at a time: of the byte to the left and the one
// above the higher, where twice the way from the lower to the third is at most the way on to the
// higher; the lower, the other way round; else the third. It is the same for all bytes.
__attribute__((target("avx2"))) static inline __m256i paeth_of(__m256i a, __m256i b, __m256i c) {
  const __m256i zero = _mm256_setzero_si256();
  __m256i from = _mm256_subs_epu8(c, _mm256_min_epu8(a, b));
  __m256i on = _mm256_subs_epu8(_mm256_max_epu8(a, b), c);
  __m256i is_higher = _mm256_cmpeq_epi8(_mm256_subs_epu8(_mm256_adds_epu8(from, from), on), zero);
  __m256i is_lower = _mm256_cmpeq_epi8(_mm256_subs_epu8(_mm256_adds_epu8(on, on), from), zero);
  return _mm256_sub_epi8(_mm256_add_epi8(c, _mm256_and_si256(on, is_higher)),
                         _mm256_and_si256(from, is_lower));
}

// Eight pixels at a time from the second on. Each store writes eight bytes too many.
__attribute__((target("avx2"))) static uint32_t filter_paeth_to_rgb_by_eight(
    const uint32_t *restrict in, const uint32_t *restrict above, uint8_t *restrict out,
    uint32_t width) {
  const __m256i order = _mm256_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1, 2,
                                         1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
  const __m256i together = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
  const __m256i zero = _mm256_setzero_si256();
  uint32_t x = 1;
  for (; x + 11 <= width; x += 8) {
    __m256i here = _mm256_loadu_si256((const __m256i *)(const void *)(in + x));
    __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(in + x - 1));
    __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(above + x));
    __m256i c = _mm256_loadu_si256((const __m256i *)(const void *)(above + x - 1));
    // What is all as in the row above, as most is beside pictures, has no difference.
    __m256i change = _mm256_or_si256(_mm256_xor_si256(here, b), _mm256_xor_si256(a, c));
    if (_mm256_testz_si256(change, change)) {
      _mm256_storeu_si256((__m256i *)(void *)(out + x * (size_t)3), zero);
      continue;
    }
    __m256i less = paeth_of(a, b, c);
    __m256i bytes = _mm256_shuffle_epi8(_mm256_sub_epi8(here, less), order);
    _mm256_storeu_si256((__m256i *)(void *)(out + x * (size_t)3),
                        _mm256_permutevar8x32_epi32(bytes, together));
  }
  return x;
}
#endif

// Filter Paeth and the change to RGB in one pass over both rows.
static void filter_paeth_to_rgb(const uint32_t *restrict in, const uint32_t *restrict above,
                                uint8_t *restrict out, uint32_t width) {
  // There is nothing to the left of the first pixel.
  filter_up_to_rgb(in, above, out, 1);
  uint32_t x = 1;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) x = filter_paeth_to_rgb_by_eight(in, above, out, width);
#endif
  for (out += x * (size_t)3; x < width; x++) {
    for (int shift = 16; shift >= 0; shift -= 8) {
      int a = in[x - 1] >> shift & 0xFF, b = above[x] >> shift & 0xFF;
      int c = above[x - 1] >> shift & 0xFF;
      *out++ = (uint8_t)((int)(in[x] >> shift & 0xFF) - paeth(a, b, c));
    }
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
    } else if (alpha == 255) {
      out[0] = (uint8_t)(p >> 16);
      out[1] = (uint8_t)(p >> 8);
      out[2] = (uint8_t)p;
      out[3] = 255;
    } else {
      out[0] = straight(p >> 16 & 0xFF, alpha);
      out[1] = straight(p >> 8 & 0xFF, alpha);
      out[2] = straight(p & 0xFF, alpha);
      out[3] = (uint8_t)alpha;
    }
  }
}

// Filters ----------------------------------------------------------------------------------------

// A row by each filter, and how much its bytes sum up to.
typedef struct {
  uint8_t *bytes[5];
  uint64_t sums[5];
} trials;

static uint32_t magnitude(uint8_t byte) { return byte < 128 ? byte : 256u - byte; }

static void try_filters(size_t first, size_t end, const uint8_t *row, const uint8_t *above,
                        size_t bpp, trials *t) {
  for (size_t i = first; i < end; i++) {
    int16_t a = i < bpp ? 0 : row[i - bpp], b = above[i], c = i < bpp ? 0 : above[i - bpp];
    int16_t pa = (int16_t)(b - c), pb = (int16_t)(a - c), pc = (int16_t)(pa + pb);
    pa = (int16_t)(pa < 0 ? -pa : pa);
    pb = (int16_t)(pb < 0 ? -pb : pb);
    pc = (int16_t)(pc < 0 ? -pc : pc);
    int16_t bc = pb <= pc ? b : c;
    int16_t best = (pa <= pb && pa <= pc) ? a : bc;
    t->bytes[PNG_FILTER_VALUE_SUB][i] = (uint8_t)(row[i] - a);
    t->bytes[PNG_FILTER_VALUE_UP][i] = (uint8_t)(row[i] - b);
    t->bytes[PNG_FILTER_VALUE_AVG][i] = (uint8_t)(row[i] - ((a + b) >> 1));
    t->bytes[PNG_FILTER_VALUE_PAETH][i] = (uint8_t)(row[i] - best);
    t->sums[PNG_FILTER_VALUE_NONE] += magnitude(row[i]);
    for (int kind = PNG_FILTER_VALUE_SUB; kind <= PNG_FILTER_VALUE_PAETH; kind++)
      t->sums[kind] += magnitude(t->bytes[kind][i]);
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static uint64_t total(__m256i sums) {
  uint64_t parts[4];
  _mm256_storeu_si256((__m256i *)(void *)parts, sums);
  return parts[0] + parts[1] + parts[2] + parts[3];
}

// Thirty-two bytes at a time; returns up to where.
__attribute__((target("avx2"))) static size_t try_filters_quickly(const uint8_t *row,
                                                                  const uint8_t *above, size_t n,
                                                                  size_t bpp, trials *t) {
  const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi8(1);
  __m256i sums[5] = {zero, zero, zero, zero, zero};
  size_t i = bpp;
  for (; i + 32 <= n; i += 32) {
    __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(row + i));
    __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(row + i - bpp));
    __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(above + i));
    __m256i c = _mm256_loadu_si256((const __m256i *)(const void *)(above + i - bpp));
    __m256i half = _mm256_sub_epi8(_mm256_avg_epu8(a, b),
                                   _mm256_and_si256(_mm256_xor_si256(a, b), one));
    __m256i less[5] = {zero, a, b, half, paeth_of(a, b, c)};
    for (int kind = PNG_FILTER_VALUE_NONE; kind <= PNG_FILTER_VALUE_PAETH; kind++) {
      __m256i bytes = _mm256_sub_epi8(x, less[kind]);
      sums[kind] =
          _mm256_add_epi64(sums[kind], _mm256_sad_epu8(_mm256_abs_epi8(bytes), zero));
      if (kind != PNG_FILTER_VALUE_NONE)
        _mm256_storeu_si256((__m256i *)(void *)(t->bytes[kind] + i), bytes);
    }
  }
  for (int kind = PNG_FILTER_VALUE_NONE; kind <= PNG_FILTER_VALUE_PAETH; kind++)
    t->sums[kind] += total(sums[kind]);
  return i;
}
#endif

// The filter whose bytes have the least sum; the bytes of each are in the trials.
static int least_filter(uint8_t *row, const uint8_t *above, size_t n, size_t bpp, trials *t) {
  memset(t->sums, 0, sizeof t->sums);
  t->bytes[PNG_FILTER_VALUE_NONE] = row;
  try_filters(0, bpp < n ? bpp : n, row, above, bpp, t);
  size_t done = bpp;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) done = try_filters_quickly(row, above, n, bpp, t);
#endif
  try_filters(done, n, row, above, bpp, t);
  int least = PNG_FILTER_VALUE_NONE;
  for (int kind = PNG_FILTER_VALUE_SUB; kind <= PNG_FILTER_VALUE_PAETH; kind++)
    if (t->sums[kind] < t->sums[least]) least = kind;
  return least;
}

static size_t count_non_zero(const uint8_t *bytes, size_t n) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++) count += bytes[i] != 0;
  return count;
}

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
  trials t;
  for (int kind = PNG_FILTER_VALUE_SUB; kind <= PNG_FILTER_VALUE_PAETH; kind++)
    t.bytes[kind] = row + n * (size_t)kind;
  for (uint32_t y = 0; y < height; y++, out += n + 1) {
    const uint32_t *in = (const uint32_t *)(const void *)(pixels + y * stride);
    if (bpp == 3) row_to_rgb(in, row, width);
    else row_to_rgba(in, row, width);
    if (y > 0 && memcmp(row, above, n) == 0) {
      out[0] = PNG_FILTER_VALUE_UP;
      memset(out + 1, 0, n);
      continue;
    }
    int kind = least_filter(row, above, n, bpp, &t);
    out[0] = (uint8_t)kind;
    memcpy(out + 1, t.bytes[kind], n);
    sum += t.sums[kind];
    count += count_non_zero(out + 1, n);
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
      else if (is_beside) filter_paeth_to_rgb(in, before, out + 1, width);
      else filter_up_to_rgb(in, before, out + 1, width);
      before = in;
    } else {
      row_to_rgba(in, row, width);
      for (size_t i = 0; i < n; i++) {
        int is_inside = is_beside && i >= bpp;
        int less = is_inside ? paeth(row[i - bpp], above[i], above[i - bpp]) : above[i];
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
  int rgba = has_alpha && !all_opaque(pixels, stride, width, height);
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
