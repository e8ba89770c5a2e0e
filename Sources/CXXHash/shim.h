#ifndef CARDSTOCK_CXXHASH_SHIM_H
#define CARDSTOCK_CXXHASH_SHIM_H
// All of it is in the header: there is no library to find when the tool starts.
#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct {
  uint64_t high, low;
} card_xxhash;

static inline XXH3_state_t *card_xxhash_create(void) {
  XXH3_state_t *state = XXH3_createState();
  if (state) XXH3_128bits_reset(state);
  return state;
}

static inline void card_xxhash_add(XXH3_state_t *state, const void *bytes, size_t count) {
  XXH3_128bits_update(state, bytes, count);
}

static inline card_xxhash card_xxhash_value(const XXH3_state_t *state) {
  XXH128_hash_t hash = XXH3_128bits_digest(state);
  return (card_xxhash){hash.high64, hash.low64};
}

static inline void card_xxhash_free(XXH3_state_t *state) { XXH3_freeState(state); }

static inline card_xxhash card_xxhash_of(const void *bytes, size_t count) {
  XXH128_hash_t hash = XXH3_128bits(bytes, count);
  return (card_xxhash){hash.high64, hash.low64};
}
#endif
