#ifndef CARDSTOCK_CPNG_CODE_H
#define CARDSTOCK_CPNG_CODE_H
#include "cpng_bits.h"
#include "cpng_sequences.h"

// Symbols of the two codes.
enum { END = 256, LITERALS = 286 };

typedef struct {
  uint8_t lengths[LITERALS + 2];
  uint16_t codes[LITERALS + 2];
} code;

// How code lengths are written: symbols of the code's code, and what follows each.
typedef struct {
  uint8_t symbols[LITERALS + DISTANCES], extras[LITERALS + DISTANCES];
  size_t count, literals, distances, code_lengths;
  uint64_t bits;
  code code;
} code_header;

// How sequences become bits: the bits above, their number in the lowest byte. A length's extra bits
// are with it, and the number of a distance's is in the second byte.
typedef struct {
  uint32_t literals[NO_LITERAL + 1], lengths[LENGTHS], distances[DISTANCES + 2];
} bit_table;

// All that a block is written with.
typedef struct {
  code literals, distances;
  code_header header;
  bit_table table;
} block_code;

// Counts by symbol; returns how many extra bits the lengths have.
uint64_t cpng_count_symbols(const histogram *histogram, uint32_t *counts);
// A code of least redundancy for counts of both kinds of symbols, and its header. Its table comes
// when it is finished.
void cpng_make_code(block_code *code, const uint32_t *counts, const uint32_t *distances);
void cpng_finish_code(block_code *code);
// The code that needs no header, finished.
void cpng_make_fixed_code(block_code *code);
// How many bits symbols take, without the extra bits of lengths.
uint64_t cpng_count_bits(const uint32_t *counts, const uint32_t *distances, const code *literals,
                         const code *distance_code);

void cpng_put_header(bit_writer *writer, const code_header *header);
// Writes sequences, whose literals are taken from the pointer. A few behind them are read.
void cpng_put_sequences(bit_writer *writer, const bit_table *table, const uint32_t *first,
                        const uint32_t *end, const uint8_t **taken);
void cpng_put_literals(bit_writer *writer, const bit_table *table, const uint8_t *literals,
                       size_t count);
#endif
