import LabKernel

/// What the standard deviation and the range of integers need of them.
///
/// Numbers are taken from the first of them, which changes neither, and keeps the squares small.
struct Moments: Sendable, BlockAdding {
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

  /// Adds a number for each row in a range of a block of 512 or fewer.
  @inline(__always)
  mutating func add<Row>(
    _ rows: Span<Row>, in range: Range<Int>, _ number: (Span<Row>, Int) -> Int64
  ) {
    guard !range.isEmpty else { return }
    if count == 0 { origin = number(rows, range.lowerBound) }
    count += range.count
    var (smallest, most) = (smallest, most)
    for place in range {
      smallest = min(smallest, number(rows, place))
      most = max(most, number(rows, place))
    }
    (self.smallest, self.most) = (smallest, most)
    let origin = origin
    sum.add(rows, in: range) { number($0, $1) &- origin }
    squares.add(rows, in: range) { number($0, $1) &- origin }
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
