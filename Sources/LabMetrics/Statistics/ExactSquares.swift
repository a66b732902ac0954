import LabKernel

/// An exact sum of squares, as long as the numbers are those of a run; beyond, a rounded one.
///
/// Roots of such sums are often next to half a nanosecond, where a rounded sum tells the wrong
/// side.
struct ExactSquares: BlockAdding {
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

  /// Adds the square of a number for each row in a range of a block of 512 or fewer.
  @inline(__always)
  mutating func add<Row>(
    _ rows: Span<Row>, in range: Range<Int>, _ number: (Span<Row>, Int) -> Int64
  ) {
    // So many squares of magnitudes below 2²⁷ add up to less than 2⁶³.
    assert(range.count <= blockRoom, "\(range.count) rows are more than a block has")
    var (part, bits) = (UInt64(0), UInt64(0))
    for place in range {
      let magnitude = number(rows, place).magnitude
      part &+= magnitude &* magnitude
      bits |= magnitude
    }
    guard bits >> 27 == 0 else {
      for place in range { add(number(rows, place)) }
      return
    }
    self.bits |= bits
    addSmall(part)
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
