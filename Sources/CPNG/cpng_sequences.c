#include "cpng_sequences.h"

#include "cpng_bits.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// Matches begin at pixels, where eight bytes are the same: two pixels and a bit, or two with alpha.
// So many pixels are looked at together; where a match is shorter than so many bytes, a longer one
// is looked for.
enum { PAIR = 8, GROUP = 32, SHORT_MATCH = 64 };
#define HASH_FACTOR UINT64_C(0x9E3779B97F4A7C15)

void cpng_count_literals(tally *t, const uint8_t *from, const uint8_t *to) {
  for (; to - from >= 4; from += 4) {
    t->counts[0][from[0]]++;
    t->counts[1][from[1]]++;
    t->counts[2][from[2]]++;
    t->counts[3][from[3]]++;
  }
  for (; from < to; from++) t->counts[0][*from]++;
}

void cpng_add_tally(histogram *counts, const tally *t) {
  for (size_t i = 0; i < 256; i++)
    counts->literals[i] +=
        t->counts[0][i] + t->counts[1][i] + t->counts[2][i] + t->counts[3][i];
}

// How many bytes are the same, at most `most`; a few behind them are read.
static inline size_t same_bytes(const uint8_t *one, const uint8_t *other, size_t most) {
  // Most matches are short.
  uint64_t difference = load64(one) ^ load64(other);
  size_t n = 0;
  while (!difference && (n += 8) < most) difference = load64(one + n) ^ load64(other + n);
  if (difference) n += (size_t)__builtin_ctzll(difference) >> 3;
  return n < most ? n : most;
}

// How many of the eight bytes before are the same.
static inline size_t same_before(const uint8_t *one, const uint8_t *other) {
  uint64_t difference = load64(one - 8) ^ load64(other - 8);
  return difference ? (size_t)__builtin_clzll(difference) >> 3 : 8;
}

// How many bytes are 0, at most `most`; a few behind them are read.
static inline size_t zeros(const uint8_t *at, size_t most) {
#if defined(__SSE2__)
  const __m128i zero = _mm_setzero_si128();
  for (size_t n = 0; n < most; n += 32) {
    __m128i one = _mm_loadu_si128((const __m128i *)(const void *)(at + n));
    __m128i other = _mm_loadu_si128((const __m128i *)(const void *)(at + n + 16));
    uint32_t same = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(one, zero)) |
                    (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(other, zero)) << 16;
    if (same != UINT32_MAX) {
      n += (size_t)__builtin_ctz(~same);
      return n < most ? n : most;
    }
  }
#else
  for (size_t n = 0; n < most; n += 8) {
    uint64_t word = load64(at + n);
    if (word) {
      n += (size_t)__builtin_ctzll(word) >> 3;
      return n < most ? n : most;
    }
  }
#endif
  return most;
}

// Takes literals over; up to 16 bytes behind them are read and written, but not used.
static inline size_t put_literals(sink *out, const uint8_t *from, const uint8_t *to) {
  size_t run = (size_t)(to - from);
  memcpy(out->literals, from, 16);
  if (run > 16) memcpy(out->literals + 16, from + 16, run - 16);
  out->literals += run;
  for (; run > MOST_RUN; run -= MOST_RUN)
    *out->sequences++ = MOST_RUN | NO_DISTANCE << DISTANCE_SHIFT;
  return run;
}

// The literals since the last match, and a match.
static inline void put_match(sink *out, const uint8_t *literals, const uint8_t *at, size_t length,
                             size_t distance) {
  size_t run = put_literals(out, literals, at);
  uint32_t less = (uint32_t)distance - 1, bits = highest_bit(less | 3) - 1;
  uint32_t symbol = 2 * bits + (less >> bits), extra = less & ((1u << bits) - 1);
  out->counts->lengths[length - 3]++;
  out->counts->distances[symbol]++;
  *out->sequences++ = (uint32_t)run | (uint32_t)(length - 3) << LENGTH_SHIFT |
                      symbol << DISTANCE_SHIFT | extra << EXTRA_SHIFT;
}

static inline void put_rest(sink *out, const uint8_t *literals, const uint8_t *at) {
  size_t run = put_literals(out, literals, at);
  if (run > 0) *out->sequences++ = (uint32_t)run | NO_DISTANCE << DISTANCE_SHIFT;
}

// Zeros from `at` to `end`, before which some more may be among the literals. They match the byte
// before each, so the first is a literal where there is none.
static inline void put_zeros(sink *out, const uint8_t **literals, const uint8_t *at,
                             const uint8_t *first, const uint8_t *end) {
  size_t back = (size_t)(at - *literals);
  uint64_t before = load64(at - 8);
  size_t more = before ? (size_t)__builtin_clzll(before) >> 3 : 8;
  at -= more < back ? more : back;
  at += (at == first) | (at[-1] != 0);
  size_t run = (size_t)(end - at);
  while (run > MOST_MATCH) {
    size_t length = run - MOST_MATCH < LEAST_MATCH ? run - LEAST_MATCH : MOST_MATCH;
    put_match(out, *literals, at, length, 1);
    at += length;
    run -= length;
    *literals = at;
  }
  put_match(out, *literals, at, run, 1);
  *literals = end;
}

// What the match of a pair could be instead where that is short: one that is longer, further back.
// Only where matches begin are such looked for, and only long ones are: of a gradient, whose steps
// come again and again at nearly the same distance, the nearest is the shortest.
static inline size_t find_longer(const surroundings *s, const uint8_t *at, size_t length,
                                 size_t most, size_t *distance) {
  uint64_t word = load64(at), next = load64(at + PAIR);
  size_t slot = (size_t)((word * HASH_FACTOR ^ next) * HASH_FACTOR >> (64 - LONG_HASH_BITS));
  uint32_t here = (uint32_t)(at - s->origin);
  uint32_t other = (uint16_t)(here - s->long_table[slot]);
  s->long_table[slot] = (uint16_t)here;
  uint32_t reach = here < MOST_DISTANCE ? here : MOST_DISTANCE;
  if (other - 1 >= reach || load64(at - other) != word) return length;
  size_t longer = same_bytes(at, at - other, most);
  if (longer <= length + PAIR) return length;
  *distance = other;
  return longer;
}

// What each pair in a group could match, and a bit for each that does. All is done without a branch
// but the end of the group, which is where zeros begin. No distance leads before the origin, as no
// entry is larger than what is here; that it is too large is left for later.
static inline __attribute__((always_inline)) uint32_t match_group(
    const surroundings *s, const uint8_t *at, size_t *count, const size_t pixel,
    uint16_t *distances) {
  uint16_t *const table = s->table;
  uint32_t here = (uint32_t)(at - s->origin), mask = 0;
  size_t i = 0;
  for (; i < *count; i++, at += pixel, here += (uint32_t)pixel) {
    uint64_t word = load64(at);
    if (word == 0) break;
    size_t slot = (size_t)(word * HASH_FACTOR >> (64 - HASH_BITS));
    uint32_t distance = (uint16_t)(here - table[slot]);
    table[slot] = (uint16_t)here;
    distances[i] = (uint16_t)distance;
    mask = mask >> 1 | (uint32_t)(word == load64(at - distance)) << (GROUP - 1);
  }
  *count = i;
  return mask >> (GROUP - i);
}

// Finds the sequences of the bytes up to `stop` in one row. Its first pixel begins at `at`, before
// which there may be literals.
static inline __attribute__((always_inline)) void find_sequences(
    const uint8_t *literals, const uint8_t *at, const uint8_t *const stop, const size_t pixel,
    const int is_area, const surroundings *s, sink *sink_out) {
  sink local = *sink_out, *out = &local;
  const uint8_t *const start = at, *const first = is_area ? at : s->origin;
  while (stop - at >= PAIR) {
    if (load64(at) == 0) {
      const uint8_t *end = at + zeros(at, (size_t)(stop - at));
      put_zeros(out, &literals, at, first, end);
      at += (size_t)(end - at) / pixel * pixel;
      continue;
    }
    uint16_t distances[GROUP];
    size_t pairs = (size_t)(stop - at - PAIR) / pixel + 1, count = pairs < GROUP ? pairs : GROUP;
    uint32_t mask = match_group(s, at, &count, pixel, distances);
    const uint8_t *end = at + count * pixel;
    while (mask) {
      size_t i = (size_t)__builtin_ctz(mask), distance = distances[i];
      mask &= mask - 1;
      if (distance - 1 >= MOST_DISTANCE) continue;
      const uint8_t *pair = at + i * pixel;
      // Zeros may have ended within the first pixel.
      size_t covered = pair < literals ? (size_t)(literals - pair) : 0;
      size_t back = covered ? 0 : (size_t)(pair - literals), most = (size_t)(stop - pair);
      if (is_area) {
        // Maybe in a row above: is it in the area, and how much of that row lies around?
        size_t column = (size_t)(pair - start);
        size_t up = (size_t)((distance + s->row_length - 1 - column) * s->reciprocal >> 44);
        size_t left = column + up * s->row_length - distance;
        size_t right = left < s->width ? s->width - left : 0;
        if (right < PAIR) continue;
        if (most > right) most = right;
        if (back > left) back = left;
      }
      if (most > MOST_MATCH) most = MOST_MATCH;
      size_t length = PAIR + same_bytes(pair + PAIR, pair + PAIR - distance, most - PAIR);
      if (!is_area) {
        if (length < SHORT_MATCH && most >= 2 * PAIR && !covered)
          length = find_longer(s, pair, length, most, &distance);
        size_t before = (size_t)(pair - first) - distance;
        if (back > before) back = before;
      }
      if (length < covered + LEAST_MATCH) continue;
      size_t more = same_before(pair, pair - distance);
      if (more > back) more = back;
      if (more > MOST_MATCH - length) more = MOST_MATCH - length;
      put_match(out, literals, pair + covered - more, length - covered + more, distance);
      literals = pair + length;
      // The first pixel behind.
      size_t next = ((size_t)(literals - at) + pixel - 1) / pixel;
      if (next >= count) {
        end = at + next * pixel;
        break;
      }
      mask &= UINT32_MAX << next;
    }
    at = end;
  }
  put_rest(out, literals, stop);
  *sink_out = local;
}

void cpng_find_anywhere(const uint8_t *literals, const uint8_t *at, const uint8_t *stop,
                        uint32_t pixel, const surroundings *s, sink *out) {
  if (pixel == 3) find_sequences(literals, at, stop, 3, 0, s, out);
  else find_sequences(literals, at, stop, 4, 0, s, out);
}

void cpng_find_inside(const uint8_t *at, const uint8_t *stop, uint32_t pixel,
                      const surroundings *s, sink *out) {
  if (pixel == 3) find_sequences(at, at, stop, 3, 1, s, out);
  else find_sequences(at, at, stop, 4, 1, s, out);
}

void cpng_repeat(const uint8_t *at, const uint8_t *stop, size_t distance, sink *out) {
  while (at < stop) {
    size_t rest = (size_t)(stop - at), length = rest < MOST_MATCH ? rest : MOST_MATCH;
    if (rest > length && rest - length < LEAST_MATCH) length = rest - LEAST_MATCH;
    put_match(out, at, at, length, distance);
    at += length;
  }
}

void cpng_find_zeros(const uint8_t *literals, const uint8_t *at, const uint8_t *stop,
                     const surroundings *s, sink *out) {
  if (stop - at >= PAIR) put_zeros(out, &literals, at, s->origin, stop);
  else put_rest(out, literals, stop);
}
