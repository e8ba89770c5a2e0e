#include "cpng_fingerprint.h"

#include "cpng_bits.h"

#include <string.h>
#include <sys/random.h>

__extension__ typedef unsigned __int128 uint128;

#define MODULUS ((UINT64_C(1) << 61) - 1)

int cpng_make_key(cpng_key *key) {
  uint8_t *bytes = (uint8_t *)key->words;
  size_t size = sizeof key->words;
  for (size_t at = 0; at < size; at += 256)
    if (getentropy(bytes + at, size - at < 256 ? size - at : 256) != 0) return 0;
  key->words[CPNG_KEY_WORDS] &= MODULUS;
  key->words[CPNG_KEY_WORDS + 1] &= MODULUS;
  return 1;
}

static uint64_t times_plus(uint64_t one, uint64_t other, uint64_t more) {
  uint128 product = (uint128)one * other + more;
  uint64_t sum = (uint64_t)(product & MODULUS) + (uint64_t)(product >> 61);
  return sum >= MODULUS ? sum - MODULUS : sum;
}

static uint128 hash_part(const uint64_t *key, const uint8_t *bytes, size_t length) {
  uint128 sum = 0;
  size_t i = 0;
  for (; i + 16 <= length; i += 16, key += 2)
    sum += (uint128)(load64(bytes + i) + key[0]) * (load64(bytes + i + 8) + key[1]);
  if (i < length) {
    uint8_t rest[16] = {0};
    memcpy(rest, bytes + i, length - i);
    sum += (uint128)(load64(rest) + key[0]) * (load64(rest + 8) + key[1]);
  }
  return sum;
}

void cpng_hash_area(const cpng_key *key, const uint8_t *bytes, uint32_t width, uint32_t rows,
                    size_t row_length, uint64_t *hash) {
  const size_t most = CPNG_KEY_WORDS * sizeof(uint64_t);
  const uint64_t mask = (UINT64_C(1) << 60) - 1;
  hash[0] = hash[1] = 1;
  for (uint32_t y = 0; y < rows; y++, bytes += row_length) {
    for (size_t at = 0; at < width; at += most) {
      uint128 part = hash_part(key->words, bytes + at, width - at < most ? width - at : most);
      uint64_t words[3] = {(uint64_t)part & mask, (uint64_t)(part >> 60) & mask,
                           (uint64_t)(part >> 120)};
      for (int i = 0; i < 6; i++)
        hash[i & 1] = times_plus(hash[i & 1], key->words[CPNG_KEY_WORDS + (i & 1)], words[i / 2]);
    }
  }
}
