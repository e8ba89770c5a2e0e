#include "cpng_code.h"

// Four literals and what is left over of a byte fit in a word.
enum { MOST_BITS = 14, MOST_CODE_LENGTHS = 19, MOST_CODE_BITS = 7, MOST_DISTANCE_BITS = 15 };

static void sort(uint32_t *keys, size_t count) {
  static const size_t gaps[] = {132, 57, 23, 10, 4, 1};
  for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
    for (size_t i = gaps[g]; i < count; i++) {
      uint32_t key = keys[i];
      size_t j = i;
      for (; j >= gaps[g] && keys[j - gaps[g]] > key; j -= gaps[g]) keys[j] = keys[j - gaps[g]];
      keys[j] = key;
    }
  }
}

// The lengths of a code of least redundancy, in place of ascending counts: after Moffat and
// Katajainen.
static void find_depths(uint32_t *a, size_t n) {
  size_t root = 0, leaf = 2;
  a[0] += a[1];
  for (size_t next = 1; next < n - 1; next++) {
    if (leaf >= n || a[root] < a[leaf]) {
      a[next] = a[root];
      a[root++] = (uint32_t)next;
    } else {
      a[next] = a[leaf++];
    }
    if (leaf >= n || (root < next && a[root] < a[leaf])) {
      a[next] += a[root];
      a[root++] = (uint32_t)next;
    } else {
      a[next] += a[leaf++];
    }
  }
  a[n - 2] = 0;
  for (size_t next = n - 2; next-- > 0;) a[next] = a[a[next]] + 1;
  size_t available = 1, used = 0, left = n;
  uint32_t depth = 0;
  size_t inner = n - 1;
  while (available > 0) {
    while (inner > 0 && a[inner - 1] == depth) {
      used++;
      inner--;
    }
    while (available > used) {
      a[--left] = depth;
      available--;
    }
    available = 2 * used;
    depth++;
    used = 0;
  }
}

// Makes a code no longer than `most` bits. It has at least two symbols, as some decoders want.
static void make_code(code *c, const uint32_t *counts, size_t symbols, unsigned most) {
  uint32_t keys[LITERALS + 2] = {0}, depths[LITERALS + 2] = {0};
  size_t n = 0;
  for (size_t i = 0; i < symbols; i++)
    if (counts[i]) keys[n++] = counts[i] << 9 | (uint32_t)i;
  for (uint32_t i = 0; n < 2; i++)
    if (!counts[i]) keys[n++] = i;
  sort(keys, n);
  for (size_t i = 0; i < n; i++) depths[i] = keys[i] >> 9;
  find_depths(depths, n);
  uint32_t of_length[16] = {0}, total = 0;
  for (size_t i = 0; i < n; i++) of_length[depths[i] < most ? depths[i] : most]++;
  for (unsigned length = 1; length <= most; length++)
    total += of_length[length] << (most - length);
  // Those cut to the limit take too much room: a shorter one is made longer for each.
  for (; total > 1u << most; total--) {
    of_length[most]--;
    unsigned length = most - 1;
    while (!of_length[length]) length--;
    of_length[length]--;
    of_length[length + 1] += 2;
  }
  memset(c, 0, sizeof *c);
  for (size_t i = 0, length = most; i < n; i++) {
    while (!of_length[length]) length--;
    of_length[length]--;
    c->lengths[keys[i] & 511] = (uint8_t)length;
  }
}

// The codes' bits, lowest first, of their lengths.
static void number_code(code *c, size_t symbols) {
  uint32_t of_length[16] = {0}, next[16] = {0};
  for (size_t i = 0; i < symbols; i++) of_length[c->lengths[i]]++;
  of_length[0] = 0;
  for (unsigned length = 1; length < 16; length++)
    next[length] = (next[length - 1] + of_length[length - 1]) << 1;
  for (size_t i = 0; i < symbols; i++) {
    unsigned length = c->lengths[i];
    uint32_t bits = next[length]++, turned = 0;
    for (unsigned b = 0; b < length; b++) turned |= (bits >> b & 1) << (length - 1 - b);
    c->codes[i] = (uint16_t)turned;
  }
}

// The symbol of a length less 3, and how many extra bits follow.
static uint32_t length_symbol(uint32_t less, uint32_t *extra_bits) {
  *extra_bits = 0;
  if (less == MOST_MATCH - 3) return LITERALS - 1;
  if (less < 8) return 257 + less;
  uint32_t bits = highest_bit(less) - 2;
  *extra_bits = bits;
  return 257 + 4 * bits + (less >> bits);
}

static uint32_t distance_bits(size_t symbol) {
  return symbol < 4 ? 0 : (uint32_t)symbol / 2 - 1;
}

static const uint8_t code_order[MOST_CODE_LENGTHS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                      11, 4,  12, 3, 13, 2, 14, 1, 15};

static unsigned header_extra_bits(uint8_t symbol) {
  return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0;
}

static void make_header(code_header *h, const code *literals, const code *distances) {
  h->literals = LITERALS;
  while (h->literals > 257 && !literals->lengths[h->literals - 1]) h->literals--;
  h->distances = DISTANCES;
  while (h->distances > 1 && !distances->lengths[h->distances - 1]) h->distances--;
  uint8_t lengths[LITERALS + DISTANCES];
  memcpy(lengths, literals->lengths, h->literals);
  memcpy(lengths + h->literals, distances->lengths, h->distances);
  size_t n = h->literals + h->distances;
  uint32_t counts[MOST_CODE_LENGTHS] = {0};
  h->count = 0;
  for (size_t i = 0; i < n;) {
    size_t run = 1;
    while (i + run < n && lengths[i + run] == lengths[i]) run++;
    uint8_t symbol = lengths[i], extra = 0;
    if (symbol == 0 && run >= 3) {
      if (run > 138) run = 138;
      symbol = run > 10 ? 18 : 17;
      extra = (uint8_t)(run - (run > 10 ? 11 : 3));
    } else if (i > 0 && lengths[i - 1] == lengths[i] && run >= 3) {
      if (run > 6) run = 6;
      symbol = 16;
      extra = (uint8_t)(run - 3);
    } else {
      run = 1;
    }
    h->symbols[h->count] = symbol;
    h->extras[h->count++] = extra;
    counts[symbol]++;
    i += run;
  }
  make_code(&h->code, counts, MOST_CODE_LENGTHS, MOST_CODE_BITS);
  number_code(&h->code, MOST_CODE_LENGTHS);
  h->code_lengths = MOST_CODE_LENGTHS;
  while (h->code_lengths > 4 && !h->code.lengths[code_order[h->code_lengths - 1]])
    h->code_lengths--;
  h->bits = 14 + 3 * h->code_lengths;
  for (size_t i = 0; i < h->count; i++)
    h->bits += h->code.lengths[h->symbols[i]] + header_extra_bits(h->symbols[i]);
}

void cpng_put_header(bit_writer *w, const code_header *h) {
  put_bits(w, (h->literals - 257) | (h->distances - 1) << 5 | (h->code_lengths - 4) << 10, 14);
  for (size_t i = 0; i < h->code_lengths; i++) put_bits(w, h->code.lengths[code_order[i]], 3);
  for (size_t i = 0; i < h->count; i++) {
    uint8_t symbol = h->symbols[i];
    unsigned length = h->code.lengths[symbol];
    put_bits(w, h->code.codes[symbol] | (uint32_t)h->extras[i] << length,
             length + header_extra_bits(symbol));
  }
}

uint64_t cpng_count_bits(const uint32_t *counts, const uint32_t *distances, const code *l,
                         const code *d) {
  uint64_t bits = 0;
  for (size_t i = 0; i < LITERALS; i++) bits += (uint64_t)counts[i] * l->lengths[i];
  for (size_t i = 0; i < DISTANCES; i++)
    bits += (uint64_t)distances[i] * (d->lengths[i] + distance_bits(i));
  return bits;
}

static void make_table(bit_table *t, const code *l, const code *d) {
  for (size_t i = 0; i < 256; i++) t->literals[i] = (uint32_t)l->codes[i] << 8 | l->lengths[i];
  t->literals[NO_LITERAL] = 0;
  t->lengths[NO_MATCH] = 0;
  for (uint32_t less = 1; less < LENGTHS; less++) {
    uint32_t extra_bits, symbol = length_symbol(less, &extra_bits);
    uint32_t extra = less & ((1u << extra_bits) - 1), length = l->lengths[symbol];
    t->lengths[less] = (l->codes[symbol] | extra << length) << 8 | (length + extra_bits);
  }
  for (size_t i = 0; i < DISTANCES; i++)
    t->distances[i] = (uint32_t)d->codes[i] << 16 |
                      (d->lengths[i] + distance_bits(i)) << 8 | d->lengths[i];
  t->distances[NO_DISTANCE] = t->distances[NO_DISTANCE + 1] = 0;
}

// Four literals' bits, of which there are `count`.
static inline uint64_t bits_of_four(const bit_table *t, const uint8_t *literals, unsigned *count) {
  uint32_t a = t->literals[literals[0]], b = t->literals[literals[1]];
  uint32_t c = t->literals[literals[2]], d = t->literals[literals[3]];
  uint64_t ab = a >> 8 | (uint64_t)(b >> 8) << (a & 63);
  uint64_t cd = c >> 8 | (uint64_t)(d >> 8) << (c & 63);
  *count = (a + b + c + d) & 63;
  return ab | cd << ((a + b) & 63);
}

static inline void put_four(bit_writer *w, const bit_table *t, const uint8_t *literals) {
  unsigned count;
  uint64_t bits = bits_of_four(t, literals, &count);
  put_bits(w, bits, count);
}

void cpng_put_literals(bit_writer *writer, const bit_table *t, const uint8_t *literals,
                       size_t count) {
  bit_writer w = *writer;
  for (; count >= 8; count -= 8, literals += 8) {
    unsigned first, second;
    uint64_t one = bits_of_four(t, literals, &first);
    uint64_t other = bits_of_four(t, literals + 4, &second);
    // Codes are mostly short.
    if (first + second <= 56) {
      put_bits(&w, one | other << first, first + second);
    } else {
      put_bits(&w, one, first);
      put_bits(&w, other, second);
    }
  }
  for (; count > 0; count--, literals++) {
    uint32_t literal = t->literals[*literals];
    put_bits(&w, literal >> 8, literal & 63);
  }
  *writer = w;
}

void cpng_put_sequences(bit_writer *writer, const bit_table *t,
                        const uint32_t *first, const uint32_t *end,
                        const uint8_t **taken) {
  bit_writer w = *writer;
  const uint8_t *literals = *taken;
  for (; first < end; first++) {
    uint32_t sequence = *first, run = sequence & MOST_RUN;
    uint32_t less = sequence >> LENGTH_SHIFT & 255;
    uint32_t length = t->lengths[less];
    uint32_t distance = t->distances[sequence >> DISTANCE_SHIFT & 31];
    uint64_t match = length >> 8 | (uint64_t)(distance >> 16 | (sequence >> EXTRA_SHIFT)
                                                                   << (distance & 31))
                                       << (length & 31);
    unsigned match_bits = (length & 31) + (distance >> 8 & 31);
    for (; run > 4; run -= 4, literals += 4) put_four(&w, t, literals);
    uint32_t a = t->literals[run > 0 ? literals[0] : NO_LITERAL];
    uint32_t b = t->literals[run > 1 ? literals[1] : NO_LITERAL];
    uint32_t c = t->literals[run > 2 ? literals[2] : NO_LITERAL];
    uint32_t d = t->literals[run > 3 ? literals[3] : NO_LITERAL];
    literals += run;
    uint64_t ab = a >> 8 | (uint64_t)(b >> 8) << (a & 31);
    uint64_t cd = c >> 8 | (uint64_t)(d >> 8) << (c & 31);
    uint64_t all = ab | cd << ((a & 31) + (b & 31));
    unsigned count = (a & 31) + (b & 31) + (c & 31) + (d & 31);
    if (count + match_bits <= 56) {
      put_bits(&w, all | match << count, count + match_bits);
    } else {
      put_bits(&w, all, count);
      put_bits(&w, match, match_bits);
    }
  }
  *writer = w;
  *taken = literals;
}

uint64_t cpng_count_symbols(const histogram *h, uint32_t *counts) {
  memset(counts, 0, LITERALS * sizeof *counts);
  memcpy(counts, h->literals, 256 * sizeof *counts);
  counts[END] = 1;
  uint64_t extra = 0;
  for (uint32_t less = 0; less < LENGTHS; less++) {
    if (!h->lengths[less]) continue;
    uint32_t extra_bits, symbol = length_symbol(less, &extra_bits);
    counts[symbol] += h->lengths[less];
    extra += (uint64_t)extra_bits * h->lengths[less];
  }
  return extra;
}

void cpng_make_code(block_code *c, const uint32_t *counts, const uint32_t *distances) {
  make_code(&c->literals, counts, LITERALS, MOST_BITS);
  make_code(&c->distances, distances, DISTANCES, MOST_DISTANCE_BITS);
  make_header(&c->header, &c->literals, &c->distances);
}

void cpng_finish_code(block_code *c) {
  number_code(&c->literals, LITERALS);
  number_code(&c->distances, DISTANCES);
  make_table(&c->table, &c->literals, &c->distances);
}

void cpng_make_fixed_code(block_code *c) {
  memset(&c->literals, 0, sizeof c->literals);
  memset(&c->distances, 0, sizeof c->distances);
  for (size_t i = 0; i < LITERALS + 2; i++)
    c->literals.lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  for (size_t i = 0; i < DISTANCES + 2; i++) c->distances.lengths[i] = 5;
  number_code(&c->literals, LITERALS + 2);
  number_code(&c->distances, DISTANCES + 2);
  make_table(&c->table, &c->literals, &c->distances);
}
