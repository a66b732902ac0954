import LabKernel

/// The grid of a panel's vsyncs: a stretch for each rate that it has in the course of a run.
///
/// Every vsync is computed from its index, so that rounding never accumulates.
package struct VsyncGrid: Hashable, Sendable {
  private struct Stretch: Hashable, Sendable {
    let rate: RefreshRate
    let first: Int
    let origin: Int64
    /// The period in nanoseconds is `numerator / denominator`, in lowest terms.
    let numerator: UInt128
    let denominator: UInt128
    /// The same, if both fit into a word; else 0.
    let shortNumerator: UInt64
    let shortDenominator: UInt64

    init(rate: RefreshRate, first: Int, origin: Int64, numerator: UInt128, denominator: UInt128) {
      self.rate = rate
      self.first = first
      self.origin = origin
      // Words are divided many times as fast as pairs of them.
      let divisor: UInt128 =
        if let long = UInt64(exactly: numerator), let short = UInt64(exactly: denominator) {
          UInt128(greatestCommonDivisor(long, short))
        } else {
          greatestCommonDivisor(numerator, denominator)
        }
      self.numerator = numerator / divisor
      self.denominator = denominator / divisor
      let fits = self.numerator <= UInt64.max && self.denominator <= UInt64.max
      shortNumerator = fits ? UInt64(self.numerator) : 0
      shortDenominator = fits ? UInt64(self.denominator) : 0
    }

    /// The distance of a vsync from the first one, `floor(k × period)`.
    func offset(of index: Int) -> Int64 {
      let count = UInt64(index - first)
      let short = shortNumerator.multipliedReportingOverflow(by: count)
      // A division of words is many times as fast as one of two words.
      if shortNumerator > 0, !short.overflow, short.partialValue <= Int64.max {
        return Int64(short.partialValue / shortDenominator)
      }
      let (product, overflow) = numerator.multipliedReportingOverflow(by: UInt128(count))
      return overflow ? .max / 2 : Int64(clamping: product / denominator)
    }

    /// The first vsync at an instant or later: `ceil(distance / period)`.
    func index(notBefore instant: Int64) -> Int {
      let distance = UInt128(max(0, instant - origin))
      let (quotient, remainder) = (distance * denominator).quotientAndRemainder(
        dividingBy: numerator)
      return first + Int(clamping: quotient) + (remainder == 0 ? 0 : 1)
    }
  }

  /// How much faster the panel is than it says, in parts per billion.
  let drift: Int64

  /// How far each vsync may lie from the grid, to either side.
  let jitter: Duration

  private var stretches: [Stretch] = []

  var rate: RefreshRate { stretches[0].rate }

  var laterRates: [RefreshRate] { stretches.dropFirst().map { $0.rate } }

  init(
    rate: RefreshRate, phase: Duration = .zero, drift: Int64 = 0, jitter: Duration = .zero,
    changes: [Panel.RateChange] = []
  ) {
    let shortest = ([rate] + changes.map { $0.rate }).map { $0.period }.min() ?? .zero
    require(jitter >= .zero && jitter * 2 < shortest, "a jitter of \(jitter) reorders vsyncs")
    require(abs(drift) <= 100_000_000, "a drift of \(drift) parts per billion")
    self.drift = drift
    self.jitter = jitter
    append(rate, from: 0, at: phase.wholeNanoseconds)
    for change in changes.sorted(by: { $0.instant < $1.instant }) {
      let last = stretches[stretches.count - 1]
      let first = last.index(notBefore: change.instant.nanoseconds)
      append(change.rate, from: first, at: last.origin + last.offset(of: first))
    }
  }

  func vsync(_ index: Int) -> Instant {
    let place = place(of: index)
    return Instant(nanoseconds: stretches[place].origin)
      .advanced(byNanoseconds: stretches[place].offset(of: index))
  }

  func rate(after index: Int) -> RefreshRate {
    stretches[place(of: index)].rate
  }

  /// Begins the grid anew, with another rate, at a vsync that no stretch has begun after.
  mutating func change(to rate: RefreshRate, at index: Int) {
    append(rate, from: index, at: vsync(index).nanoseconds)
  }

  /// The stretch to which a vsync belongs; most grids have only one.
  private func place(of index: Int) -> Int {
    require(index >= 0, "vsync \(index) lies before the start")
    var place = stretches.count - 1
    while place > 0, stretches[place].first > index { place -= 1 }
    return place
  }

  private mutating func append(_ rate: RefreshRate, from first: Int, at origin: Int64) {
    let billion: UInt128 = 1_000_000_000
    stretches.append(
      Stretch(
        rate: rate, first: first, origin: origin,
        numerator: UInt128(rate.denominator) * billion * billion,
        denominator: UInt128(rate.numerator) * UInt128(1_000_000_000 + drift)))
  }
}
