import LabKernel

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
struct ExactSum: Sendable {
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
}

/// Returns the exact sum of some integers.
func exactSum(_ values: [Int64]) -> Int128 {
  var sum = ExactSum()
  for value in values { sum.add(value) }
  return sum.value
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

/// An exact sum of squares, as long as the numbers are those of a run; beyond, a rounded one.
///
/// Roots of such sums are often next to half a nanosecond, where a rounded sum tells the wrong
/// side.
struct ExactSquares: Sendable {
  private var low: UInt64 = 0
  private var high: UInt128 = 0
  private var rounded = 0.0
  private var bits: UInt64 = 0

  /// Creates the sum of the squares of some numbers.
  init(_ values: [Int64] = []) { for value in values { add(value) } }

  @inline(__always)
  mutating func add(_ number: Int64) {
    let magnitude = number.magnitude
    bits |= magnitude
    guard magnitude < 1 << 31 else {
      rounded += Double(magnitude) * Double(magnitude)
      if magnitude < 1 << 40 { high += UInt128(magnitude) * UInt128(magnitude) }
      return
    }
    addSmall(magnitude &* magnitude)
  }

  @inline(__always)
  private mutating func addSmall(_ square: UInt64) {
    let (sum, overflow) = low.addingReportingOverflow(square)
    if overflow {
      high += 1 << 64
      rounded += 0x1p64
    }
    low = sum
  }

  /// The square root of (factor × sum − less) / divisor, rounded half up.
  func root(times factor: Int = 1, minus less: Int128 = 0, over divisor: some BinaryInteger)
    -> Duration
  {
    guard let dividend = dividend(factor, less) else {
      let product = approximate * Double(factor) - nearestDouble(to: less)
      return roundedSquareRoot(max(0, product / Double(divisor)))
    }
    let divisor = UInt128(divisor)
    var root = UInt128(UInt64((nearestDouble(to: dividend / divisor) / 4).squareRoot()))
    while root > 0, isGreater(2 * root - 1, divisor, dividend) { root -= 1 }
    while !isGreater(2 * root + 1, divisor, dividend) { root += 1 }
    return .nanoseconds(Int64(root))
  }

  /// The sum, rounded.
  var approximate: Double { rounded + Double(low) }

  /// Four times (factor × sum − less); `nil` if that is not exact or too large.
  private func dividend(_ factor: Int, _ less: Int128) -> UInt128? {
    guard bits < 1 << 40 else { return nil }
    let (product, overflow) = UInt128(factor).multipliedReportingOverflow(by: high + UInt128(low))
    guard !overflow, product < 1 << 125 else { return nil }
    return 4 * (product - UInt128(less.magnitude))
  }

  /// Whether square × divisor > dividend.
  private func isGreater(_ root: UInt128, _ divisor: UInt128, _ dividend: UInt128) -> Bool {
    let (product, overflow) = (root * root).multipliedReportingOverflow(by: divisor)
    return overflow || product > dividend
  }
}

/// What the standard deviation and the range of integers need of them.
///
/// Numbers are taken from the first of them, which changes neither, and keeps the squares small.
struct Moments: Sendable {
  private(set) var count = 0
  private var origin: Int64 = 0
  private var smallest = Int64.max
  private var most = Int64.min
  private var sum = ExactSum()
  private var squares = ExactSquares()

  @inline(__always)
  mutating func add(_ number: Int64) {
    if count == 0 { origin = number }
    count += 1
    smallest = min(smallest, number)
    most = max(most, number)
    sum.add(number &- origin)
    squares.add(number &- origin)
  }

  /// The standard deviation; `nil` for fewer than two numbers.
  ///
  ///     sd = √((n Σ v² − (Σ v)²) / (n (n − 1)))
  var standardDeviation: Duration? {
    guard count >= 2 else { return nil }
    let (less, overflow) = sum.value.multipliedReportingOverflow(by: sum.value)
    guard overflow else {
      return squares.root(times: count, minus: less, over: Int64(count) * Int64(count - 1))
    }
    let mean = nearestDouble(to: sum.value) / Double(count)
    let square = squares.approximate - mean * nearestDouble(to: sum.value)
    return roundedSquareRoot(max(0, square / Double(count - 1)))
  }

  /// The smallest; `nil` without a number.
  var least: Int64? { count > 0 ? smallest : nil }

  /// The largest minus the smallest; `nil` without a number.
  var peakToPeak: Duration? { count > 0 ? .nanoseconds(most - smallest) : nil }
}

/// The least-squares slope of integers over others, from exact sums.
///
///     slope = (n Σ x y − Σ x Σ y) / (n Σ x² − (Σ x)²)
///
/// The abscissas count from the first of them.
struct Slope: Sendable {
  private var count = 0
  private var origin: Int64 = 0
  private var x = Int128(0)
  private var y = Int128(0)
  private var xx = Int128(0)
  private var xy = Int128(0)

  @inline(__always)
  mutating func add(_ abscissa: Int64, _ ordinate: Int64) {
    if count == 0 { origin = abscissa }
    count += 1
    let distance = abscissa - origin
    x += Int128(distance)
    y += Int128(ordinate)
    xx += Int128(distance) * Int128(distance)
    xy += Int128(distance) * Int128(ordinate)
  }

  /// The slope; `nil` for fewer than two different abscissas.
  var value: Double? {
    guard count >= 2 else { return nil }
    let n = Int128(count)
    let divisor = WideInteger(n, xx) - WideInteger(x, x)
    guard divisor.nearest > 0 else { return nil }
    return (WideInteger(n, xy) - WideInteger(x, y)).nearest / divisor.nearest
  }
}

/// The product of two integers of 128 bits, or a difference of such.
private struct WideInteger {
  var high: Int128
  var low: UInt128

  init(_ left: Int128, _ right: Int128) {
    (high, low) = left.multipliedFullWidth(by: right)
  }

  static func - (left: WideInteger, right: WideInteger) -> WideInteger {
    var difference = left
    let (low, borrows) = left.low.subtractingReportingOverflow(right.low)
    difference.low = low
    difference.high = left.high &- right.high &- (borrows ? 1 : 0)
    return difference
  }

  /// The number as a double, off by no more than its last few digits.
  var nearest: Double {
    if high == 0 { return nearestDouble(to: low) }
    if high == -1 { return -nearestDouble(to: 0 &- low) }
    return nearestDouble(to: high) * 0x1p128 + nearestDouble(to: low)
  }
}
