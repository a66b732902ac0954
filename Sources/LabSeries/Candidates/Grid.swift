/// A period and a phase, fitted to instants some of which may lie far off.
struct Grid {
  /// The period in milliseconds.
  private(set) var period: Double
  /// The instant of one of its dates.
  private(set) var phase: Double

  /// The shortest period that a grid has, in milliseconds.
  static let least = 0.001

  /// Fits a grid to instants; `nil` without two instants or a period of a microsecond.
  ///
  /// It begins with the first 32 and doubles their number again and again, as far as the period is
  /// known by then, so that a long list is followed although its period is not the nominal one.
  ///
  /// - Parameters:
  ///   - times: Rising instants.
  ///   - nominal: The period that it should have.
  ///   - range: How far the period may differ, as a share of it; 0 takes the nominal one.
  /// - Complexity: O(*n*).
  init?(_ times: [Double], near nominal: Double, within range: Double) {
    guard nominal >= Self.least, nominal.isFinite, times.count > 1 else { return nil }
    period = nominal
    var count = min(32, times.count)
    phase = Self.densest(times.prefix(count), nominal)
    let limits = nominal * (1 - range)...nominal * (1 + range)
    while true {
      for _ in 0..<3 { improve(times.prefix(count), limits) }
      if count == times.count { return }
      count = min(2 * count, times.count)
    }
  }

  /// Turns the grid by the middle errors of the first and the last third.
  private mutating func improve(_ times: ArraySlice<Double>, _ limits: ClosedRange<Double>) {
    let third = max(1, times.count / 3)
    let (first, last) = (sample(times.prefix(third)), sample(times.suffix(third)))
    let span = median(last) - median(first)
    let known = self
    if limits.lowerBound < limits.upperBound, span > 0 {
      let turn = (median(last.map(error)) - median(first.map(error))) / span
      period = min(max(period * (1 + turn), limits.lowerBound), limits.upperBound)
    }
    // The phase is told near the middle of the list, and stays a date of the grid.
    let middle = times[times.startIndex + times.count / 2]
    phase = middle - known.error(middle)
    phase += median(sample(times).map(error))
  }

  /// About a thousand instants, evenly spread: their middle is as good as that of a million.
  func sample(_ times: ArraySlice<Double>) -> [Double] {
    let step = times.count / 1024 + 1
    return stride(from: times.startIndex, to: times.endIndex, by: step).map { times[$0] }
  }

  /// How far an instant is from the nearest date.
  func error(_ time: Double) -> Double {
    let dates = (time - phase) / period
    return (dates - nearest(dates)) * period
  }

  /// The number of the date that is nearest to an instant.
  func number(_ time: Double) -> Double { nearest((time - phase) / period) }

  /// The date that is nearest to an instant.
  func date(near time: Double) -> Double { phase + number(time) * period }

  /// The middle of the sixteenth of a period into which most instants fall.
  private static func densest(_ times: ArraySlice<Double>, _ period: Double) -> Double {
    var counts = [Int](repeating: 0, count: 32)
    for time in times {
      let turns = time / period
      let place = integer((turns - turns.rounded(.down)) * 32)
      counts[min(place, 31)] += 1
    }
    var best = (place: 0, count: 0)
    for place in 0..<32 {
      let count = counts[place] + counts[(place + 1) % 32]
      if count > best.count { best = (place, count) }
    }
    return (Double(best.place) + 1) / 32 * period
  }
}

extension Grid {
  /// The errors of instants and the numbers of dates from each to the next, where every instant has
  /// a date of its own: of several within one period all but the last are late.
  func dates(of times: [Double]) -> (errors: [Double], steps: [Int]) {
    var errors = [Double](repeating: 0, count: times.count)
    var steps = [Int](repeating: 0, count: max(0, times.count - 1))
    var next = Double.infinity
    for place in times.indices.reversed() {
      let date = min(next - 1, number(times[place]))
      errors[place] = times[place] - phase - date * period
      if place < steps.count { steps[place] = integer(next - date) }
      next = date
    }
    return (errors, steps)
  }

  /// The distances of instants from the nearest date, and the numbers of dates between them.
  func distances(of times: [Double]) -> (errors: [Double], steps: [Int]) {
    let numbers = times.map(number)
    let steps = zip(numbers, numbers.dropFirst()).map { integer($1 - $0) }
    return (times.map(error), steps)
  }
}

/// Returns the nearest whole number, of two the even one.
///
/// On processors without an instruction for it, `rounded()` is a call, and takes a tenth of all.
func nearest(_ number: Double) -> Double {
  guard number.magnitude < 0x1p51 else { return number.rounded() }
  return number + 0x1.8p52 - 0x1.8p52
}

/// Returns a whole number as an integer, of one beyond 10¹⁵ that bound, and 0 of what is no number.
func integer(_ number: Double) -> Int {
  number.isNaN ? 0 : Int(max(-1e15, min(1e15, number)))
}

/// Intervals that people ask for.
enum NicePeriods {
  private static let rates = [24.0, 25, 30, 48, 50, 60, 72, 75, 90, 100, 120, 144, 165, 240]

  /// Returns those that are near a usual interval: the whole milliseconds and the rate.
  static func near(_ usual: Double) -> [Double] {
    var periods: [Double] = []
    let whole = usual.rounded()
    if whole >= 1, abs(usual / whole - 1) < 0.03 { periods.append(whole) }
    for rate in rates where abs(usual * rate / 1000 - 1) < 0.003 {
      if abs(1000 / rate - whole) > 0.001 { periods.append(1000 / rate) }
    }
    return periods
  }

  /// Returns the longest one that is not longer than an interval: a whole number of milliseconds,
  /// or of a rate, in milliseconds.
  static func below(_ usual: Double) -> Double? {
    let whole = (usual * 1.0005).rounded(.down)
    let rate = rates.map { 1000 / $0 }.filter { $0 <= usual * 1.0005 && $0 > usual * 0.99 }.max()
    return [whole >= 1 ? whole : nil, rate].compactMap(\.self).max()
  }
}
