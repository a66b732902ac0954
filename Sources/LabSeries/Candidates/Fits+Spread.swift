extension Fits {
  /// Each interval begins where the last one ended, so that none knows of those before.
  func anew() -> [Fit] {
    let middle = course.usual
    if let asked, middle < asked * 0.998 - (course.isRounded ? course.resolution / 2 : 0) {
      return []
    }
    let calm = course.calm
    let code = ErrorCode(calm.lazy.map { $0 - middle }, resolution: course.resolution)
    guard code.scale < 0.12 * middle else { return [] }
    var fit = Fit(
      kind: .anew, bits: code.bits + bits(of: middle / 2, to: code.scale, from: calm.count),
      period: middle, scale: code.scale)
    if let whole = course.wholeParts {
      let bits =
        whole.code.bits + CountCode(whole.numbers).bits
        + bits(of: 1, to: whole.code.scale, from: calm.count) + LabSeries.bits(max(1, middle))
      fit.bits = min(fit.bits, bits)
    }
    return [fit]
  }

  /// Intervals that differ much and in no order: equally likely between two bounds, waits of a
  /// Poisson process, or a broad bell.
  func jitter(_ intervals: [Double], always: Bool = false) -> [Fit] {
    guard let least = intervals.min(), let most = intervals.max() else { return [] }
    let spread = quantile(intervals, 0.9) - quantile(intervals, 0.1)
    guard always || spread > 0.35 * median(intervals) else { return [] }
    let count = Double(intervals.count)
    let mean = intervals.reduce(0, +) / count
    let unit = course.resolution
    let even = count * bits(max(unit, most - least) / unit) + 2 * bits(count + 1)
    let waits = count * (bits(max(1, mean / unit)) + 1.4426950408889634) + bits(count) / 2 + 3
    let code = ErrorCode(intervals.lazy.map { $0 - mean }, resolution: unit)
    let bell =
      code.scale < 0.12 * mean
      ? Double.infinity : code.bits + bits(of: mean, to: code.scale, from: intervals.count)
    return [Fit(kind: .jitter, bits: min(even, waits, bell), period: mean, scale: spread / 2)]
  }
}
