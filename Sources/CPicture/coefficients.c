#include "coefficients.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

/* The library reaches coefficients by rows of blocks through its memory manager, whose functions
   may be replaced. Here only the rows in use are unpacked; of each block the others keep which
   coefficients are not zero, and those in a byte each, or in three where a byte is too small. */

enum { BLOCK_MOST = 8 + DCTSIZE2 * 3, UNUSED = -1 };

typedef struct coefficient_array {
  struct coefficient_array *next;
  JDIMENSION blocks, rows, window;
  JBLOCKARRAY open;     /* rows that are unpacked: row r at r % window */
  JBLOCKARRAY given;    /* the rows of the latest access, in order */
  long *row;            /* which row each is */
  unsigned char *dirty; /* whether it was written to */
  uint8_t **packed;
  size_t *length;
  uint8_t *scratch;
} coefficient_array;

/* Beside the library's memory manager there is no room of our own, but behind the client data. */
static coefficients *of(j_common_ptr jpeg) { return *(coefficients **)jpeg->client_data; }

size_t coefficients_size(const struct jpeg_decompress_struct *jpeg) {
  size_t blocks = 0;
  int i;
  for (i = 0; i < jpeg->num_components; i++)
    blocks += (size_t)jpeg->comp_info[i].width_in_blocks * jpeg->comp_info[i].height_in_blocks;
  return blocks * sizeof(JBLOCK);
}

static jvirt_barray_ptr request(j_common_ptr jpeg, int pool, boolean zero, JDIMENSION blocks,
                                JDIMENSION rows, JDIMENSION most) {
  coefficients *c = of(jpeg);
  coefficient_array *a = calloc(1, sizeof *a);
  (void)pool;
  (void)zero;
  if (!a) ERREXIT1(jpeg, JERR_OUT_OF_MEMORY, 0);
  a->blocks = blocks;
  a->rows = rows;
  a->window = most > 0 ? most : 1;
  a->next = c->arrays;
  c->arrays = a;
  return (jvirt_barray_ptr)(void *)a;
}

static void realize(j_common_ptr jpeg) {
  coefficients *c = of(jpeg);
  coefficient_array *a;
  for (a = c->arrays; a; a = a->next) {
    JDIMENSION i;
    if (a->open) continue;
    a->open = calloc(a->window, sizeof *a->open);
    a->given = calloc(a->window, sizeof *a->given);
    a->row = calloc(a->window, sizeof *a->row);
    a->dirty = calloc(a->window, 1);
    a->packed = calloc(a->rows, sizeof *a->packed);
    a->length = calloc(a->rows, sizeof *a->length);
    a->scratch = malloc((size_t)a->blocks * BLOCK_MOST);
    if (!a->open || !a->given || !a->row || !a->dirty || !a->packed || !a->length || !a->scratch)
      ERREXIT1(jpeg, JERR_OUT_OF_MEMORY, 1);
    for (i = 0; i < a->window; i++) {
      a->row[i] = UNUSED;
      a->open[i] = malloc((size_t)a->blocks * sizeof(JBLOCK));
      if (!a->open[i]) ERREXIT1(jpeg, JERR_OUT_OF_MEMORY, 2);
      a->given[i] = a->open[i];
    }
  }
  c->realize(jpeg);
}

static void pack(j_common_ptr jpeg, coefficient_array *a, JDIMENSION slot) {
  coefficients *c = of(jpeg);
  size_t row = (size_t)a->row[slot], length;
  uint8_t *out = a->scratch, *kept;
  JDIMENSION block;
  for (block = 0; block < a->blocks; block++) {
    const JCOEF *values = a->open[slot][block];
    uint64_t mask = 0;
    uint8_t *head = out;
    int i, k;
    out += 8;
    for (i = 0; i < DCTSIZE2; i += 4) {
      uint64_t four;
      memcpy(&four, values + i, sizeof four);
      if (four == 0) continue;
      for (k = i; k < i + 4; k++) {
        int value = values[k];
        if (value == 0) continue;
        mask |= (uint64_t)1 << k;
        if (value > -128 && value < 128) {
          *out++ = (uint8_t)(int8_t)value;
        } else {
          int16_t wide = (int16_t)value;
          *out++ = 0x80;
          memcpy(out, &wide, 2);
          out += 2;
        }
      }
    }
    memcpy(head, &mask, 8);
  }
  length = (size_t)(out - a->scratch);
  if (c->bytes - a->length[row] + length > c->limit) {
    c->exceeded = 1;
    ERREXIT1(jpeg, JERR_OUT_OF_MEMORY, 3);
  }
  kept = realloc(a->packed[row], length);
  if (!kept) ERREXIT1(jpeg, JERR_OUT_OF_MEMORY, 4);
  memcpy(kept, a->scratch, length);
  c->bytes += length - a->length[row];
  a->packed[row] = kept;
  a->length[row] = length;
  a->dirty[slot] = 0;
}

static void unpack(coefficient_array *a, JDIMENSION slot, size_t row) {
  const uint8_t *in = a->packed[row];
  JDIMENSION block;
  memset(a->open[slot], 0, (size_t)a->blocks * sizeof(JBLOCK));
  if (!in) return;
  for (block = 0; block < a->blocks; block++) {
    JCOEF *values = a->open[slot][block];
    uint64_t mask;
    memcpy(&mask, in, 8);
    in += 8;
    while (mask) {
      int k = __builtin_ctzll(mask);
      mask &= mask - 1;
      if (*in != 0x80) {
        values[k] = (int8_t)*in++;
      } else {
        int16_t wide;
        memcpy(&wide, in + 1, 2);
        values[k] = wide;
        in += 3;
      }
    }
  }
}

static JBLOCKARRAY reach(j_common_ptr jpeg, jvirt_barray_ptr array, JDIMENSION start,
                         JDIMENSION count, boolean writes) {
  coefficient_array *a = (coefficient_array *)(void *)array;
  JDIMENSION i;
  if (!a->open || count > a->window || start > a->rows || count > a->rows - start)
    ERREXIT(jpeg, JERR_BAD_VIRTUAL_ACCESS);
  for (i = 0; i < count; i++) {
    JDIMENSION row = start + i, slot = row % a->window;
    if (a->row[slot] != (long)row) {
      if (a->dirty[slot]) pack(jpeg, a, slot);
      a->row[slot] = (long)row;
      unpack(a, slot, row);
    }
    if (writes) a->dirty[slot] = 1;
    a->given[i] = a->open[slot];
  }
  return a->given;
}

void coefficients_open(coefficients *c, j_decompress_ptr jpeg, size_t limit) {
  /* Smoothing what a cut file lacks would reach for rows beyond those it asked for. */
  jpeg->do_block_smoothing = FALSE;
  c->limit = limit;
  c->manager = jpeg->mem;
  c->realize = jpeg->mem->realize_virt_arrays;
  jpeg->mem->request_virt_barray = request;
  jpeg->mem->realize_virt_arrays = realize;
  jpeg->mem->access_virt_barray = reach;
}

void coefficients_close(coefficients *c) {
  while (c->arrays) {
    coefficient_array *a = c->arrays;
    JDIMENSION i;
    c->arrays = a->next;
    for (i = 0; a->open && i < a->window; i++) free(a->open[i]);
    for (i = 0; a->packed && i < a->rows; i++) free(a->packed[i]);
    free(a->open);
    free(a->given);
    free(a->row);
    free(a->dirty);
    free(a->packed);
    free(a->length);
    free(a->scratch);
    free(a);
  }
}
