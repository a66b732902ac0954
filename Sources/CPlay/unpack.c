// Unpacks what 'xz --format=lzma' packed, in the page, before the lab itself is there.
//
// A bit is told by how likely it is, which both sides learn alike, and what came before may be copied from any
// distance, where a gzip looks back 32 KB: the lab takes two thirds of that. Bytes that are not whole end with
// a trap.

#include <stdbool.h>
#include <stdint.h>

enum { chances = 11, moves = 5, window = 1 << 24, most_packed = 1 << 22 };

static uint8_t packed[most_packed], output[window];
static uint32_t input, range, code, count;

/// How likely 0 is, in 2048ths.
typedef uint16_t odds;

struct lengths {
  odds is_long, is_longer, low[16 << 3], middle[16 << 3], high[256];
};

static odds literals[0x300 << 4], is_match[12 << 4], is_long_repeat[12 << 4];
static odds is_repeat[12], is_second[12], is_third[12], is_fourth[12];
static odds slots[4][64], middles[128], ends[16];
static struct lengths fresh, repeated;

static inline void fill(void) {
  if (range >= 1u << 24) return;
  range <<= 8;
  code = code << 8 | packed[input++ & (most_packed - 1)];
}

static inline uint32_t bit(odds *chance) {
  uint32_t share = (range >> chances) * *chance, found = code >= share;
  if (found) {
    range -= share;
    code -= share;
    *chance -= *chance >> moves;
  } else {
    range = share;
    *chance += ((1 << chances) - *chance) >> moves;
  }
  fill();
  return found;
}

static uint32_t number(odds *tree, uint32_t bits) {
  uint32_t node = 1;
  for (uint32_t left = bits; left; left--) node = node << 1 | bit(tree + node);
  return node - (1u << bits);
}

static uint32_t reversed(odds *tree, uint32_t bits) {
  uint32_t node = 1, sum = 0;
  for (uint32_t place = 0; place < bits; place++) {
    uint32_t one = bit(tree + node);
    node = node << 1 | one;
    sum |= one << place;
  }
  return sum;
}

static uint32_t length(struct lengths *tree, uint32_t place) {
  if (!bit(&tree->is_long)) return 2 + number(tree->low + (place << 3), 3);
  if (!bit(&tree->is_longer)) return 10 + number(tree->middle + (place << 3), 3);
  return 18 + number(tree->high, 8);
}

static uint32_t distance(uint32_t size) {
  uint32_t slot = number(slots[size < 6 ? size - 2 : 3], 6);
  if (slot < 4) return slot;
  uint32_t bits = (slot >> 1) - 1, base = (2 | (slot & 1)) << bits;
  if (slot < 14) return base + reversed(middles + base - slot, bits);
  uint32_t plain = 0;
  for (uint32_t left = bits - 4; left; left--) {
    range >>= 1;
    uint32_t one = code >= range;
    if (one) code -= range;
    plain = plain << 1 | one;
    fill();
  }
  return base + (plain << 4) + reversed(ends, 4);
}

static uint32_t literal(odds *tree, uint32_t state, uint32_t expected) {
  uint32_t node = 1;
  if (state >= 7) {
    while (node < 0x100) {
      uint32_t hint = expected >> 7 & 1, one = bit(tree + ((1 + hint) << 8) + node);
      expected <<= 1;
      node = node << 1 | one;
      if (hint != one) break;
    }
  }
  while (node < 0x100) node = node << 1 | bit(tree + node);
  return node;
}

__attribute__((export_name("room"))) uint8_t *room(void) { return packed; }
__attribute__((export_name("bytes"))) uint8_t *bytes(void) { return output; }

/// Unpacks, and says how many bytes there are.
__attribute__((export_name("unpack"))) uint32_t unpack(void) {
  odds *all[] = {literals, is_match, is_long_repeat, is_repeat, is_second, is_third, is_fourth,
                 slots[0], middles, ends, &fresh.is_long, &repeated.is_long};
  uint32_t sizes[] = {sizeof literals, sizeof is_match, sizeof is_long_repeat, sizeof is_repeat,
                      sizeof is_second, sizeof is_third, sizeof is_fourth, sizeof slots,
                      sizeof middles, sizeof ends, sizeof fresh, sizeof repeated};
  for (uint32_t tree = 0; tree < sizeof sizes / sizeof *sizes; tree++) {
    for (uint32_t place = 0; place < sizes[tree] / sizeof(odds); place++) {
      all[tree][place] = 1 << (chances - 1);
    }
  }
  uint32_t before = packed[0] % 9, mask = (1u << packed[0] / 45) - 1;
  if (before > 4 || packed[0] / 9 % 5) __builtin_trap();
  range = ~0u;
  for (input = 14; input < 18; input++) code = code << 8 | packed[input];
  uint32_t state = 0, last[4] = {0};
  for (;;) {
    uint32_t place = count & mask, size = 1;
    if (!bit(is_match + (state << 4) + place)) {
      uint32_t byte = count ? output[count - 1] : 0;
      uint32_t expected = state >= 7 ? output[count - last[0] - 1] : 0;
      if (count >= window) __builtin_trap();
      output[count++] = literal(literals + 0x300 * (byte >> (8 - before)), state, expected);
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    if (!bit(is_repeat + state)) {
      for (uint32_t which = 3; which; which--) last[which] = last[which - 1];
      size = length(&fresh, place);
      last[0] = distance(size);
      if (last[0] == ~0u) return count;
      state = state < 7 ? 7 : 10;
    } else {
      // The distance of one of the last four copies, which becomes the last.
      uint32_t which = 0;
      if (bit(is_second + state)) which = 1 + (bit(is_third + state) ? 1 + bit(is_fourth + state) : 0);
      bool is_short = !which && !bit(is_long_repeat + (state << 4) + place);
      uint32_t back = last[which];
      for (; which; which--) last[which] = last[which - 1];
      last[0] = back;
      if (!is_short) size = length(&repeated, place);
      state = is_short ? (state < 7 ? 9 : 11) : state < 7 ? 8 : 11;
    }
    if (size > window - count || last[0] >= count) __builtin_trap();
    for (; size; size--, count++) output[count] = output[count - last[0] - 1];
  }
}
