package import LabKernel

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

/// The instants at which the fire dates of a timer can meet vsyncs.
///
/// With the interval T and the display's period P in the ratio T/P = p/q (lowest terms), both are
/// multiples of P/q: the vsyncs lie on a grid of that spacing, and if one fire date does, all do.
/// Whether a firing then comes before or after its vsync is decided by rounding alone. Dates
/// half-way between two instants of the grid never meet a vsync.
package struct TieGrid {
  /// The most grid instants in a refresh; a timer that meets a vsync more seldom beats against
  /// them.
  static let finest: Int64 = 64

  /// The distance of two instants in nanoseconds; `nil` if timer and display have no useful grid.
  private let spacing: Fraction?
  private let origin: Fraction
  private let period: Fraction

  /// Creates the grid of an interval, in nanoseconds, and of all rates that a display can have.
  ///
  /// Of an adaptive display it has the fastest rate; of a recorded one it has none.
  package init(interval: Fraction, panel: Panel) {
    origin = Fraction(panel.vsync(0).nanoseconds)
    let period = panel.rate.exactPeriod(drift: panel.drift)
    self.period = period
    var rates = [panel.rate] + panel.laterRates
    if case .steps(let steps) = panel.timing { rates += steps }
    var spacing = panel.isRecorded ? nil : period.commonMeasure(interval)
    for rate in rates {
      let finer = spacing?.commonMeasure(rate.exactPeriod(drift: panel.drift))
      // A rate with which the timer only beats leaves the grid of the others as it is.
      if let finer, Self.isUseful(finer, period) { spacing = finer }
    }
    self.spacing = spacing.flatMap { Self.isUseful($0, period) ? $0 : nil }
  }

  private static func isUseful(_ spacing: Fraction, _ period: Fraction) -> Bool {
    period.divided(by: spacing).map { $0.isAtMost(Fraction(finest)) } ?? false
  }

  /// Returns the default first fire date of a timer: an interval and about half a refresh after its
  /// start.
  ///
  ///     first = start + T + d,  d the odd multiple of P/2q nearest P/2
  ///
  /// Of two that are equally near, d is the smaller; without a grid it is P/2. If the start leaves
  /// the dates an eighth of the spacing or more away from the grid anyway, d = 0.
  ///
  /// - Parameters:
  ///   - earliest: The start and one interval, to the nanosecond.
  ///   - interval: The interval in nanoseconds, exactly.
  ///   - start: When the timer starts.
  /// - Returns: The date, cut to whole nanoseconds.
  package func firstDate(
    notBefore earliest: Instant, exactly interval: Fraction, after start: Instant
  ) -> Instant {
    let start = Fraction(start.nanoseconds)
    guard let base = start.adding(interval),
      let date = offset(from: base, start, interval).flatMap(base.adding)?.whole
    else { return earliest }
    return Instant(nanoseconds: date)
  }

  private func offset(
    from base: Fraction, _ start: Fraction, _ interval: Fraction
  ) -> Fraction? {
    guard let half = period.half else { return nil }
    guard let spacing = spacing ?? nearSpacing(interval) else {
      return isClear(start, of: period) ? .zero : half
    }
    if isClear(base, of: spacing) { return .zero }
    guard let residue = residue(of: base, spacing) else { return nil }
    // The smallest offset that leads half-way, then as many whole steps as lead nearest to P/2.
    guard let middle = spacing.half,
      let least = middle.adding(residue.negated)?.wrapped(into: spacing),
      let beyond = middle.adding(least)?.negated,
      let steps = half.adding(beyond)?.divided(by: spacing)?.roundedUp
    else { return nil }
    return Fraction(max(0, steps)).multiplied(by: spacing).flatMap(least.adding)
  }

  /// The grid of an interval that was cut to whole nanoseconds, such as a third of a refresh, or is
  /// made of such a period.
  ///
  /// An interval near a multiple of the period needs none: P/2 is right for it.
  ///
  /// - Source: the convergents of the continued fraction of T/P, whose errors are the least.
  private func nearSpacing(_ interval: Fraction) -> Fraction? {
    guard let ratio = interval.divided(by: period) else { return nil }
    var rest = (ratio.numerator, ratio.denominator)
    var (above, below) = ((Int128(0), Int128(1)), (Int128(1), Int128(0)))
    while rest.1 != 0 {
      let whole = rest.0 / rest.1
      let next = whole * below.1 + below.0
      guard next <= Int128(Self.finest) else { break }
      above = (above.1, whole * above.1 + above.0)
      below = (below.1, next)
      rest = (rest.1, rest.0 % rest.1)
    }
    guard below.1 > 1, let simple = Fraction(above.1, below.1)?.multiplied(by: period),
      let error = simple.adding(interval.negated), let periods = ratio.roundedUp,
      error.isAtMost(Fraction(1 + periods)), Fraction(-1 - periods).isAtMost(error)
    else { return nil }
    return Fraction(1, below.1)?.multiplied(by: period)
  }

  /// Whether an instant lies an eighth of a spacing or more away from multiples of it.
  private func isClear(_ instant: Fraction, of spacing: Fraction) -> Bool {
    guard let residue = residue(of: instant, spacing),
      let margin = spacing.divided(by: Fraction(8)),
      let rest = spacing.adding(residue.negated)
    else { return false }
    return margin.isAtMost(residue) && margin.isAtMost(rest)
  }

  /// Returns whether an instant lies on the grid, to the nanosecond.
  package func contains(_ instant: Instant) -> Bool {
    guard let spacing, let residue = residue(of: Fraction(instant.nanoseconds), spacing),
      let rest = spacing.adding(residue.negated)
    else { return false }
    let nanosecond = Fraction(1)
    return !nanosecond.isAtMost(residue) || !nanosecond.isAtMost(rest)
  }

  /// How far an instant lies behind the last instant of the grid.
  private func residue(of instant: Fraction, _ spacing: Fraction) -> Fraction? {
    instant.adding(origin.negated)?.wrapped(into: spacing)
  }
}

extension RefreshRate {
  /// One refresh in nanoseconds, exactly, of a panel that is faster by parts per billion.
  fileprivate func exactPeriod(drift: Int64) -> Fraction {
    let billion: Int128 = 1_000_000_000
    return Fraction(
      Int128(denominator) * billion * billion, Int128(numerator) * (billion + Int128(drift)))
      ?? .zero
  }
}

extension Fraction {
  fileprivate var half: Fraction? { divided(by: Fraction(2)) }

  /// Returns the largest number of which this one and another, both positive, are multiples.
  ///
  ///     gcd(a/b, c/d) = gcd(ad, cb) / bd
  fileprivate func commonMeasure(_ other: Fraction) -> Fraction? {
    let (a, aIsTooLarge) = numerator.multipliedReportingOverflow(by: other.denominator)
    let (b, bIsTooLarge) = other.numerator.multipliedReportingOverflow(by: denominator)
    let (below, isTooLarge) = denominator.multipliedReportingOverflow(by: other.denominator)
    guard !aIsTooLarge, !bIsTooLarge, !isTooLarge else { return nil }
    return Fraction(greatestCommonDivisor(a, b), below)
  }

  /// Returns what is left of this number after whole multiples of a positive one are taken off.
  fileprivate func wrapped(into modulus: Fraction) -> Fraction? {
    guard let quotient = divided(by: modulus)?.roundedDown else { return nil }
    return Fraction(quotient).multiplied(by: modulus).flatMap { adding($0.negated) }
  }
}
