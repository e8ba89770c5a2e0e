#include "cpng_filter.h"

#include <png.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

int cpng_is_opaque(const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height) {
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

void cpng_row_to_rgb(const uint32_t *in, uint8_t *out, uint32_t width) {
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
// The bytes of eight pixels without their fourth; eight more are written.
__attribute__((target("avx2"))) static inline void put_rgb_of_eight(uint8_t *out, __m256i pixels) {
  const __m256i order = _mm256_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1, 2,
                                         1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
  const __m256i together = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
  _mm256_storeu_si256(
      (__m256i *)(void *)out,
      _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(pixels, order), together));
}

// Eight pixels at a time, of which the last overlap. Each store writes eight bytes too many.
__attribute__((target("avx2"))) static void filter_up_to_rgb_by_eight(
    const uint32_t *restrict in, const uint32_t *restrict above, uint8_t *restrict out,
    uint32_t width) {
  for (uint32_t x = 0; x < width; x += 8) {
    if (x > width - 8) x = width - 8;
    __m256i here = _mm256_loadu_si256((const __m256i *)(const void *)(in + x));
    __m256i there = _mm256_loadu_si256((const __m256i *)(const void *)(above + x));
    put_rgb_of_eight(out + x * (size_t)3, _mm256_sub_epi8(here, there));
  }
}
#endif

// Filter Up and the change to RGB in one pass over both rows, without either in between.
void cpng_filter_up_to_rgb(const uint32_t *restrict in, const uint32_t *restrict above,
                           uint8_t *restrict out, uint32_t width) {
  uint32_t x = 0;
#if defined(__x86_64__)
  if (width >= 8 && __builtin_cpu_supports("avx2")) {
    filter_up_to_rgb_by_eight(in, above, out, width);
    return;
  }
  if (__builtin_cpu_supports("ssse3")) x = filter_up_to_rgb_quickly(in, above, out, width);
#endif
  for (out += x * (size_t)3; x < width; x++, out += 3) {
    out[0] = (uint8_t)((in[x] >> 16) - (above[x] >> 16));
    out[1] = (uint8_t)((in[x] >> 8) - (above[x] >> 8));
    out[2] = (uint8_t)(in[x] - above[x]);
  }
}

int cpng_paeth(int a, int b, int c) {
  int pa = b < c ? c - b : b - c, pb = a < c ? c - a : a - c;
  int pc = a + b < 2 * c ? 2 * c - a - b : a + b - 2 * c;
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

#if defined(__x86_64__)
// What Paeth's filter takes for a byte, for thirty-two at a time: of the byte to the left and the
// one above the higher, where twice the way from the lower to the third is at most the way on to
// the higher; the lower, the other way round; else the third. It is the same for all bytes.
__attribute__((target("avx2"))) static inline __m256i paeth_of(__m256i a, __m256i b, __m256i c) {
  const __m256i zero = _mm256_setzero_si256();
  __m256i from = _mm256_subs_epu8(c, _mm256_min_epu8(a, b));
  __m256i on = _mm256_subs_epu8(_mm256_max_epu8(a, b), c);
  __m256i is_higher = _mm256_cmpeq_epi8(_mm256_subs_epu8(_mm256_adds_epu8(from, from), on), zero);
  __m256i is_lower = _mm256_cmpeq_epi8(_mm256_subs_epu8(_mm256_adds_epu8(on, on), from), zero);
  return _mm256_sub_epi8(_mm256_add_epi8(c, _mm256_and_si256(on, is_higher)),
                         _mm256_and_si256(from, is_lower));
}

// The same from the second pixel on.
__attribute__((target("avx2"))) static void filter_paeth_to_rgb_by_eight(
    const uint32_t *restrict in, const uint32_t *restrict above, uint8_t *restrict out,
    uint32_t width) {
  const __m256i zero = _mm256_setzero_si256();
  for (uint32_t x = 1; x < width; x += 8) {
    if (x > width - 8) x = width - 8;
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
    put_rgb_of_eight(out + x * (size_t)3, _mm256_sub_epi8(here, paeth_of(a, b, c)));
  }
}
#endif

// Filter Paeth and the change to RGB in one pass over both rows.
void cpng_filter_paeth_to_rgb(const uint32_t *restrict in, const uint32_t *restrict above,
                              uint8_t *restrict out, uint32_t width) {
  // There is nothing to the left of the first pixel.
  cpng_filter_up_to_rgb(in, above, out, 1);
#if defined(__x86_64__)
  if (width > 8 && __builtin_cpu_supports("avx2")) {
    filter_paeth_to_rgb_by_eight(in, above, out, width);
    return;
  }
#endif
  out += 3;
  for (uint32_t x = 1; x < width; x++) {
    for (int shift = 16; shift >= 0; shift -= 8) {
      int a = in[x - 1] >> shift & 0xFF, b = above[x] >> shift & 0xFF;
      int c = above[x - 1] >> shift & 0xFF;
      *out++ = (uint8_t)((int)(in[x] >> shift & 0xFF) - cpng_paeth(a, b, c));
    }
  }
}

static uint8_t straight(uint32_t channel, uint32_t alpha) {
  uint32_t value = (channel * 255 + alpha / 2) / alpha;
  return (uint8_t)(value > 255 ? 255 : value);
}

void cpng_row_to_rgba(const uint32_t *in, uint8_t *out, uint32_t width) {
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

static uint32_t magnitude(uint8_t byte) { return byte < 128 ? byte : 256u - byte; }

static void try_filters(size_t first, size_t end, const uint8_t *row, const uint8_t *above,
                        size_t bpp, cpng_filters *t) {
  for (size_t i = first; i < end; i++) {
    int a = i < bpp ? 0 : row[i - bpp], b = above[i], c = i < bpp ? 0 : above[i - bpp];
    t->bytes[PNG_FILTER_VALUE_SUB][i] = (uint8_t)(row[i] - a);
    t->bytes[PNG_FILTER_VALUE_UP][i] = (uint8_t)(row[i] - b);
    t->bytes[PNG_FILTER_VALUE_AVG][i] = (uint8_t)(row[i] - ((a + b) >> 1));
    t->bytes[PNG_FILTER_VALUE_PAETH][i] = (uint8_t)(row[i] - cpng_paeth(a, b, c));
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
                                                                  size_t bpp, cpng_filters *t) {
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

int cpng_least_filter(uint8_t *row, const uint8_t *above, size_t n, size_t bpp, cpng_filters *t) {
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

size_t cpng_count_non_zero(const uint8_t *bytes, size_t n) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++) count += bytes[i] != 0;
  return count;
}
