#ifndef CARDSTOCK_CPNG_DEFLATE_H
#define CARDSTOCK_CPNG_DEFLATE_H
#include <stddef.h>
#include <stdint.h>

// Compresses the filtered rows of a picture as a zlib stream: quickly, and all but for nothing what
// lies in an area where the same was before, as a person's photo. The stream depends on the rows
// and the areas alone, neither on the processor nor on what was compressed before.
typedef struct cpng_deflater cpng_deflater;

// Bytes `left` to `right - 1` of the rows `top` to `bottom - 1`.
typedef struct {
  uint32_t left, top, right, bottom;
} cpng_area;

enum { CPNG_MOST_AREAS = 64 };
// So many bytes before the first row and behind the last one are read, but not used.
enum { CPNG_DEFLATE_PADDING = 32 };

// Null where there is no memory. What was in areas is kept in up to `kept_limit` bytes.
cpng_deflater *cpng_deflater_create(size_t kept_limit);
void cpng_deflater_destroy(cpng_deflater *deflater);

// How long the stream of rows can be, with the room behind it that is written over; 0 where rows
// are too long or too many.
size_t cpng_deflate_bound(size_t row_length, uint32_t rows);

// Begins a stream of rows at `bytes`, each following the one before: a byte, then pixels of 3 or 4
// bytes. Areas are cut to the rows; those that overlap an earlier one or are too many are left out.
void cpng_deflate_begin(cpng_deflater *deflater, const uint8_t *bytes, size_t row_length,
                        uint32_t rows, uint32_t pixel, const cpng_area *areas, size_t area_count,
                        uint8_t *out);
// The next row is there; it may be told where it is all zeros behind its first byte, which saves
// time. 0 where there is no memory.
int cpng_deflate_row(cpng_deflater *deflater, int is_empty);
// The length of the stream when all rows were there.
size_t cpng_deflate_end(cpng_deflater *deflater);

// How many times an area was there before since the deflater was made.
size_t cpng_deflate_hits(const cpng_deflater *deflater);
#endif
