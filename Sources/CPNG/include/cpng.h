#ifndef CARDSTOCK_CPNG_H
#define CARDSTOCK_CPNG_H
#include <stddef.h>
#include <stdint.h>

#include "cpng_bitmap.h"

// Writes PNG files of Cairo's pixels. libpng frames the file; ISA-L compresses quickly, libdeflate
// well; every setjmp stands in cpng.c. An encoder keeps its buffers from one picture to the next.
typedef struct cpng_encoder cpng_encoder;

enum { CPNG_OK = 0, CPNG_NO_MEMORY = 1, CPNG_LIBPNG = 2 };
enum { CPNG_FAST = 0, CPNG_SMALL = 1 };

// Null where there is no memory.
cpng_encoder *cpng_encoder_create(void);
void cpng_encoder_destroy(cpng_encoder *encoder);

// Encodes rows of 32-bit pixels as Cairo has them: native order, premultiplied. Where
// `has_alpha` is 0 the topmost byte is ignored. `out` is valid until the next call.
int cpng_encode(cpng_encoder *encoder, const uint8_t *pixels, size_t stride, uint32_t width,
                uint32_t height, int has_alpha, uint32_t pixels_per_metre, int profile,
                const uint8_t **out, size_t *out_length);

// What libpng said when it failed.
const char *cpng_message(const cpng_encoder *encoder);
#endif
