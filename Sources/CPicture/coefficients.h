/* The coefficients of large progressive JPEGs, packed: most are zero. */
#ifndef COEFFICIENTS_H
#define COEFFICIENTS_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

struct coefficient_array;

typedef struct {
  struct jpeg_memory_mgr *manager; /* of the picture whose arrays these are */
  void (*realize)(j_common_ptr);   /* what the library itself would do */
  struct coefficient_array *arrays;
  size_t bytes, limit;
  int exceeded; /* whether it failed because the limit was met */
} coefficients;

/* The bytes that the library would take for all coefficients at once. */
size_t coefficients_size(const struct jpeg_decompress_struct *jpeg);
/* Has the library keep coefficients here; after the header was read, before decoding begins. */
void coefficients_open(coefficients *c, j_decompress_ptr jpeg, size_t limit);
/* Gives back the memory; before the picture is destroyed. */
void coefficients_close(coefficients *c);
#endif
