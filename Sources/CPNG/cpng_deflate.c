#include "cpng_deflate.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// What a match can be.
enum { LEAST_MATCH = 4, MOST_MATCH = 258, MOST_DISTANCE = 1 << 15 };

// A sequence is a run of literals, which stand apart, and the match that follows: 6 bits of the
// run's length, 8 of the match's less 3, 5 of the distance's symbol, 13 of its extra bits.
enum { MOST_RUN = 63, NO_MATCH = 0, NO_DISTANCE = 30 };
enum { LENGTH_SHIFT = 6, DISTANCE_SHIFT = 14, EXTRA_SHIFT = 19 };

// Symbols of the two codes, and what indices of tables are: literals, then lengths less 3, and one
// that is no literal.
enum { END = 256, LITERALS = 286, DISTANCES = 30, LENGTHS = 256, NO_LITERAL = 256 };

// Matches begin at pixels, where eight bytes are the same: two pixels and a bit, or two with alpha.
// So many pixels are looked at together; where a match is shorter than so many bytes, a longer one
// is looked for.
enum { PAIR = 8, GROUP = 32, SHORT_MATCH = 64, HASH_BITS = 14, LONG_HASH_BITS = 12 };
#define HASH_FACTOR UINT64_C(0x9E3779B97F4A7C15)
// A block ends at an area's edge where it is not too small, and where it would be too large.
enum { LEAST_BLOCK = 1 << 16, MOST_BLOCK = 1 << 21 };
// Four literals and what is left over of a byte fit in a word.
enum { MOST_BITS = 14, MOST_CODE_LENGTHS = 19, MOST_CODE_BITS = 7, MOST_DISTANCE_BITS = 15 };
enum { STORED_BYTES = 65535 };
enum { MOST_KEPT = 256, SIGHTS = 1024, KEY_WORDS = 128 };

typedef struct {
  uint32_t literals[NO_LITERAL + 1], lengths[LENGTHS], distances[DISTANCES + 2];
} histogram;

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

typedef struct {
  uint64_t bits;
  unsigned count;
  uint8_t *out;
} bit_writer;

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
  uint64_t key[KEY_WORDS + 2];

  uint16_t table[1 << HASH_BITS], long_table[1 << LONG_HASH_BITS], area_table[1 << HASH_BITS];
};

static uint64_t load64(const uint8_t *at) {
  uint64_t word;
  memcpy(&word, at, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

static void store64(uint8_t *at, uint64_t word) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  memcpy(at, &word, 8);
}

// Fingerprints ------------------------------------------------------------------------------------

// Bytes are known again by a hash of 122 bits, so that they need not be kept, which would triple
// the memory. Its key is drawn at random for each deflater: two areas that differ have the same
// hash with a chance of less than 1 in 2^60, whoever made them. That is proved of hashes of this
// kind: UMAC's NH over a part of a row, then polynomials over the parts.

__extension__ typedef unsigned __int128 uint128;

#define MODULUS ((UINT64_C(1) << 61) - 1)

static int make_key(uint64_t *key) {
  uint8_t *bytes = (uint8_t *)key;
  size_t size = (KEY_WORDS + 2) * sizeof *key;
  for (size_t at = 0; at < size; at += 256)
    if (getentropy(bytes + at, size - at < 256 ? size - at : 256) != 0) return 0;
  key[KEY_WORDS] &= MODULUS;
  key[KEY_WORDS + 1] &= MODULUS;
  return 1;
}

static uint64_t times_plus(uint64_t one, uint64_t other, uint64_t more) {
  uint128 product = (uint128)one * other + more;
  uint64_t sum = (uint64_t)(product & MODULUS) + (uint64_t)(product >> 61);
  return sum >= MODULUS ? sum - MODULUS : sum;
}

static uint128 hash_part(const uint64_t *key, const uint8_t *bytes, size_t length) {
  uint128 sum = 0;
  size_t i = 0;
  for (; i + 16 <= length; i += 16, key += 2)
    sum += (uint128)(load64(bytes + i) + key[0]) * (load64(bytes + i + 8) + key[1]);
  if (i < length) {
    uint8_t rest[16] = {0};
    memcpy(rest, bytes + i, length - i);
    sum += (uint128)(load64(rest) + key[0]) * (load64(rest + 8) + key[1]);
  }
  return sum;
}

static void hash_area(const cpng_deflater *d, const uint8_t *bytes, uint32_t width, uint32_t rows,
                      uint64_t *hash) {
  const size_t most = KEY_WORDS * sizeof(uint64_t);
  const uint64_t mask = (UINT64_C(1) << 60) - 1;
  hash[0] = hash[1] = 1;
  for (uint32_t y = 0; y < rows; y++, bytes += d->row_length) {
    for (size_t at = 0; at < width; at += most) {
      uint128 part = hash_part(d->key, bytes + at, width - at < most ? width - at : most);
      uint64_t words[3] = {(uint64_t)part & mask, (uint64_t)(part >> 60) & mask,
                           (uint64_t)(part >> 120)};
      for (int i = 0; i < 6; i++)
        hash[i & 1] = times_plus(hash[i & 1], d->key[KEY_WORDS + (i & 1)], words[i / 2]);
    }
  }
}

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
  d->kept_limit = make_key(d->key) ? kept_limit : 0;
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

static uint32_t highest_bit(uint32_t value) { return 31 - (uint32_t)__builtin_clz(value); }

// Sequences --------------------------------------------------------------------------------------

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

// Where sequences and their literals go.
typedef struct {
  uint32_t *sequences;
  uint8_t *literals;
  histogram *counts;
} sink;

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

// Four counts at a time, as one that is counted twice in a row has to be waited for.
static void count_literals(histogram *counts, const uint8_t *from, const uint8_t *to) {
  uint32_t more[3][256];
  memset(more, 0, sizeof more);
  for (; to - from >= 4; from += 4) {
    counts->literals[from[0]]++;
    more[0][from[1]]++;
    more[1][from[2]]++;
    more[2][from[3]]++;
  }
  for (; from < to; from++) counts->literals[*from]++;
  for (size_t i = 0; i < 256; i++) counts->literals[i] += more[0][i] + more[1][i] + more[2][i];
}

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
    // What each pair in the group could match, without a branch.
    uint16_t distances[GROUP];
    uint32_t here = (uint32_t)(at - s->origin), mask = 0;
    size_t pairs = (size_t)(stop - at - PAIR) / pixel + 1, count = pairs < GROUP ? pairs : GROUP;
    for (size_t i = 0; i < count; i++, here += (uint32_t)pixel) {
      const uint8_t *pair = at + i * pixel;
      uint64_t word = load64(pair);
      if (word == 0) {
        count = i;
        break;
      }
      size_t slot = (size_t)(word * HASH_FACTOR >> (64 - HASH_BITS));
      uint32_t distance = (uint16_t)(here - s->table[slot]);
      s->table[slot] = (uint16_t)here;
      uint32_t reach = here < MOST_DISTANCE ? here : MOST_DISTANCE;
      uint32_t is_in_reach = distance - 1 < reach;
      uint64_t other = load64(pair - (distance & (0 - is_in_reach)));
      distances[i] = (uint16_t)distance;
      mask |= ((word == other) & is_in_reach) << i;
    }
    const uint8_t *end = at + count * pixel;
    while (mask) {
      size_t i = (size_t)__builtin_ctz(mask), distance = distances[i];
      mask &= mask - 1;
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

static void find_any(const uint8_t *literals, const uint8_t *at, const uint8_t *stop,
                     uint32_t pixel, const surroundings *s, sink *out) {
  if (pixel == 3) find_sequences(literals, at, stop, 3, 0, s, out);
  else find_sequences(literals, at, stop, 4, 0, s, out);
}

static void find_inside(const uint8_t *at, const uint8_t *stop, uint32_t pixel,
                        const surroundings *s, sink *out) {
  if (pixel == 3) find_sequences(at, at, stop, 3, 1, s, out);
  else find_sequences(at, at, stop, 4, 1, s, out);
}

// How many sequences there can be.
static size_t most_sequences(size_t bytes, size_t parts) { return bytes / 4 + 2 * parts + 8; }

// Codes ------------------------------------------------------------------------------------------

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

// Blocks -----------------------------------------------------------------------------------------

static inline void put_bits(bit_writer *w, uint64_t bits, unsigned count) {
  w->bits |= bits << w->count;
  w->count += count;
  store64(w->out, w->bits);
  w->out += w->count >> 3;
  w->bits >>= w->count & ~7u;
  w->count &= 7;
}

static void to_byte(bit_writer *w) {
  if (w->count) put_bits(w, 0, 8 - w->count);
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

static void put_header(bit_writer *w, const code_header *h) {
  put_bits(w, (h->literals - 257) | (h->distances - 1) << 5 | (h->code_lengths - 4) << 10, 14);
  for (size_t i = 0; i < h->code_lengths; i++) put_bits(w, h->code.lengths[code_order[i]], 3);
  for (size_t i = 0; i < h->count; i++) {
    uint8_t symbol = h->symbols[i];
    unsigned length = h->code.lengths[symbol];
    put_bits(w, h->code.codes[symbol] | (uint32_t)h->extras[i] << length,
             length + header_extra_bits(symbol));
  }
}

static uint64_t count_bits(const uint32_t *counts, const uint32_t *distances, const code *l,
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

// Writes sequences, whose literals are taken from the pointer. A few behind them are read.
static inline void put_sequences(bit_writer *writer, const bit_table *t,
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
    while (run > 4) {
      uint32_t a = t->literals[literals[0]], b = t->literals[literals[1]];
      uint32_t c = t->literals[literals[2]], d = t->literals[literals[3]];
      uint64_t ab = a >> 8 | (uint64_t)(b >> 8) << (a & 31);
      uint64_t cd = c >> 8 | (uint64_t)(d >> 8) << (c & 31);
      put_bits(&w, ab | cd << ((a & 31) + (b & 31)), (a & 31) + (b & 31) + (c & 31) + (d & 31));
      literals += 4;
      run -= 4;
    }
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

static void make_fixed_code(block_code *c) {
  memset(&c->literals, 0, sizeof c->literals);
  memset(&c->distances, 0, sizeof c->distances);
  for (size_t i = 0; i < LITERALS + 2; i++)
    c->literals.lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  for (size_t i = 0; i < DISTANCES + 2; i++) c->distances.lengths[i] = 5;
  number_code(&c->literals, LITERALS + 2);
  number_code(&c->distances, DISTANCES + 2);
  make_table(&c->table, &c->literals, &c->distances);
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
      put_sequences(&w, &c->table, from, to, &literals);
      from = to;
      uint32_t bits = *p->row_bits++;
      put_bits_of_row(&w, p->bits, bits);
      p->bits += (bits + 7) / 8;
    }
    const uint32_t *to = outside + *marks++;
    put_sequences(&w, &c->table, from, to, &literals);
    from = to;
  }
  put_bits(&w, c->literals.codes[END], c->literals.lengths[END]);
  d->writer = w;
}

// Counts by symbol; returns how many extra bits the lengths have.
static uint64_t symbol_counts(const histogram *h, uint32_t *counts) {
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

static void make_block_code(block_code *c, const uint32_t *counts, const uint32_t *distances) {
  make_code(&c->literals, counts, LITERALS, MOST_BITS);
  make_code(&c->distances, distances, DISTANCES, MOST_DISTANCE_BITS);
  make_header(&c->header, &c->literals, &c->distances);
}

static void finish_block_code(block_code *c) {
  number_code(&c->literals, LITERALS);
  number_code(&c->distances, DISTANCES);
  make_table(&c->table, &c->literals, &c->distances);
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

// Looks for what lies in an area among what is kept.
static void find_kept(cpng_deflater *d, piece *p) {
  p->fingerprint = (fingerprint){.row_length = d->row_length, .width = piece_width(p),
                                 .rows = piece_rows(p), .pixel = d->pixel};
  fingerprint *f = &p->fingerprint;
  hash_area(d, piece_bytes(d, p), f->width, f->rows, f->hash);
  for (p->kept = 0; p->kept < d->kept_count; p->kept++) {
    const fingerprint *k = &d->kept[p->kept].fingerprint;
    if (k->hash[0] == f->hash[0] && k->hash[1] == f->hash[1] && k->row_length == f->row_length &&
        k->width == f->width && k->rows == f->rows && k->pixel == f->pixel)
      return;
  }
  p->kept = MOST_KEPT;
}

static void find_piece_sequences(cpng_deflater *d, piece *p, sink *out, uint32_t **row_ends) {
  uint32_t width = piece_width(p), rows = piece_rows(p);
  const uint8_t *bytes = piece_bytes(d, p);
  p->sequences = out->sequences;
  p->literals = out->literals;
  p->row_ends = *row_ends;
  memset(&p->counts, 0, sizeof p->counts);
  memset(d->area_table, 0, sizeof d->area_table);
  surroundings s = {.table = d->area_table, .origin = bytes, .width = width,
                    .row_length = d->row_length,
                    .reciprocal = (UINT64_C(1) << 44) / d->row_length + 1};
  out->counts = &p->counts;
  for (uint32_t y = 0; y < rows; y++) {
    const uint8_t *row = bytes + y * d->row_length;
    find_inside(row, row + width, d->pixel, &s, out);
    *(*row_ends)++ = (uint32_t)(out->sequences - p->sequences);
  }
  count_literals(&p->counts, p->literals, out->literals);
}

// Writes the bits of a piece's sequences by a code.
static void make_piece_bits(piece *p, const block_code *c, uint8_t **out,
                            uint32_t **row_bits) {
  uint32_t rows = piece_rows(p);
  const uint8_t *literals = p->literals;
  p->bits = *out;
  p->row_bits = *row_bits;
  p->total_bits = 0;
  for (uint32_t y = 0; y < rows; y++) {
    bit_writer w = {.out = *out};
    put_sequences(&w, &c->table, p->sequences + (y ? p->row_ends[y - 1] : 0),
                  p->sequences + p->row_ends[y], &literals);
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
  if (d->piece_count == 1 && d->pieces->kept < MOST_KEPT &&
      d->kept[d->pieces->kept].weight == weight) {
    use(d, d->pieces);
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
  symbol_counts(&all, counts);
  add_usual_counts(counts, all.distances, weight);
  block_code *code = &d->code;
  make_block_code(code, counts, all.distances);
  finish_block_code(code);
  uint8_t *bits = d->area_bits.bytes;
  for (size_t i = 0; i < d->piece_count; i++) {
    piece *p = d->pieces + i;
    int was_kept = p->kept < MOST_KEPT;
    if (was_kept && is_same_code(d->kept[p->kept].code, code)) {
      use(d, p);
      continue;
    }
    if (was_kept) find_piece_sequences(d, p, &out, &rows);
    make_piece_bits(p, code, &bits, &rows);
  }
  // What is kept moves when some of it is forgotten, so this comes when all of it is found.
  for (size_t i = 0; i < d->piece_count; i++) {
    piece *p = d->pieces + i;
    if (p->kept == MOST_KEPT && is_second_sight(d, p->fingerprint.hash[0]))
      keep(d, p, code, d->piece_count == 1 ? weight : 0);
  }
  return code;
}

// The block's end --------------------------------------------------------------------------------

// Writes a block in the way that takes the fewest bits.
static void put_block(cpng_deflater *d) {
  uint64_t is_last = d->bottom == d->rows;
  const uint8_t *first_literal = d->literals.bytes;
  count_literals(&d->counts, first_literal, first_literal + d->literal_count);
  uint32_t counts[LITERALS];
  uint64_t extra = symbol_counts(&d->counts, counts);
  const block_code *code = &d->code;
  block_code fixed;
  uint64_t way = 2;
  if (d->piece_count > 0) code = code_areas(d);
  else make_block_code(&d->code, counts, d->counts.distances);
  uint64_t bits = 3 + extra + code->header.bits +
                  count_bits(counts, d->counts.distances, &code->literals, &code->distances);
  for (size_t i = 0; i < d->piece_count; i++) bits += d->pieces[i].total_bits;
  size_t length = (d->bottom - d->top) * d->row_length;
  if (d->piece_count == 0) {
    // The fixed code saves a header, which is nothing to a large block.
    uint64_t by_fixed = UINT64_MAX;
    if (length < LEAST_BLOCK) {
      make_fixed_code(&fixed);
      by_fixed =
          3 + extra + count_bits(counts, d->counts.distances, &fixed.literals, &fixed.distances);
    }
    if (by_fixed <= bits) {
      bits = by_fixed;
      way = 1;
      code = &fixed;
    } else {
      finish_block_code(&d->code);
    }
  }
  if (stored_bits(&d->writer, length) <= bits) {
    put_stored(&d->writer, d->bytes + d->top * d->row_length, length, is_last);
    return;
  }
  put_bits(&d->writer, is_last | way << 1, 3);
  if (way == 2) put_header(&d->writer, &code->header);
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
  return make_room(&d->sequences, most_sequences(outside, parts) * sizeof(uint32_t)) &&
         make_room(&d->literals, outside + 16) &&
         make_room(&d->marks, parts * sizeof(uint32_t)) &&
         make_room(&d->area_sequences,
                   most_sequences(d->inside, inside_rows) * sizeof(uint32_t)) &&
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
    find_any(from, pixels, row + a->left, d->pixel, &s, &out);
    marks[d->mark_count++] = (uint32_t)(out.sequences - sequences);
    from = pixels = row + a->right;
  }
  const uint8_t *end = row + d->row_length;
  if (is_empty && end - pixels >= PAIR) {
    put_zeros(&out, &from, pixels, d->bytes, end);
  } else {
    find_any(from, pixels, end, d->pixel, &s, &out);
  }
  d->sequence_count = (size_t)(out.sequences - sequences);
  d->literal_count = (size_t)(out.literals - literals);
  marks[d->mark_count++] = (uint32_t)d->sequence_count;
  d->row++;
  if (d->row == d->bottom) {
    put_block(d);
  }
  return 1;
}

size_t cpng_deflate_end(cpng_deflater *d) {
  to_byte(&d->writer);
  for (int i = 0; i < 4; i++) *d->writer.out++ = (uint8_t)(d->adler >> (24 - 8 * i));
  return (size_t)(d->writer.out - d->start);
}
