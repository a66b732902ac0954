import LabKernel

/// Returns an exact mean of integers, rounded half to even.
func roundedMean(_ sum: Int128, of count: Int) -> Int64 {
  precondition(count > 0, "the mean of nothing is undefined")
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

/// Returns the exact sum of some integers.
func exactSum(_ values: [Int64]) -> Int128 { values.reduce(0) { $0 + Int128($1) } }

/// Returns a duration from nanoseconds, at least 0, rounded half up.
func wholeNanoseconds(_ value: Double) -> Duration {
  .nanoseconds(Int64(min(value, 0x1p62) + 0.5))
}

/// Returns the largest of some integers minus the smallest; `nil` without any.
func peakToPeak(_ values: [Int64]) -> Duration? {
  extremes(values.span).map { .nanoseconds($0.most - $0.least) }
}

/// Returns the standard deviation of some integers; `nil` for fewer than two.
///
///     sd = √((n Σ v² − (Σ v)²) / (n (n − 1)))
///
/// Numbers are taken from the first of them, which does not change it, and keeps the squares small.
func standardDeviation(_ values: [Int64]) -> Duration? {
  guard let origin = values.first, values.count >= 2 else { return nil }
  let values = values.map { $0 &- origin }
  let (sum, count) = (exactSum(values), values.count)
  let (less, overflow) = sum.multipliedReportingOverflow(by: sum)
  if !overflow {
    let divisor = UInt128(count) * UInt128(count - 1)
    if let root = squareRoot(values, times: count, minus: less, over: divisor) { return root }
  }
  let mean = nearestDouble(to: sum) / Double(count)
  let square = approximateSquares(values) - mean * nearestDouble(to: sum)
  return wholeNanoseconds(max(0, square / Double(count - 1)).squareRoot())
}

/// Returns the root of the mean of the squares of some integers; `nil` without any.
func rootMeanSquare(_ values: [Int64]) -> Duration? {
  guard !values.isEmpty else { return nil }
  return squareRoot(values, over: UInt128(values.count))
    ?? wholeNanoseconds((approximateSquares(values) / Double(values.count)).squareRoot())
}

private func approximateSquares(_ values: [Int64]) -> Double {
  values.reduce(0) { $0 + Double($1) * Double($1) }
}

/// Returns √((factor × Σ v² − less) / divisor), rounded half up; `nil` if the numbers are larger
/// than those of a run.
///
/// Such roots are often next to half a nanosecond, where a rounded sum tells the wrong side.
private func squareRoot(
  _ values: [Int64], times factor: Int = 1, minus less: Int128 = 0, over divisor: UInt128
) -> Duration? {
  guard values.allSatisfy({ $0.magnitude < 1 << 40 }) else { return nil }
  let sum = values.reduce(UInt128(0)) { $0 + UInt128($1.magnitude) * UInt128($1.magnitude) }
  let (product, overflow) = UInt128(factor).multipliedReportingOverflow(by: sum)
  guard !overflow, product < 1 << 125 else { return nil }
  let dividend = 4 * (product - UInt128(less.magnitude))
  // Twice the root is an odd number at the borders between those that are rounded apart.
  func isGreater(_ root: UInt128) -> Bool {
    let (product, overflow) = (root * root).multipliedReportingOverflow(by: divisor)
    return overflow || product > dividend
  }
  var root = UInt128(UInt64((nearestDouble(to: dividend / divisor) / 4).squareRoot()))
  while root > 0, isGreater(2 * root - 1) { root -= 1 }
  while !isGreater(2 * root + 1) { root += 1 }
  return .nanoseconds(Int64(root))
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
