import LabKernel

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

  /// Adds a point for each row in a range of a block.
  @inline(__always)
  mutating func add<Row>(
    _ rows: Span<Row>, in range: Range<Int>, _ point: (Row) -> (abscissa: Int64, ordinate: Int64)
  ) {
    guard !range.isEmpty else { return }
    if count == 0 { origin = point(rows[range.lowerBound]).abscissa }
    count += range.count
    var (x, y, xx, xy) = (x, y, xx, xy)
    for place in range {
      let (abscissa, ordinate) = point(unsafe rows[unchecked: place])
      let distance = Int128(abscissa &- origin)
      x += distance
      y += Int128(ordinate)
      // A product of two words fits into two.
      xx += distance &* distance
      xy += distance &* Int128(ordinate)
    }
    (self.x, self.y, self.xx, self.xy) = (x, y, xx, xy)
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
