#ifndef CARDSTOCK_CPNG_SEQUENCES_H
#define CARDSTOCK_CPNG_SEQUENCES_H
#include <stddef.h>
#include <stdint.h>

// What a match can be.
enum { LEAST_MATCH = 4, MOST_MATCH = 258, MOST_DISTANCE = 1 << 15 };

// A sequence is a run of literals, which stand apart, and the match that follows: 6 bits of the
// run's length, 8 of the match's less 3, 5 of the distance's symbol, 13 of its extra bits.
enum { MOST_RUN = 63, NO_MATCH = 0, NO_DISTANCE = 30 };
enum { LENGTH_SHIFT = 6, DISTANCE_SHIFT = 14, EXTRA_SHIFT = 19 };

// What indices of counts are: literals, then lengths less 3, and one that is no literal.
enum { NO_LITERAL = 256, LENGTHS = 256, DISTANCES = 30 };

// How large the tables of earlier places are, as bits.
enum { HASH_BITS = 14, LONG_HASH_BITS = 12 };

typedef struct {
  uint32_t literals[NO_LITERAL + 1], lengths[LENGTHS], distances[DISTANCES + 2];
} histogram;

// Four counts at a time, as one that is counted twice in a row has to be waited for.
typedef struct {
  uint32_t counts[4][256];
} tally;

// Where sequences and their literals go.
typedef struct {
  uint32_t *sequences;
  uint8_t *literals;
  histogram *counts;
} sink;

// Where a part of a row lies. In an area matches only look into the area itself, so that its
// sequences do not depend on what lies around it; elsewhere they look anywhere.
typedef struct {
  // Where eight bytes, and sixteen at a match's begin, were last: the lower half of how far that is
  // from the origin.
  uint16_t *table, *long_table;
  const uint8_t *origin;
  // Of an area: the length of its rows, of the picture's and what to divide by that, as a product.
  size_t width, row_length;
  uint64_t reciprocal;
} surroundings;

// Counts literals; matches are counted where they are found.
void cpng_count_literals(tally *tally, const uint8_t *from, const uint8_t *to);
void cpng_add_tally(histogram *counts, const tally *tally);

// How many sequences there can be.
static inline size_t cpng_most_sequences(size_t bytes, size_t parts) {
  return bytes / 4 + 2 * parts + 8;
}

// Finds the sequences of the bytes up to `stop` in one row. Its first pixel begins at `at`, before
// which there may be literals.
void cpng_find_anywhere(const uint8_t *literals, const uint8_t *at, const uint8_t *stop,
                        uint32_t pixel, const surroundings *surroundings, sink *out);
// The same in a row of an area.
void cpng_find_inside(const uint8_t *at, const uint8_t *stop, uint32_t pixel,
                      const surroundings *surroundings, sink *out);
// The sequences of at least four bytes that are those so far before them.
void cpng_repeat(const uint8_t *at, const uint8_t *stop, size_t distance, sink *out);
// Finds those of a row of zeros behind the first bytes.
void cpng_find_zeros(const uint8_t *literals, const uint8_t *at, const uint8_t *stop,
                     const surroundings *surroundings, sink *out);
#endif
