// Arithmetic of 128 bits and a rounding, which a processor of 32 bits has not and a compiler calls.

#include <stdint.h>

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

/// The halves of a number.
union halves {
  wide whole;
  struct {
    uint64_t low, high;
  } part;
};

static wide join(uint64_t low, uint64_t high) {
  union halves number;
  number.part.low = low;
  number.part.high = high;
  return number.whole;
}

static uint64_t low(wide number) { return ((union halves){number}).part.low; }
static uint64_t high(wide number) { return ((union halves){number}).part.high; }

wide __multi3(wide a, wide b) {
  uint64_t x0 = (uint32_t)low(a), x1 = low(a) >> 32, y0 = (uint32_t)low(b), y1 = low(b) >> 32;
  uint64_t middle = (x0 * y0 >> 32) + (uint32_t)(x0 * y1) + (uint32_t)(x1 * y0);
  uint64_t top = x1 * y1 + (x0 * y1 >> 32) + (x1 * y0 >> 32) + (middle >> 32);
  return join(low(a) * low(b), top + low(a) * high(b) + high(a) * low(b));
}

wide __ashlti3(wide number, int count) {
  if (count & 64) return join(0, low(number) << (count & 63));
  if (!count) return number;
  return join(low(number) << count, high(number) << count | low(number) >> (64 - count));
}

wide __lshrti3(wide number, int count) {
  if (count & 64) return join(high(number) >> (count & 63), 0);
  if (!count) return number;
  return join(low(number) >> count | high(number) << (64 - count), high(number) >> count);
}

signed_wide __ashrti3(signed_wide number, int count) {
  int64_t top = (int64_t)high((wide)number);
  if (count & 64) return (signed_wide)join((uint64_t)(top >> (count & 63)), (uint64_t)(top >> 63));
  if (!count) return number;
  return (signed_wide)join(
      low((wide)number) >> count | (uint64_t)top << (64 - count), (uint64_t)(top >> count));
}

/// Divides by a number of 32 bits, as on paper: 32 bits at a time.
static wide divide_by_digit(wide number, uint64_t by, wide *rest) {
  uint64_t left = high(number) % by, top = high(number) / by;
  uint64_t upper = left << 32 | low(number) >> 32;
  uint64_t lower = upper % by << 32 | (uint32_t)low(number);
  *rest = lower % by;
  return join(upper / by << 32 | lower / by, top);
}

/// Divides by shifts and differences, a bit at a time, as many as the quotient has.
static wide divide(wide number, wide by, wide *rest) {
  if (!by) __builtin_trap();
  if (!high(number) && !high(by)) {
    *rest = low(number) % low(by);
    return low(number) / low(by);
  }
  if (!high(by) && low(by) >> 32 == 0) return divide_by_digit(number, low(by), rest);
  wide quotient = 0;
  if (number >= by) {
    int zeros = high(number) ? __builtin_clzll(high(number)) : 64 + __builtin_clzll(low(number));
    int others = high(by) ? __builtin_clzll(high(by)) : 64 + __builtin_clzll(low(by));
    for (int shift = others - zeros; shift >= 0; shift--) {
      wide part = __ashlti3(by, shift);
      quotient += quotient;
      if (number >= part) {
        number -= part;
        quotient |= 1;
      }
    }
  }
  *rest = number;
  return quotient;
}

wide __udivti3(wide number, wide by) {
  wide rest;
  return divide(number, by, &rest);
}

wide __umodti3(wide number, wide by) {
  wide rest;
  divide(number, by, &rest);
  return rest;
}

static wide magnitude(signed_wide number) { return number < 0 ? -(wide)number : (wide)number; }

signed_wide __divti3(signed_wide number, signed_wide by) {
  wide rest, quotient = divide(magnitude(number), magnitude(by), &rest);
  return (signed_wide)((number < 0) != (by < 0) ? -quotient : quotient);
}

signed_wide __modti3(signed_wide number, signed_wide by) {
  wide rest;
  divide(magnitude(number), magnitude(by), &rest);
  return (signed_wide)(number < 0 ? -rest : rest);
}

/// Rounds halves away from zero.
double round(double number) {
  double whole = __builtin_trunc(number);
  double rest = number - whole;
  return __builtin_fabs(rest) >= 0.5 ? whole + __builtin_copysign(1.0, number) : whole;
}

/// Returns a whole number times a power of two as the nearest number, halves to the even one; tiny ones are
/// rounded twice.
static double scaled(signed_wide number, int exponent) {
  wide size = magnitude(number);
  if (!size) return 0;
  int bits = high(size) ? 128 - __builtin_clzll(high(size)) : 64 - __builtin_clzll(low(size));
  if (bits > 53) {
    int shift = bits - 53;
    wide rest = size - __ashlti3(__lshrti3(size, shift), shift), half = __ashlti3(1, shift - 1);
    size = __lshrti3(size, shift);
    if (rest > half || (rest == half && (low(size) & 1))) size++;
    exponent += shift;
  }
  double result = (double)low(size);
  for (; exponent > 0; exponent--) result *= 2;
  for (; exponent < 0; exponent++) result /= 2;
  return number < 0 ? -result : result;
}

/// Returns the digits of a number as a whole one, and its power of two.
static int64_t digits_of(double number, int *exponent) {
  uint64_t bits;
  __builtin_memcpy(&bits, &number, sizeof bits);
  int power = (int)(bits >> 52 & 2047);
  int64_t digits = (int64_t)(bits & (((uint64_t)1 << 52) - 1));
  if (power) digits |= (int64_t)1 << 52;
  *exponent = (power ? power : 1) - 1075;
  return bits >> 63 ? -digits : digits;
}

static signed_wide shifted_right(signed_wide number, int shift) {
  if (shift <= 0) return number;
  wide size = magnitude(number);
  // What is cut off still says on which side of a half it is.
  wide kept = shift < 128 ? __lshrti3(size, shift) : 0;
  if (size && (shift >= 128 || __ashlti3(kept, shift) != size)) kept |= 1;
  return number < 0 ? -(signed_wide)kept : (signed_wide)kept;
}

/// Multiplies and adds with one rounding, as `stride` does over numbers with fractions.
double fma(double x, double y, double z) {
  if (!__builtin_isfinite(x) || !__builtin_isfinite(y) || !__builtin_isfinite(z) || x == 0 || y == 0) {
    return x * y + z;
  }
  int x_power, y_power, z_power;
  signed_wide product = (signed_wide)digits_of(x, &x_power) * digits_of(y, &y_power);
  signed_wide term = digits_of(z, &z_power);
  int power = x_power + y_power;
  if (!term) return scaled(product, power);
  int up = z_power - power;
  if (up >= 0) {
    int kept = up < 70 ? up : 70;
    term = (signed_wide)__ashlti3((wide)term, kept);
    return scaled(shifted_right(product, up - kept) + term, z_power - kept);
  }
  int kept = -up < 20 ? -up : 20;
  product = (signed_wide)__ashlti3((wide)product, kept);
  return scaled(product + shifted_right(term, -up - kept), power - kept);
}

static const char *after_word(const char *text, const char *word) {
  for (; *word; word++, text++) {
    if ((*text | 32) != *word) return 0;
  }
  return text;
}

/// Reads a number up to where it ends; nothing where there is none. It tells whether a text is a number: no
/// result depends on its last digits.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  double sign = *text == '-' ? -1 : 1, value = 0;
  if (*text == '-' || *text == '+') text++;
  const char *word = after_word(text, "infinity");
  if (!word) word = after_word(text, "inf");
  if (!word) word = after_word(text, "nan");
  if (word) {
    *number = sign * __builtin_inf();
    return word;
  }
  int count = 0, power = 0;
  for (; *text >= '0' && *text <= '9'; text++, count++) value = 10 * value + (*text - '0');
  if (*text == '.') {
    for (text++; *text >= '0' && *text <= '9'; text++, count++, power--) value = 10 * value + (*text - '0');
  }
  if (!count) return 0;
  if ((*text | 32) == 'e') {
    const char *place = text + 1;
    int direction = *place == '-' ? -1 : 1, exponent = 0;
    if (*place == '-' || *place == '+') place++;
    if (*place >= '0' && *place <= '9') {
      for (; *place >= '0' && *place <= '9'; place++) {
        if (exponent < 1000) exponent = 10 * exponent + (*place - '0');
      }
      power += direction * exponent;
      text = place;
    }
  }
  for (; power > 0; power--) value *= 10;
  for (; power < 0; power++) value /= 10;
  *number = sign * value;
  return text;
}
