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
