extension Fits {
  /// Grids of what was asked, or of what people ask for.
  func namedGrids() -> [Fit] {
    periods.compactMap { period, cost in
      var fit = grid(period, within: share(of: period))
      fit?.bits += cost
      return fit
    }
  }

  /// The same of loops that sleep for whole milliseconds.
  func wholeGrids() -> [Fit] {
    periods.flatMap { period, cost in
      wholeGrid(period).map { fit in
        var fit = fit
        fit.bits += cost
        return fit
      }
    }
  }

  private var periods: [(Double, cost: Double)] {
    asked.map { [($0, cost: 0.0)] } ?? NicePeriods.near(course.usual).map { ($0, 3) }
  }

  /// How far the period of a clock may be from its name: 200 ppm, and what rounding each interval
  /// hides.
  private func share(of period: Double) -> Double {
    max(0.0002, course.isRounded ? 0.6 * course.resolution / period : 0)
  }

  private func grid(_ period: Double, within range: Double) -> Fit? {
    let times = course.calmTimes
    guard let grid = Grid(times, near: period, within: range) else { return nil }
    let (errors, steps) = grid.dates(of: times)
    let code = ErrorCode(errors.dropFirst(), resolution: course.resolution)
    let count = errors.count
    let order = CountCode(steps)
    let bits =
      min(code.bits, drifting(errors, beyond: 6 * code.scale) + 2) + order.bits
      + bits(of: 4 * code.scale, to: code.scale, from: count)
      + bits(ofSlope: range * period, to: code.scale, from: count)
    var fit = Fit(kind: .grid, bits: bits, period: grid.period, scale: code.scale)
    fit.take(order)
    return fit
  }

  /// The bits of errors that change slowly: each is told by how far it is from the mean of those
  /// before it, of which the last count most.
  private func drifting(_ errors: [Double], beyond limit: Double) -> Double {
    var best = Double.infinity
    for gain in [0.2, 0.5] {
      var mean = errors.first ?? 0
      let rest = errors.dropFirst().map { error in
        let difference = error - mean
        if difference.magnitude < limit { mean += gain * difference }
        return difference
      }
      best = min(best, ErrorCode(rest, resolution: course.resolution).bits)
    }
    return best
  }

  /// Dates of a grid until which the loop sleeps for whole milliseconds.
  private func wholeGrid(_ period: Double) -> [Fit] {
    guard let whole = course.wholeParts, whole.code.scale < 0.12 else { return [] }
    var late: [Double] = []
    var sum = 0.0
    for interval in course.calm {
      late.append(sum)
      sum += interval - period
    }
    let middle = median(late)
    func misses(_ shift: Int, _ numbers: ArraySlice<Int>) -> Double {
      let misses = numbers.indices.map { place in
        let expected = period - (late[place] - middle) + (Double(shift) - 8) / 16
        return integer(nearest(Double(numbers[place]) - expected))
      }
      return CountCode(misses).bits
    }
    // Where in a millisecond the loop rounds is told by the beginning of a long list.
    let all = whole.numbers[...]
    let beginning = (0..<16).map { misses($0, all.prefix(Self.enough)) }
    let shift = beginning.indices.min { beginning[$0] < beginning[$1] } ?? 0
    let best = all.count <= Self.enough ? beginning[shift] : misses(shift, all)
    let count = late.count
    let bits =
      whole.code.bits + best + bits(of: 1, to: whole.code.scale, from: count)
      + bits(of: 1, to: 0.1, from: count)
    return [Fit(kind: .grid, bits: bits, period: period, scale: 0.28867513459481287)]
  }

  /// A grid of any period; one that was not asked for may be whole refreshes, or what a clock makes
  /// of what was asked.
  func freeGrid() -> [Fit] {
    guard var fit = grid(course.usual, within: 0.05) else { return [] }
    if asked != nil { fit.bits += 6 }
    return [fit] + refreshGrid(fit) + clockGrid(fit)
  }

  private func refreshGrid(_ fit: Fit) -> [Fit] {
    let displays =
      display.map { [($0, cost: 0.0, most: 60.0)] } ?? Self.displays.map { (1000 / $0, 3, 2) }
    for (display, cost, most) in displays {
      let multiple = (fit.period / display).rounded()
      guard multiple >= 1, multiple <= most,
        abs(fit.period / (multiple * display) - 1) < share(of: fit.period) + 0.0008
      else { continue }
      var locked = fit
      (locked.kind, locked.period) = (.locked, fit.period / multiple)
      (locked.multiple, locked.isExpected) = (integer(multiple), false)
      locked.bits += cost - 6
      return [locked]
    }
    return []
  }

  private func clockGrid(_ fit: Fit) -> [Fit] {
    guard let asked else { return [] }
    for quantum in Self.quanta.reversed() where quantum > 2.5 * course.resolution {
      let least = (asked / quantum - 0.001).rounded(.up)
      for multiple in [least, least + 1] {
        // A wheel may turn by one more step.
        let limit = multiple == least ? 0.0004 : quantum >= 4 ? 0.0002 : 0
        guard multiple * quantum > asked * 1.001,
          abs(fit.period / (multiple * quantum) - 1) < limit
        else { continue }
        var rounded = fit
        (rounded.kind, rounded.period, rounded.multiple) = (.quantum, quantum, integer(multiple))
        rounded.bits -= 6
        return [rounded]
      }
    }
    return []
  }
}
