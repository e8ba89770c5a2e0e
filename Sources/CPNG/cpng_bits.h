#ifndef CARDSTOCK_CPNG_BITS_H
#define CARDSTOCK_CPNG_BITS_H
#include <stdint.h>
#include <string.h>

// Words, whose lowest byte comes first, and a stream of bits.

typedef struct {
  uint64_t bits;
  unsigned count;
  uint8_t *out;
} bit_writer;

static inline uint64_t load64(const uint8_t *at) {
  uint64_t word;
  memcpy(&word, at, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

static inline void store64(uint8_t *at, uint64_t word) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  memcpy(at, &word, 8);
}

static inline uint32_t highest_bit(uint32_t value) { return 31 - (uint32_t)__builtin_clz(value); }

// At most 56 bits; a few bytes behind the last one are written over.
static inline void put_bits(bit_writer *w, uint64_t bits, unsigned count) {
  w->bits |= bits << w->count;
  w->count += count;
  store64(w->out, w->bits);
  w->out += w->count >> 3;
  w->bits >>= w->count & ~7u;
  w->count &= 7;
}

static inline void to_byte(bit_writer *w) {
  if (w->count) put_bits(w, 0, 8 - w->count);
}
#endif
