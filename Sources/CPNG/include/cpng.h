#ifndef CARDSTOCK_CPNG_H
#define CARDSTOCK_CPNG_H
#include <stddef.h>
#include <stdint.h>

#include "cpng_bitmap.h"

// Writes PNG files of Cairo's pixels. libpng frames the file; cpng_deflate.c compresses quickly,
// libdeflate well; every setjmp stands in cpng.c. An encoder keeps its buffers from one picture to
// the next, and what it compressed where a photo lies.
typedef struct cpng_encoder cpng_encoder;

enum { CPNG_OK = 0, CPNG_NO_MEMORY = 1, CPNG_LIBPNG = 2 };
enum { CPNG_FAST = 0, CPNG_SMALL = 1 };

// What lies in rectangles is kept in up to `kept_limit` bytes. Null where there is no memory.
cpng_encoder *cpng_encoder_create(size_t kept_limit);
void cpng_encoder_destroy(cpng_encoder *encoder);

// Pixels of the columns `left` to `right - 1` and the rows `top` to `bottom - 1`.
typedef struct {
  uint32_t left, top, right, bottom;
} cpng_rectangle;

// Encodes rows of 32-bit pixels as Cairo has them: native order, premultiplied. Where
// `has_alpha` is 0 the topmost byte is ignored. In rectangles lies what may come again; the file
// depends on where they are, but not on whether it was there before. `out` is valid until the next
// call.
int cpng_encode(cpng_encoder *encoder, const uint8_t *pixels, size_t stride, uint32_t width,
                uint32_t height, int has_alpha, uint32_t pixels_per_metre, int profile,
                const cpng_rectangle *rectangles, size_t rectangle_count, const uint8_t **out,
                size_t *out_length);

// How many rectangles were not compressed again, as the same was there before.
size_t cpng_kept_areas(const cpng_encoder *encoder);

// What libpng said when it failed.
const char *cpng_message(const cpng_encoder *encoder);
#endif
