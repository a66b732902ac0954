extension Fits {
  /// Two rates in one list: the instants of the one are taken out, and the others have the other
  /// rate.
  func merged() -> [Fit] {
    let times = course.calmTimes
    guard times.count >= 9, let last = times.last else { return [] }
    let mean = last / Double(times.count - 1)
    var best: Fit?
    for (period, cost) in periods() where period > mean * 1.05 {
      guard let fit = merged(period, times, cost) else { continue }
      if fit.bits < best?.bits ?? .infinity { best = fit }
    }
    return [best].compactMap(\.self)
  }

  /// What one of the rates may be: what was asked, the display's, and the commonest sum of
  /// neighboring intervals.
  private func periods() -> [(Double, cost: Double)] {
    var sums: [Double] = []
    let some = course.intervals.prefix(400)
    for first in some.indices {
      var sum = 0.0
      for interval in some[first...].prefix(4) {
        sum += interval
        sums.append(sum)
      }
    }
    sums.sort()
    var (best, count, low) = (0.0, 0, 0)
    for high in sums.indices {
      while sums[low] < sums[high] * 0.985 { low += 1 }
      if high - low > count, sums[high] > course.usual * 1.3 {
        (best, count) = (sums[(low + high) / 2], high - low)
      }
    }
    let known = [(asked, 1.0), (display, 2.0)].compactMap { period, cost in
      period.map { ($0, cost) }
    }
    // The commonest sum may be that of two or three periods.
    return known + (best > 0 ? [1.0, 2, 3].map { (best / $0, 12 + $0) } : [])
  }

  private func merged(_ period: Double, _ times: [Double], _ cost: Double) -> Fit? {
    guard let first = Grid(times, near: period, within: cost > 10 ? 0.01 : 0.001) else {
      return nil
    }
    let near = 0.09 * first.period
    let own = times.filter { first.error($0).magnitude < near }
    let rest = times.filter { first.error($0).magnitude >= near }
    guard rest.count >= 4, own.count >= 4 else { return nil }
    let other = median(zip(rest, rest.dropFirst()).map { $1 - $0 })
    guard let second = Grid(rest, near: other, within: 0.02),
      second.period > first.period * 0.3
    else { return nil }
    let (ours, theirs) = Self.divided(times, first, second)
    guard ours.count >= 4, theirs.count >= 4 else { return nil }
    let (left, right) = (first.dates(of: ours), second.dates(of: theirs))
    let code = ErrorCode(left.errors + right.errors, resolution: course.resolution)
    let count = times.count
    let bits =
      code.bits + CountCode(left.steps).bits + CountCode(right.steps).bits
      + bits(ofSlope: 0.02 * other, to: code.scale, from: count)
      + bits(of: other * 8, to: code.scale, from: count) + cost + 0.2 * Double(count)
    var fit = Fit(kind: .merged, bits: bits, period: first.period, scale: code.scale)
    fit.other = second.period
    return fit
  }

  /// An instant belongs to the rate that it is nearer to, unless its date there is taken: where
  /// both rates meet, each has one of the two.
  static func divided(
    _ times: [Double], _ first: Grid, _ second: Grid
  ) -> (ours: [Double], theirs: [Double]) {
    var (ours, theirs): ([Double], [Double]) = ([], [])
    var taken = (ours: -Double.infinity, theirs: -Double.infinity)
    for time in times {
      let dates = (ours: first.number(time), theirs: second.number(time))
      let isNearer = first.error(time).magnitude < second.error(time).magnitude
      let isFree = (ours: dates.ours > taken.ours, theirs: dates.theirs > taken.theirs)
      if isNearer && isFree.ours || isFree.ours && !isFree.theirs {
        ours.append(time)
        taken.ours = dates.ours
      } else {
        theirs.append(time)
        taken.theirs = dates.theirs
      }
    }
    return (ours, theirs)
  }
}
