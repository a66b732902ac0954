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
