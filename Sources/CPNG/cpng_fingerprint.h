#ifndef CARDSTOCK_CPNG_FINGERPRINT_H
#define CARDSTOCK_CPNG_FINGERPRINT_H
#include <stddef.h>
#include <stdint.h>

// Bytes are known again by a hash of 122 bits, so that they need not be kept, which would triple
// the memory. Its key is drawn at random for each deflater: two areas that differ have the same
// hash with a chance of less than 1 in 2^60, whoever made them. That is proved of hashes of this
// kind: UMAC's NH over a part of a row, then polynomials over the parts.
enum { CPNG_KEY_WORDS = 128 };

typedef struct {
  uint64_t words[CPNG_KEY_WORDS + 2];
} cpng_key;

// A new key; 0 where the system has no random bytes.
int cpng_make_key(cpng_key *key);

// The hash of an area: `rows` of them, `width` bytes each, `row_length` bytes apart.
void cpng_hash_area(const cpng_key *key, const uint8_t *bytes, uint32_t width, uint32_t rows,
                    size_t row_length, uint64_t *hash);
#endif
