extension Fits {
  /// Instants on the refreshes of a display: so many apart, or in the order of a rate that is seen
  /// through it.
  func refreshes() -> [Fit] {
    if let display { return refreshes(display, cost: 0) }
    let all = Self.displays.map { 1000 / $0 }
    return all.filter { $0 > 2.5 * course.resolution && course.usual > 0.9 * $0 }.flatMap {
      refreshes($0, cost: 6).filter { fit in
        (fit.multiple <= 2 || fit.share < 0.9) && !isAsked(fit)
      }
    }
  }

  /// Whether so many refreshes of a display that was not told are the interval that was asked,
  /// which is a grid of its own.
  private func isAsked(_ fit: Fit) -> Bool {
    asked.map { fit.kind == .locked && abs(fit.interval / $0 - 1) < 0.001 } ?? false
  }

  /// Instants on the steps of a clock.
  func clocks() -> [Fit] {
    Self.quanta.filter { $0 > 2.5 * course.resolution }.flatMap { quantum in
      guard let (fit, order) = stepped(quantum, within: 0.0002, as: .quantum, cost: 2) else {
        return [Fit]()
      }
      return isFinding(order, of: quantum) ? [fit] : []
    }
  }

  private func refreshes(_ period: Double, cost: Double) -> [Fit] {
    let hidden = course.isRounded ? 0.6 * course.resolution / course.usual : 0
    guard
      let (fit, order) = stepped(period, within: max(0.001, hidden), as: .locked, cost: cost),
      fit.multiple <= Self.mostRefreshes,
      display != nil || fit.multiple <= 2 || order.code.divisor == 1
    else { return [] }
    var fits = [fit]
    if let beat = beat(order.numbers, through: fit.period) {
      var seen = fit
      seen.kind = .beat
      seen.bits += beat.bits - order.code.bits
      seen.other = beat.period
      fits.append(seen)
    }
    if let asked, isBeat(order.code, of: asked / fit.period) {
      var seen = fit
      (seen.kind, seen.other) = (.beat, asked)
      seen.bits -= 3
      fits.append(seen)
    }
    return fits
  }

  private func stepped(
    _ step: Double, within range: Double, as kind: Fit.Kind, cost: Double
  ) -> (Fit, order: (numbers: [Int], code: CountCode))? {
    let times = course.calmTimes
    guard let grid = Grid(times, near: step, within: range) else { return nil }
    // Of instants anywhere, 80 % are within 0.4 of a step.
    let some = grid.sample(times[...]).map { grid.error($0).magnitude }
    guard quantile(some, 0.8) < 0.175 * step else { return nil }
    let (errors, steps) = grid.distances(of: times)
    let code = ErrorCode(errors.dropFirst(), resolution: course.resolution)
    let count = errors.count
    let order = CountCode(steps)
    guard order.isForward else { return nil }
    let bits =
      code.bits + order.bits + cost + bits(of: 4 * code.scale, to: code.scale, from: count)
      + bits(ofSlope: range * step, to: code.scale, from: count)
    var fit = Fit(kind: kind, bits: bits, period: grid.period, scale: code.scale)
    fit.take(order)
    return (fit, (steps, order))
  }

  /// Whether multiples of a clock's step are a finding: there are two of them, and they are not
  /// what was asked.
  private func isFinding(_ order: (numbers: [Int], code: CountCode), of step: Double) -> Bool {
    let code = order.code
    guard code.shares.count > 1, let commonest = code.commonest(above: 0) else { return false }
    guard let asked else { return commonest.count * 10 < order.numbers.count * 9 }
    let multiple = (asked / step).rounded()
    return abs(asked / step - multiple) > 0.02 || Double(commonest.number) != multiple
  }

  /// Whether the two multiples beside a ratio that is no whole number come, with it as their mean.
  private func isBeat(_ order: CountCode, of ratio: Double) -> Bool {
    let total = order.shares.reduce(0) { $0 + $1.count }
    let sum = order.shares.reduce(0.0) { $0 + Double($1.number) * Double($1.count) }
    let low = ratio.rounded(.down)
    let both = order.shares.filter { [low, low + 1].contains(Double($0.number)) }
    let inside = both.reduce(0) { $0 + $1.count }
    return both.count == 2 && both.allSatisfy { $0.count * 20 >= total }
      && inside * 20 >= total * 17
      && abs(sum / Double(total) / ratio - 1) < 0.03 + 0.5 / Double(total)
  }

  /// The rate that steps follow: each is as long as its place on a straight line says, but for
  /// those that are told apart.
  private func beat(_ steps: [Int], through step: Double) -> (period: Double, bits: Double)? {
    let mean = steps.reduce(0.0) { $0 + Double($1) } / Double(steps.count)
    var best: (period: Double, bits: Double)?
    for (ratio, cost) in [(asked.map { $0 / step }, 1.0), (mean, 4)] {
      guard let ratio, abs(ratio - ratio.rounded()) > 0.02, abs(ratio / mean - 1) < 0.1 else {
        continue
      }
      var (sum, offsets) = (0.0, [0.0])
      for count in steps {
        sum += Double(count) - ratio
        offsets.append(sum)
      }
      let middle = median(offsets)
      // Where on the line the steps turn is not known: eight places are tried.
      let codes = (0..<8).map { shift in
        let misses = steps.enumerated().map { place, count in
          let expected = (middle - offsets[place] + ratio + (Double(shift) - 4) / 8).rounded()
          return integer(Double(count) - expected)
        }
        return CountCode(misses).bits
      }
      let bits = (codes.min() ?? 0) + bits(of: 1, to: 0.2, from: steps.count) + cost + 3
      if bits < best?.bits ?? .infinity { best = (ratio * step, bits) }
    }
    return best
  }
}
