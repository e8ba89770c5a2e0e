#include "cpng_deflate.h"

#include "cpng_code.h"
#include "cpng_fingerprint.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

// A block ends at an area's edge where it is not too small, and where it would be too large.
enum { LEAST_BLOCK = 1 << 16, MOST_BLOCK = 1 << 21 };
enum { STORED_BYTES = 65535 };
// Behind a row of an area whose matches are shorter than this on the mean, so many rows are taken
// as they are.
enum { SHORT_MEAN = 12, PLAIN_ROWS = 15 };
enum { MOST_KEPT = 256, SIGHTS = 1024 };

// What is the same for two areas if their bytes are.
typedef struct {
  uint64_t hash[2];
  uint64_t row_length;
  uint32_t width, rows, pixel;
} fingerprint;

// What lay in an area, and the bits it became by a code; each row's begin at a byte.
typedef struct {
  fingerprint fingerprint;
  uint8_t *memory;
  const uint8_t *bits;
  const uint32_t *row_bits;
  block_code *code;
  histogram counts;
  size_t size;
  uint64_t used, total_bits;
  uint32_t weight;
} kept_area;

// The part of an area in a block.
typedef struct {
  cpng_area area;
  fingerprint fingerprint;
  size_t kept;
  // How far before it the same lies in this block, 0 where it does not.
  size_t distance;
  histogram counts;
  // Its sequences where they had to be found, and where those of each row end.
  const uint32_t *sequences, *row_ends;
  const uint8_t *literals, *bits;
  const uint32_t *row_bits;
  uint64_t total_bits;
} piece;

typedef struct {
  void *bytes;
  size_t capacity;
} room;

struct cpng_deflater {
  const uint8_t *bytes;
  size_t row_length;
  uint32_t rows, row, pixel;
  uint32_t adler;
  bit_writer writer;
  uint8_t *start;

  cpng_area areas[CPNG_MOST_AREAS];
  size_t area_count;

  // The block at work: its rows, the areas' parts in it, left ones first.
  uint32_t top, bottom;
  piece pieces[CPNG_MOST_AREAS];
  size_t piece_count, inside;
  histogram counts;
  block_code code;
  // Sequences outside of areas, and where they end before each area in each row.
  room sequences, literals, marks;
  size_t sequence_count, literal_count, mark_count;
  // Sequences of areas that were not kept and where they end in each row, and their bits.
  room area_sequences, area_literals, area_rows, area_bits;

  kept_area *kept;
  size_t kept_count, kept_size, kept_limit, hits;
  uint64_t blocks;
  uint64_t sights[SIGHTS];
  size_t sight_count;
  cpng_key key;

  uint16_t table[1 << HASH_BITS], long_table[1 << LONG_HASH_BITS], area_table[1 << HASH_BITS];
};

// The deflater ------------------------------------------------------------------------------------

cpng_deflater *cpng_deflater_create(size_t kept_limit) {
  cpng_deflater *d = calloc(1, sizeof *d);
  if (!d) return NULL;
  d->kept = calloc(MOST_KEPT, sizeof *d->kept);
  if (!d->kept) {
    free(d);
    return NULL;
  }
  // Without a secret key nothing is kept.
  d->kept_limit = cpng_make_key(&d->key) ? kept_limit : 0;
  return d;
}

static void forget(cpng_deflater *d, size_t index) {
  d->kept_size -= d->kept[index].size;
  free(d->kept[index].memory);
  free(d->kept[index].code);
  d->kept[index] = d->kept[--d->kept_count];
}

void cpng_deflater_destroy(cpng_deflater *d) {
  if (!d) return;
  while (d->kept_count > 0) forget(d, d->kept_count - 1);
  free(d->kept);
  free(d->sequences.bytes);
  free(d->literals.bytes);
  free(d->marks.bytes);
  free(d->area_sequences.bytes);
  free(d->area_literals.bytes);
  free(d->area_rows.bytes);
  free(d->area_bits.bytes);
  free(d);
}

size_t cpng_deflate_hits(const cpng_deflater *d) { return d->hits; }

static int make_room(room *r, size_t size) {
  if (r->capacity >= size) return 1;
  free(r->bytes);
  r->bytes = malloc(size);
  r->capacity = r->bytes ? size : 0;
  return r->bytes != NULL;
}

// Blocks -----------------------------------------------------------------------------------------

static void put_stored(bit_writer *w, const uint8_t *bytes, size_t length, uint64_t is_last) {
  do {
    size_t part = length < STORED_BYTES ? length : STORED_BYTES;
    put_bits(w, is_last && part == length ? 1 : 0, 3);
    to_byte(w);
    put_bits(w, part | (uint64_t)(part ^ 0xFFFF) << 16, 32);
    memcpy(w->out, bytes, part);
    w->out += part;
    bytes += part;
    length -= part;
  } while (length > 0);
}

static uint64_t stored_bits(const bit_writer *w, size_t length) {
  uint64_t bits = 0;
  unsigned before = w->count;
  do {
    size_t part = length < STORED_BYTES ? length : STORED_BYTES;
    bits += 3 + (8 - (before + 3) % 8) % 8 + 32 + 8 * (uint64_t)part;
    before = 0;
    length -= part;
  } while (length > 0);
  return bits;
}

// Bits that begin at a byte.
static void put_bits_of_row(bit_writer *w, const uint8_t *from, uint32_t count) {
  unsigned shift = w->count;
  uint64_t left = w->bits;
  for (; count >= 64; count -= 64, from += 8) {
    uint64_t word = load64(from);
    store64(w->out, left | word << shift);
    left = word >> 1 >> (63 - shift);
    w->out += 8;
  }
  w->bits = left;
  for (; count > 0; from++) {
    unsigned part = count < 8 ? count : 8;
    put_bits(w, *from & (0xFFu >> (8 - part)), part);
    count -= part;
  }
}

static void put_block_rows(cpng_deflater *d, const block_code *c) {
  const uint32_t *marks = d->marks.bytes, *outside = d->sequences.bytes, *from = outside;
  const uint8_t *literals = d->literals.bytes;
  bit_writer w = d->writer;
  for (uint32_t y = d->top; y < d->bottom; y++) {
    for (size_t i = 0; i < d->piece_count; i++) {
      piece *p = d->pieces + i;
      if (y < p->area.top || y >= p->area.bottom) continue;
      const uint32_t *to = outside + *marks++;
      cpng_put_sequences(&w, &c->table, from, to, &literals);
      from = to;
      uint32_t bits = *p->row_bits++;
      put_bits_of_row(&w, p->bits, bits);
      p->bits += (bits + 7) / 8;
    }
    const uint32_t *to = outside + *marks++;
    cpng_put_sequences(&w, &c->table, from, to, &literals);
    from = to;
  }
  put_bits(&w, c->literals.codes[END], c->literals.lengths[END]);
  d->writer = w;
}

// Areas ------------------------------------------------------------------------------------------

// A block with areas is written by a code of what lies in them, so that their bits are the same on
// every card. What lies around is taken to be as text and lines are: there is a lot of zeros.
static void add_usual_counts(uint32_t *counts, uint32_t *distances, uint32_t weight) {
  for (size_t i = 0; i < END; i++) counts[i] += weight;
  counts[0] += 24 * weight;
  counts[1] += weight;
  counts[255] += weight;
  for (size_t i = END + 1; i < LITERALS; i++) counts[i] += 2 * weight;
  counts[LITERALS - 1] += 16 * weight;
  for (size_t i = 0; i < DISTANCES; i++) distances[i] += (i < 20 ? 1 : 3) * weight;
  distances[0] += 44 * weight;
}

static void add_counts(histogram *to, const histogram *from) {
  for (size_t i = 0; i < 256; i++) to->literals[i] += from->literals[i];
  for (size_t i = 0; i < LENGTHS; i++) to->lengths[i] += from->lengths[i];
  for (size_t i = 0; i < DISTANCES; i++) to->distances[i] += from->distances[i];
}

static uint32_t piece_width(const piece *p) { return p->area.right - p->area.left; }
static uint32_t piece_rows(const piece *p) { return p->area.bottom - p->area.top; }

static const uint8_t *piece_bytes(const cpng_deflater *d, const piece *p) {
  return d->bytes + p->area.top * d->row_length + p->area.left;
}

static int is_same(const fingerprint *one, const fingerprint *other) {
  return one->hash[0] == other->hash[0] && one->hash[1] == other->hash[1] &&
         one->row_length == other->row_length && one->width == other->width &&
         one->rows == other->rows && one->pixel == other->pixel;
}

// Looks for what lies in an area among what is kept.
static void find_kept(cpng_deflater *d, piece *p) {
  p->fingerprint = (fingerprint){.row_length = d->row_length, .width = piece_width(p),
                                 .rows = piece_rows(p), .pixel = d->pixel};
  fingerprint *f = &p->fingerprint;
  cpng_hash_area(&d->key, piece_bytes(d, p), f->width, f->rows, f->row_length, f->hash);
  for (p->kept = 0; p->kept < d->kept_count; p->kept++)
    if (is_same(&d->kept[p->kept].fingerprint, f)) return;
  p->kept = MOST_KEPT;
}

static int has_same_bytes(const cpng_deflater *d, const piece *one, const piece *other) {
  const uint8_t *here = piece_bytes(d, one), *there = piece_bytes(d, other);
  for (uint32_t y = 0; y < piece_rows(one); y++, here += d->row_length, there += d->row_length)
    if (memcmp(here, there, piece_width(one)) != 0) return 0;
  return 1;
}

// Looks for what lies in an area in the areas before it: the same picture beside itself, as on a
// sheet of passport photos. The bytes are compared, so that no hash decides what is written.
static void find_same_before(const cpng_deflater *d, piece *p) {
  p->distance = 0;
  if (piece_width(p) < LEAST_MATCH) return;
  for (size_t i = 0; i < d->piece_count; i++) {
    const piece *other = d->pieces + i;
    const uint8_t *here = piece_bytes(d, p), *there = piece_bytes(d, other);
    if (there >= here || !is_same(&p->fingerprint, &other->fingerprint)) continue;
    size_t distance = (size_t)(here - there);
    if (distance > MOST_DISTANCE || (p->distance && distance > p->distance)) continue;
    if (has_same_bytes(d, p, other)) p->distance = distance;
  }
  if (p->distance) p->kept = MOST_KEPT;
}

// Finds the sequences of an area. In noise, as of a photo, short matches come about by accident and
// save little for the time they take: where a row has no others, the next ones are taken as they
// are. They have no sequences.
static void find_piece_sequences(cpng_deflater *d, piece *p, sink *out, uint32_t **row_ends) {
  uint32_t width = piece_width(p), rows = piece_rows(p), plain = 0;
  const uint8_t *bytes = piece_bytes(d, p);
  p->sequences = out->sequences;
  p->literals = out->literals;
  p->row_ends = *row_ends;
  memset(&p->counts, 0, sizeof p->counts);
  memset(d->area_table, 0, sizeof d->area_table);
  surroundings s = {.table = d->area_table, .origin = bytes, .width = width,
                    .row_length = d->row_length,
                    .reciprocal = (UINT64_C(1) << 44) / d->row_length + 1};
  tally tally = {0};
  out->counts = &p->counts;
  for (uint32_t y = 0; y < rows; y++) {
    const uint8_t *row = bytes + y * d->row_length;
    if (p->distance) {
      cpng_repeat(row, row + width, p->distance, out);
    } else if (plain > 0) {
      plain--;
      cpng_count_literals(&tally, row, row + width);
    } else {
      const sink before = *out;
      cpng_find_inside(row, row + width, d->pixel, &s, out);
      cpng_count_literals(&tally, before.literals, out->literals);
      size_t matched = width - (size_t)(out->literals - before.literals);
      if (matched < SHORT_MEAN * (size_t)(out->sequences - before.sequences)) plain = PLAIN_ROWS;
    }
    *(*row_ends)++ = (uint32_t)(out->sequences - p->sequences);
  }
  cpng_add_tally(&p->counts, &tally);
}

// Writes the bits of a piece's sequences by a code.
static void make_piece_bits(const cpng_deflater *d, piece *p, const block_code *c, uint8_t **out,
                            uint32_t **row_bits) {
  uint32_t width = piece_width(p), rows = piece_rows(p);
  const uint8_t *row = piece_bytes(d, p);
  const uint8_t *literals = p->literals;
  p->bits = *out;
  p->row_bits = *row_bits;
  p->total_bits = 0;
  for (uint32_t y = 0; y < rows; y++, row += d->row_length) {
    bit_writer w = {.out = *out};
    const uint32_t *first = p->sequences + (y ? p->row_ends[y - 1] : 0);
    const uint32_t *end = p->sequences + p->row_ends[y];
    if (first == end) cpng_put_literals(&w, &c->table, row, width);
    else cpng_put_sequences(&w, &c->table, first, end, &literals);
    uint32_t bits = (uint32_t)(w.out - *out) * 8 + w.count;
    *out += (bits + 7) / 8;
    *(*row_bits)++ = bits;
    p->total_bits += bits;
  }
}

// Whether an area of this hash was there before, lately. What comes once, as the photo of each
// person, is not worth its memory.
static int is_second_sight(cpng_deflater *d, uint64_t hash) {
  size_t count = d->sight_count < SIGHTS ? d->sight_count : SIGHTS;
  for (size_t i = 0; i < count; i++)
    if (d->sights[i] == hash) return 1;
  d->sights[d->sight_count++ % SIGHTS] = hash;
  return 0;
}

// Forgets what was used longest ago, but nothing of this block; 0 where there is nothing.
static int forget_one(cpng_deflater *d) {
  size_t oldest = d->kept_count;
  uint64_t used = d->blocks;
  for (size_t i = 0; i < d->kept_count; i++) {
    if (d->kept[i].used >= used) continue;
    used = d->kept[i].used;
    oldest = i;
  }
  if (oldest == d->kept_count) return 0;
  forget(d, oldest);
  return 1;
}

static void keep(cpng_deflater *d, const piece *p, const block_code *code, uint32_t weight) {
  uint32_t rows = piece_rows(p);
  size_t length = 0;
  for (uint32_t y = 0; y < rows; y++) length += (p->row_bits[y] + 7) / 8;
  // What is behind the bits is read, but not used.
  size_t size = rows * sizeof(uint32_t) + length + 8 + sizeof *code;
  if (size > d->kept_limit) return;
  while (d->kept_count == MOST_KEPT || d->kept_size + size > d->kept_limit)
    if (!forget_one(d)) return;
  uint8_t *memory = malloc(size - sizeof *code);
  block_code *copy = malloc(sizeof *copy);
  if (!memory || !copy) {
    free(memory);
    free(copy);
    return;
  }
  *copy = *code;
  uint8_t *bits = memory + rows * sizeof(uint32_t);
  memcpy(memory, p->row_bits, rows * sizeof(uint32_t));
  memcpy(bits, p->bits, length);
  memset(bits + length, 0, 8);
  d->kept[d->kept_count++] = (kept_area){
      .fingerprint = p->fingerprint, .memory = memory, .bits = bits,
      .row_bits = (const uint32_t *)(const void *)memory, .code = copy, .counts = p->counts,
      .size = size, .used = d->blocks, .total_bits = p->total_bits, .weight = weight};
  d->kept_size += size;
}

static void use(cpng_deflater *d, piece *p) {
  kept_area *k = d->kept + p->kept;
  k->used = d->blocks;
  p->bits = k->bits;
  p->row_bits = k->row_bits;
  p->total_bits = k->total_bits;
  d->hits++;
}

static int is_same_code(const block_code *one, const block_code *other) {
  return memcmp(one->literals.lengths, other->literals.lengths, LITERALS) == 0 &&
         memcmp(one->distances.lengths, other->distances.lengths, DISTANCES) == 0;
}

// The code of a block with areas, and their bits by it.
static const block_code *code_areas(cpng_deflater *d) {
  uint32_t weight =
      (uint32_t)(((d->bottom - d->top) * d->row_length - d->inside) / 8192 + 1);
  for (size_t i = 0; i < d->piece_count; i++) find_kept(d, d->pieces + i);
  for (size_t i = 0; i < d->piece_count; i++) find_same_before(d, d->pieces + i);
  if (d->piece_count == 1 && d->pieces->kept < MOST_KEPT &&
      d->kept[d->pieces->kept].weight == weight) {
    use(d, d->pieces);
    d->pieces->counts = d->kept[d->pieces->kept].counts;
    return d->kept[d->pieces->kept].code;
  }
  sink out = {.sequences = d->area_sequences.bytes, .literals = d->area_literals.bytes};
  uint32_t *rows = d->area_rows.bytes;
  histogram all;
  memset(&all, 0, sizeof all);
  for (size_t i = 0; i < d->piece_count; i++) {
    piece *p = d->pieces + i;
    if (p->kept < MOST_KEPT) p->counts = d->kept[p->kept].counts;
    else find_piece_sequences(d, p, &out, &rows);
    add_counts(&all, &p->counts);
  }
  uint32_t counts[LITERALS];
  cpng_count_symbols(&all, counts);
  add_usual_counts(counts, all.distances, weight);
  block_code *code = &d->code;
  cpng_make_code(code, counts, all.distances);
  cpng_finish_code(code);
  uint8_t *bits = d->area_bits.bytes;
  for (size_t i = 0; i < d->piece_count; i++) {
    piece *p = d->pieces + i;
    int was_kept = p->kept < MOST_KEPT;
    if (was_kept && is_same_code(d->kept[p->kept].code, code)) {
      use(d, p);
      continue;
    }
    if (was_kept) find_piece_sequences(d, p, &out, &rows);
    make_piece_bits(d, p, code, &bits, &rows);
  }
  // What is kept moves when some of it is forgotten, so this comes when all of it is found.
  for (size_t i = 0; i < d->piece_count; i++) {
    piece *p = d->pieces + i;
    if (p->kept == MOST_KEPT && !p->distance && is_second_sight(d, p->fingerprint.hash[0]))
      keep(d, p, code, d->piece_count == 1 ? weight : 0);
  }
  return code;
}

// Where little lies in areas, as in a flat logo, a code of all that is in the block may be a good
// deal shorter than one that does not know the rest. Returns how many bits the block has by it, or 0
// where it is not worth it.
static uint64_t make_common_code(const cpng_deflater *d, uint64_t bits, block_code *code) {
  uint64_t inside = 0;
  for (size_t i = 0; i < d->piece_count; i++) inside += d->pieces[i].total_bits;
  if (inside > bits / 2) return 0;
  histogram all = d->counts;
  for (size_t i = 0; i < d->piece_count; i++) add_counts(&all, &d->pieces[i].counts);
  uint32_t counts[LITERALS];
  uint64_t extra = cpng_count_symbols(&all, counts);
  cpng_make_code(code, counts, all.distances);
  uint64_t common = 3 + extra + code->header.bits +
                    cpng_count_bits(counts, all.distances, &code->literals, &code->distances);
  if (common > bits - bits / 8) return 0;
  cpng_finish_code(code);
  return common;
}

// Writes what lies in areas by a code that is not theirs.
static void code_areas_by(cpng_deflater *d, const block_code *code) {
  sink out = {.sequences = d->area_sequences.bytes, .literals = d->area_literals.bytes};
  uint32_t *rows = d->area_rows.bytes;
  uint8_t *bits = d->area_bits.bytes;
  for (size_t i = 0; i < d->piece_count; i++) {
    find_piece_sequences(d, d->pieces + i, &out, &rows);
    make_piece_bits(d, d->pieces + i, code, &bits, &rows);
  }
}

// The block's end --------------------------------------------------------------------------------

// Writes a block in the way that takes the fewest bits.
static void put_block(cpng_deflater *d) {
  uint64_t is_last = d->bottom == d->rows;
  const uint8_t *first_literal = d->literals.bytes;
  tally tally = {0};
  cpng_count_literals(&tally, first_literal, first_literal + d->literal_count);
  cpng_add_tally(&d->counts, &tally);
  uint32_t counts[LITERALS];
  uint64_t extra = cpng_count_symbols(&d->counts, counts);
  const block_code *code = &d->code;
  block_code other;
  uint64_t way = 2;
  if (d->piece_count > 0) code = code_areas(d);
  else cpng_make_code(&d->code, counts, d->counts.distances);
  uint64_t bits = 3 + extra + code->header.bits +
                  cpng_count_bits(counts, d->counts.distances, &code->literals, &code->distances);
  for (size_t i = 0; i < d->piece_count; i++) bits += d->pieces[i].total_bits;
  size_t length = (d->bottom - d->top) * d->row_length;
  if (d->piece_count == 0) {
    // The fixed code saves a header, which is nothing to a large block.
    uint64_t by_fixed = UINT64_MAX;
    if (length < LEAST_BLOCK) {
      cpng_make_fixed_code(&other);
      by_fixed =
          3 + extra +
          cpng_count_bits(counts, d->counts.distances, &other.literals, &other.distances);
    }
    if (by_fixed <= bits) {
      bits = by_fixed;
      way = 1;
      code = &other;
    } else {
      cpng_finish_code(&d->code);
    }
  } else {
    uint64_t by_common = make_common_code(d, bits, &other);
    if (by_common > 0) {
      bits = by_common;
      code_areas_by(d, &other);
      code = &other;
    }
  }
  if (stored_bits(&d->writer, length) <= bits) {
    put_stored(&d->writer, d->bytes + d->top * d->row_length, length, is_last);
    return;
  }
  put_bits(&d->writer, is_last | way << 1, 3);
  if (way == 2) cpng_put_header(&d->writer, &code->header);
  put_block_rows(d, code);
}

// The row a block ends before that begins at the row.
static uint32_t block_end(const cpng_deflater *d) {
  uint64_t most = (uint64_t)d->row + (MOST_BLOCK > d->row_length ? MOST_BLOCK / d->row_length : 1);
  uint32_t least = (uint32_t)(LEAST_BLOCK / d->row_length + 1);
  uint32_t end = most < d->rows ? (uint32_t)most : d->rows;
  for (size_t i = 0; i < 2 * d->area_count; i++) {
    const cpng_area *a = d->areas + i / 2;
    uint32_t edge = i % 2 ? a->bottom : a->top;
    if (edge < d->row + least || edge >= end || d->rows - edge < least) continue;
    int is_free = 1;
    for (size_t j = 0; j < d->area_count; j++)
      is_free &= edge <= d->areas[j].top || edge >= d->areas[j].bottom;
    if (is_free) end = edge;
  }
  return end;
}

static int begin_block(cpng_deflater *d) {
  d->top = d->row;
  d->bottom = block_end(d);
  d->blocks++;
  d->sequence_count = d->literal_count = d->mark_count = 0;
  memset(&d->counts, 0, sizeof d->counts);
  d->piece_count = 0;
  size_t rows = d->bottom - d->top, inside_rows = 0;
  d->inside = 0;
  for (size_t i = 0; i < d->area_count; i++) {
    cpng_area a = d->areas[i];
    if (a.top < d->top) a.top = d->top;
    if (a.bottom > d->bottom) a.bottom = d->bottom;
    if (a.top >= a.bottom) continue;
    size_t at = d->piece_count++;
    for (; at > 0 && d->pieces[at - 1].area.left > a.left; at--) d->pieces[at] = d->pieces[at - 1];
    d->pieces[at] = (piece){.area = a};
    d->inside += (size_t)(a.right - a.left) * (a.bottom - a.top);
    inside_rows += a.bottom - a.top;
  }
  size_t parts = rows + inside_rows, outside = rows * d->row_length - d->inside;
  return make_room(&d->sequences, cpng_most_sequences(outside, parts) * sizeof(uint32_t)) &&
         make_room(&d->literals, outside + 16) &&
         make_room(&d->marks, parts * sizeof(uint32_t)) &&
         make_room(&d->area_sequences,
                   cpng_most_sequences(d->inside, inside_rows) * sizeof(uint32_t)) &&
         make_room(&d->area_literals, d->inside + 16) &&
         make_room(&d->area_rows, (2 * inside_rows + 1) * sizeof(uint32_t)) &&
         make_room(&d->area_bits, 2 * d->inside + 8 * inside_rows + 16);
}

// The stream -------------------------------------------------------------------------------------

size_t cpng_deflate_bound(size_t row_length, uint32_t rows) {
  size_t length = row_length * rows;
  if (row_length == 0 || rows == 0 || row_length > MOST_BLOCK || length > UINT32_MAX - (1u << 24))
    return 0;
  // Stored parts: one for each full one, and one more and the rest of a byte for each block.
  size_t parts = 2 * (length / STORED_BYTES + 2);
  return length + 6 * parts + 32;
}

void cpng_deflate_begin(cpng_deflater *d, const uint8_t *bytes, size_t row_length, uint32_t rows,
                        uint32_t pixel, const cpng_area *areas, size_t area_count,
                        uint8_t *out) {
  d->bytes = bytes;
  d->row_length = row_length;
  d->rows = rows;
  d->pixel = pixel;
  d->row = d->bottom = 0;
  d->adler = 1;
  d->start = out;
  d->area_count = 0;
  for (size_t i = 0; i < area_count && d->area_count < CPNG_MOST_AREAS; i++) {
    cpng_area a = areas[i];
    if (a.right > row_length) a.right = (uint32_t)row_length;
    if (a.bottom > rows) a.bottom = rows;
    int is_free = a.left < a.right && a.top < a.bottom;
    for (size_t j = 0; j < d->area_count; j++) {
      const cpng_area *b = d->areas + j;
      is_free &= a.right <= b->left || b->right <= a.left || a.bottom <= b->top ||
                 b->bottom <= a.top;
    }
    if (is_free) d->areas[d->area_count++] = a;
  }
  memset(d->table, 0, sizeof d->table);
  memset(d->long_table, 0, sizeof d->long_table);
  // A window of 32 kB, the quickest level.
  out[0] = 0x78;
  out[1] = 0x01;
  d->writer = (bit_writer){.out = out + 2};
}

// The sum of a byte and zeros.
static uint32_t adler_of_empty(uint32_t adler, uint8_t byte, size_t length) {
  uint64_t low = ((adler & 0xFFFF) + byte) % 65521;
  return (uint32_t)(((adler >> 16) + low * length) % 65521 << 16 | low);
}

int cpng_deflate_row(cpng_deflater *d, int is_empty) {
  if (d->row == d->bottom && !begin_block(d)) return 0;
  size_t first = d->row * d->row_length;
  d->adler = is_empty ? adler_of_empty(d->adler, d->bytes[first], d->row_length)
                      : libdeflate_adler32(d->adler, d->bytes + first, d->row_length);
  uint32_t *sequences = d->sequences.bytes, *marks = d->marks.bytes;
  uint8_t *literals = d->literals.bytes;
  sink out = {.sequences = sequences + d->sequence_count, .literals = literals + d->literal_count,
              .counts = &d->counts};
  surroundings s = {.table = d->table, .long_table = d->long_table, .origin = d->bytes};
  const uint8_t *row = d->bytes + first, *from = row, *pixels = row + 1;
  for (size_t i = 0; i < d->piece_count; i++) {
    const cpng_area *a = &d->pieces[i].area;
    if (d->row < a->top || d->row >= a->bottom) continue;
    cpng_find_anywhere(from, pixels, row + a->left, d->pixel, &s, &out);
    marks[d->mark_count++] = (uint32_t)(out.sequences - sequences);
    from = pixels = row + a->right;
  }
  const uint8_t *end = row + d->row_length;
  if (is_empty) cpng_find_zeros(from, pixels, end, &s, &out);
  else cpng_find_anywhere(from, pixels, end, d->pixel, &s, &out);
  d->sequence_count = (size_t)(out.sequences - sequences);
  d->literal_count = (size_t)(out.literals - literals);
  marks[d->mark_count++] = (uint32_t)d->sequence_count;
  d->row++;
  if (d->row == d->bottom) put_block(d);
  return 1;
}

size_t cpng_deflate_end(cpng_deflater *d) {
  to_byte(&d->writer);
  for (int i = 0; i < 4; i++) *d->writer.out++ = (uint8_t)(d->adler >> (24 - 8 * i));
  return (size_t)(d->writer.out - d->start);
}
