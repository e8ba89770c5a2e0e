#ifndef CARDSTOCK_CPNG_FILTER_H
#define CARDSTOCK_CPNG_FILTER_H
#include <stddef.h>
#include <stdint.h>

// Rows of pixels, four bytes each, blue first and multiplied by alpha, as a PNG has them; and its
// filters. Those named both go over two rows at once, without the pixels in between, and write over
// eight bytes behind the row.

int cpng_is_opaque(const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height);
void cpng_row_to_rgb(const uint32_t *in, uint8_t *out, uint32_t width);
void cpng_row_to_rgba(const uint32_t *in, uint8_t *out, uint32_t width);
void cpng_filter_up_to_rgb(const uint32_t *restrict in, const uint32_t *restrict above,
                           uint8_t *restrict out, uint32_t width);
void cpng_filter_paeth_to_rgb(const uint32_t *restrict in, const uint32_t *restrict above,
                              uint8_t *restrict out, uint32_t width);

// What Paeth's filter takes for a byte, of those to the left, above, and above that to the left.
int cpng_paeth(int a, int b, int c);

// A row by each filter, and how much its bytes sum up to.
typedef struct {
  uint8_t *bytes[5];
  uint64_t sums[5];
} cpng_filters;

// The filter whose bytes have the least sum, of a row of `n` bytes; the bytes of each are in the
// filters.
int cpng_least_filter(uint8_t *row, const uint8_t *above, size_t n, size_t bpp,
                      cpng_filters *filters);
size_t cpng_count_non_zero(const uint8_t *bytes, size_t n);
#endif
