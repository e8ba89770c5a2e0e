#ifndef CARDSTOCK_CPNG_BITMAP_H
#define CARDSTOCK_CPNG_BITMAP_H
#include <stddef.h>
#include <stdint.h>

// Reads any PNG as straight RGBA of 8 bits a sample, the values as they are stored, and writes
// small files of such pixels. Every setjmp stands in cpng_bitmap.c.
typedef struct cpng_reader cpng_reader;

enum { CPNG_READ_OK = 0, CPNG_READ_MEMORY = 1, CPNG_READ_DAMAGED = 2, CPNG_READ_LIMIT = 3 };

// Reads the header; the bytes must live as long as the reader. Null where there is no memory.
cpng_reader *cpng_reader_create(const uint8_t *bytes, size_t length, uint64_t pixel_limit);
void cpng_reader_destroy(cpng_reader *reader);
// CPNG_READ_OK, or why the header cannot be read.
int cpng_reader_status(const cpng_reader *reader);
// What libpng said when it failed.
const char *cpng_reader_message(const cpng_reader *reader);
uint32_t cpng_reader_width(const cpng_reader *reader);
uint32_t cpng_reader_height(const cpng_reader *reader);
// Pixels a metre across, 0 where the file states none or two that differ.
uint32_t cpng_reader_density(const cpng_reader *reader);
// Whether the file holds more than the pixels and their resolution: a profile, a gamma, texts.
int cpng_reader_has_more(const cpng_reader *reader);
// A hash of the samples where they have 16 bits and lose some, 0 otherwise; after reading.
uint64_t cpng_reader_deep(const cpng_reader *reader);
// Reads all rows into width * height * 4 bytes.
int cpng_reader_read(cpng_reader *reader, uint8_t *rgba);
// Reads all rows and compares them with width * height * 4 bytes as it goes, keeping none; stops at
// the first row that differs. Only for pictures of 8 bits that are not interlaced: see below.
int cpng_reader_compare(cpng_reader *reader, const uint8_t *rgba, int *is_same);
// Whether cpng_reader_compare can read the picture.
int cpng_reader_is_plain(const cpng_reader *reader);

// Writes a file of straight RGBA: with a palette, opaque or with alpha, whatever is smallest.
// `out` is the caller's to free.
int cpng_write_small(const uint8_t *rgba, uint32_t width, uint32_t height,
                     uint32_t pixels_per_metre, uint8_t **out, size_t *out_length);
#endif
