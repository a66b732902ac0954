/// Returns an exact mean of integers, rounded half to even.
func roundedMean(_ sum: Int128, of count: Int) -> Int64 {
  precondition(count > 0, "the mean of nothing is undefined")
  if let word = Int64(exactly: sum), Int64(count) < 1 << 62 {
    return roundedQuotient(word, Int64(count))
  }
  let divisor = Int128(count)
  var (quotient, remainder) = sum.quotientAndRemainder(dividingBy: divisor)
  if remainder < 0 {
    quotient -= 1
    remainder += divisor
  }
  let isAbove = remainder * 2 > divisor
  let isHalf = remainder * 2 == divisor
  return Int64(clamping: isAbove || (isHalf && quotient & 1 == 1) ? quotient + 1 : quotient)
}

/// Returns a quotient rounded half to even, the divisor being positive and below 2⁶².
private func roundedQuotient(_ dividend: Int64, _ divisor: Int64) -> Int64 {
  var (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
  if remainder < 0 {
    quotient -= 1
    remainder += divisor
  }
  let twice = 2 * remainder
  return twice > divisor || (twice == divisor && quotient & 1 == 1) ? quotient + 1 : quotient
}

/// An exact sum of integers, kept in one word as long as it fits.
struct ExactSum: BlockAdding {
  private var low: Int64 = 0
  private var high: Int128 = 0

  var value: Int128 { high + Int128(low) }

  @inline(__always)
  mutating func add(_ number: Int64) {
    let (sum, overflow) = low.addingReportingOverflow(number)
    if overflow {
      high += Int128(low) + Int128(number)
      low = 0
    } else {
      low = sum
    }
  }

  /// Adds a number for each row in a range of a block of 512 or fewer.
  @inline(__always)
  mutating func add<Row>(
    _ rows: Span<Row>, in range: Range<Int>, _ number: (Span<Row>, Int) -> Int64
  ) {
    // So many magnitudes below 2⁵⁴ add up to one below 2⁶³.
    assert(range.count <= blockRoom, "\(range.count) rows are more than a block has")
    var (part, bits) = (Int64(0), Int64(0))
    for place in range {
      let value = number(rows, place)
      part &+= value
      bits |= value ^ (value >> 63)
    }
    if bits >> 54 == 0 { return add(part) }
    for place in range { add(number(rows, place)) }
  }
}

/// Returns a duration from nanoseconds, at least 0, rounded half up.
func wholeNanoseconds(_ value: Double) -> Duration {
  .nanoseconds(Int64(min(value, 0x1p62) + 0.5))
}

/// Returns the square root of a number, at least 0, rounded half up.
///
///     ⌊√v + ½⌋ = ⌊(⌊√(4 v)⌋ + 1) / 2⌋
///
/// In whole numbers after the first step, so that no mathematics library is needed.
func roundedSquareRoot(_ value: Double) -> Duration {
  guard value * 4 >= 0x1p60 else {
    // Of a number that fits into a word the processor's root is off by one at most.
    let square = UInt64(value * 4)
    var root = UInt64(Double(square).squareRoot())
    while root * root > square { root -= 1 }
    while (root + 1) * (root + 1) <= square { root += 1 }
    return .nanoseconds(Int64((root + 1) / 2))
  }
  let square = UInt128(min(value, 0x1p124) * 4)
  guard square > 0 else { return .zero }
  var root: UInt128 = 1 << ((128 - square.leadingZeroBitCount + 1) / 2)
  // Newton's steps fall from above until they reach the root.
  while true {
    let next = (root + square / root) / 2
    guard next < root else { break }
    root = next
  }
  return .nanoseconds(Int64((root + 1) / 2))
}

/// Returns the smallest and the largest of integers in one pass; `nil` for none.
func extremes<Value: FixedWidthInteger & SignedInteger>(
  _ values: Span<Value>
) -> (least: Int64, most: Int64)? {
  guard !values.isEmpty else { return nil }
  var least = values[0]
  var most = least
  for place in values.indices {
    least = min(least, values[place])
    most = max(most, values[place])
  }
  return (Int64(least), Int64(most))
}
