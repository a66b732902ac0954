// Unpacks what 'xz --format=lzma' packed, in the page, before the lab itself is there.
//
// A bit is told by how likely it is, which both sides learn alike, and what came before may be copied from any
// distance, where a gzip looks back 32 KB: the lab takes two thirds of that. Bytes that are not whole end with
// a trap.

#include <stdbool.h>
#include <stdint.h>

enum { chances = 11, moves = 5, window = 1 << 24, most_packed = 1 << 22 };

static uint8_t packed[most_packed], output[window];

/// How likely 0 is, in 2048ths.
typedef uint16_t odds;

struct lengths {
  odds is_long, is_longer, low[16 << 3], middle[16 << 3], high[256];
};

static odds literals[0x300 << 4], is_match[12 << 4], is_long_repeat[12 << 4];
static odds is_repeat[12], is_second[12], is_third[12], is_fourth[12];
static odds slots[4][64], middles[128], ends[16];
static struct lengths fresh, repeated;

/// Where the reading is: a local variable while it goes on, so that it stays in registers.
struct reader {
  uint32_t input, range, code;
};

/// Where the writing is, and what was done last.
struct writer {
  uint32_t count, state, last[4];
};

static struct reader stopped;
static struct writer written;
static uint32_t before, mask;

// Each is a part of one loop.
#define PART static inline __attribute__((always_inline))

PART void fill(struct reader *from) {
  if (from->range >= 1u << 24) return;
  from->range <<= 8;
  from->code = from->code << 8 | packed[from->input++ & (most_packed - 1)];
}

PART uint32_t bit(struct reader *from, odds *chance) {
  uint32_t likely = *chance, share = (from->range >> chances) * likely, found = from->code >= share;
  if (found) {
    from->range -= share;
    from->code -= share;
    *chance = likely - (likely >> moves);
  } else {
    from->range = share;
    *chance = likely + (((1 << chances) - likely) >> moves);
  }
  fill(from);
  return found;
}

PART uint32_t number(struct reader *from, odds *tree, uint32_t bits) {
  uint32_t node = 1;
  for (uint32_t left = bits; left; left--) node = node << 1 | bit(from, tree + node);
  return node - (1u << bits);
}

PART uint32_t reversed(struct reader *from, odds *tree, uint32_t bits) {
  uint32_t node = 1, sum = 0;
  for (uint32_t place = 0; place < bits; place++) {
    uint32_t one = bit(from, tree + node);
    node = node << 1 | one;
    sum |= one << place;
  }
  return sum;
}

PART uint32_t length(struct reader *from, struct lengths *tree, uint32_t place) {
  if (!bit(from, &tree->is_long)) return 2 + number(from, tree->low + (place << 3), 3);
  if (!bit(from, &tree->is_longer)) return 10 + number(from, tree->middle + (place << 3), 3);
  return 18 + number(from, tree->high, 8);
}

PART uint32_t distance(struct reader *from, uint32_t size) {
  uint32_t slot = number(from, slots[size < 6 ? size - 2 : 3], 6);
  if (slot < 4) return slot;
  uint32_t bits = (slot >> 1) - 1, base = (2 | (slot & 1)) << bits;
  if (slot < 14) return base + reversed(from, middles + base - slot, bits);
  uint32_t plain = 0;
  for (uint32_t left = bits - 4; left; left--) {
    from->range >>= 1;
    uint32_t one = from->code >= from->range;
    if (one) from->code -= from->range;
    plain = plain << 1 | one;
    fill(from);
  }
  return base + (plain << 4) + reversed(from, ends, 4);
}

PART uint32_t literal(struct reader *from, odds *tree, uint32_t state, uint32_t expected) {
  uint32_t node = 1;
  if (state >= 7) {
    while (node < 0x100) {
      uint32_t hint = expected >> 7 & 1, one = bit(from, tree + ((1 + hint) << 8) + node);
      expected <<= 1;
      node = node << 1 | one;
      if (hint != one) break;
    }
  }
  while (node < 0x100) node = node << 1 | bit(from, tree + node);
  return node;
}

__attribute__((export_name("room"))) uint8_t *room(void) { return packed; }
__attribute__((export_name("bytes"))) uint8_t *bytes(void) { return output; }
/// How many bytes are unpacked.
__attribute__((export_name("count"))) uint32_t count(void) { return written.count; }

/// Takes the bytes out of a text in UTF-8 that has seven bits a character, in their place, and says how
/// many they are. A character of two bytes is one below 256, of which the lower seven bits count.
__attribute__((export_name("take"))) uint32_t take(uint32_t length) {
  uint32_t bits = 0, width = 0, taken = 0, high = 0;
  for (uint32_t place = 0; place < length && place < most_packed; place++) {
    uint32_t byte = packed[place];
    if (byte >= 0xc0) {
      high = (byte & 1) << 6;
      continue;
    }
    bits = bits << 7 | high | (byte & (byte & 0x80 ? 0x3f : 0x7f));
    high = 0;
    width += 7;
    if (width < 8) continue;
    width -= 8;
    packed[taken++] = bits >> width;
  }
  return taken;
}

/// Begins with what is packed.
__attribute__((export_name("begin"))) void begin(void) {
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
  before = packed[0] % 9;
  mask = (1u << packed[0] / 45) - 1;
  if (before > 4 || packed[0] / 9 % 5) __builtin_trap();
  stopped = (struct reader){14, ~0u, 0};
  written = (struct writer){0};
  for (; stopped.input < 18; stopped.input++) stopped.code = stopped.code << 8 | packed[stopped.input];
}

/// Unpacks some tens of thousands of bytes, and says whether there are more: a browser makes a function
/// fast that is called again, never one that runs.
__attribute__((export_name("more"))) bool more(void) {
  struct reader reader = stopped, *from = &reader;
  struct writer to = written;
  uint32_t end = to.count + (1 << 15);
  bool goes_on = true;
  while (to.count < end) {
    uint32_t place = to.count & mask, size = 1;
    if (!bit(from, is_match + (to.state << 4) + place)) {
      uint32_t byte = to.count ? output[to.count - 1] : 0;
      uint32_t expected = to.state >= 7 ? output[to.count - to.last[0] - 1] : 0;
      if (to.count >= window) __builtin_trap();
      output[to.count++] = literal(from, literals + 0x300 * (byte >> (8 - before)), to.state, expected);
      to.state = to.state < 4 ? 0 : to.state < 10 ? to.state - 3 : to.state - 6;
      continue;
    }
    uint32_t which = 0;
    if (!bit(from, is_repeat + to.state)) {
      which = 3;
      size = length(from, &fresh, place);
      uint32_t back = distance(from, size);
      to.state = to.state < 7 ? 7 : 10;
      to.last[3] = back;
      if (back == ~0u) {
        goes_on = false;
        break;
      }
    } else {
      // The distance of one of the last four copies, which becomes the last.
      if (bit(from, is_second + to.state)) {
        which = 1 + (bit(from, is_third + to.state) ? 1 + bit(from, is_fourth + to.state) : 0);
      }
      bool is_short = !which && !bit(from, is_long_repeat + (to.state << 4) + place);
      if (!is_short) size = length(from, &repeated, place);
      to.state = is_short ? (to.state < 7 ? 9 : 11) : to.state < 7 ? 8 : 11;
    }
    uint32_t back = which == 3 ? to.last[3] : which == 2 ? to.last[2] : which ? to.last[1] : to.last[0];
    if (which > 2) to.last[3] = to.last[2];
    if (which > 1) to.last[2] = to.last[1];
    if (which > 0) to.last[1] = to.last[0];
    to.last[0] = back;
    if (size > window - to.count || back >= to.count) __builtin_trap();
    for (; size; size--, to.count++) output[to.count] = output[to.count - back - 1];
  }
  stopped = reader;
  written = to;
  return goes_on;
}
