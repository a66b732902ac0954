/// The mechanisms that are fitted to a list, those that describe it shortest first.
struct Fits {
  let course: Course
  /// The interval that was asked for, in milliseconds.
  let asked: Double?
  /// The display's period in milliseconds.
  let display: Double?
  private(set) var all: [Fit] = []

  /// The steps of clocks in milliseconds: whole milliseconds, a timer wheel of 250 Hz, one of
  /// 100 Hz, the system clock of 64 Hz.
  static let quanta = [1, 4, 10, 15.625]

  /// The displays that there may be, in Hz.
  ///
  /// Those whose refreshes last whole milliseconds are left out, since timers do so too.
  static let displays = [60.0, 120, 90, 144, 75, 72, 165, 240]

  /// The most refreshes that what is locked to a display takes from one to the next.
  static let mostRefreshes = 1000

  /// What fits are made by: each looks for some kinds of them.
  enum Maker: CaseIterable {
    case named, whole, free, anew, jitter, refreshes, clocks, merged
  }

  /// Fits all mechanisms.
  ///
  /// Of a long list the first part decides which are worth being fitted to all of it.
  init(_ course: Course, asked: Double?, display: Double?) {
    (self.course, self.asked, self.display) = (course, asked, display)
    guard course.intervals.count > 2 * Self.enough else {
      all = fitted(by: Maker.allCases)
      return
    }
    let first = Array(course.intervals.prefix(Self.enough))
    let start = Fits(Course(first, like: course, asked: asked), asked: asked, display: display)
    // The two kinds that describe it shortest, each as it does so.
    var best: [(kind: Fit.Kind, maker: Maker)] = []
    for fit in start.all where best.count < 2 && !best.contains(where: { $0.kind == fit.kind }) {
      if let maker = fit.maker { best.append((fit.kind, maker)) }
    }
    all = fitted(by: Maker.allCases.filter { maker in best.contains { $0.maker == maker } })
    // A list that goes on in another way than it begins takes more bits a number.
    if bitsPerNumber > start.bitsPerNumber + 1 { all = fitted(by: Maker.allCases) }
  }

  private var bitsPerNumber: Double {
    (all.first?.bits ?? .infinity) / Double(course.intervals.count)
  }

  /// How many intervals decide what is fitted to more of them.
  static let enough = 4096

  private func fitted(by makers: [Maker]) -> [Fit] {
    var fits =
      course.isConstant
      ? constant()
      : makers.flatMap { maker in
        found(by: maker).map { fit in
          var fit = fit
          fit.maker = maker
          return fit
        }
      }
    if let gap = course.gap {
      let cost = course.bits(of: gap)
      for place in fits.indices { fits[place].bits += cost }
      fits += jitter(course.intervals, always: true).map(\.withGap)
    }
    return fits.enumerated().sorted { ($0.element.bits, $0.offset) < ($1.element.bits, $1.offset) }
      .map(\.element)
  }

  private func found(by maker: Maker) -> [Fit] {
    switch maker {
    case .named: namedGrids()
    case .whole: wholeGrids()
    case .free: freeGrid()
    case .anew: anew()
    case .jitter: jitter(course.calm)
    case .refreshes: refreshes()
    case .clocks: clocks()
    case .merged: merged()
    }
  }
}

extension Fits {
  /// A list of one number says no more than that number, told to a step: what decides is how far it
  /// was to be expected.
  ///
  /// Grids have periods that people ask for, or that were asked. A loop that counts anew is late
  /// each time, by a millisecond or so, and may have any interval.
  func constant() -> [Fit] {
    let number = course.usual
    let any = bits(max(1, number / 2 / told))
    let known: Double? = isTold(asked) ? 0.0 : asked == nil && isNice ? 3 : nil
    var fits = [constant(.grid, by: .named, known ?? any + (asked == nil ? 3 : 6))]
    if asked.map({ number > $0 - told }) ?? true {
      let punctual = known.map { $0 + bits(max(1, 1 / told)) }
      fits.append(constant(.anew, by: .anew, min(any, punctual ?? any)))
    }
    let displays = display.map { [($0, cost: 0.0)] } ?? Self.displays.map { (1000 / $0, 3) }
    for (period, cost) in displays {
      let multiple = max(1, (number / period).rounded())
      guard isTold(multiple * period),
        multiple <= (display == nil ? 2 : Double(Self.mostRefreshes))
      else { continue }
      fits.append(constant(.locked, by: .refreshes, cost + bits(multiple), of: multiple))
      break
    }
    return fits + rounded()
  }

  /// The step to which the period is told.
  var told: Double {
    course.isRounded ? course.resolution : course.resolution / Double(course.calm.count)
  }

  /// Whether a period that is told so is the number of the list.
  func isTold(_ period: Double?) -> Bool {
    period.map { ($0 - course.usual).magnitude <= told * 0.501 } ?? false
  }

  private var isNice: Bool {
    isTold(course.usual.rounded()) || NicePeriods.near(course.usual).contains(where: isTold)
  }

  /// What a clock makes of what was asked.
  private func rounded() -> [Fit] {
    guard let asked, !isTold(asked) else { return [] }
    let steps = Self.quanta.filter { $0 > 2.5 * course.resolution }
    return steps.reversed().filter { step in
      let multiple = (asked / step - 0.001).rounded(.up)
      return multiple >= 1 && isTold(multiple * step)
    }.prefix(1).map {
      constant(.quantum, by: .clocks, 2, of: max(1, (course.usual / $0).rounded()))
    }
  }

  private func constant(
    _ kind: Fit.Kind, by maker: Maker, _ bits: Double, of multiple: Double = 1
  ) -> Fit {
    var fit = Fit(
      // To an eighth of a bit, so that what is alike is equal.
      kind: kind, bits: (bits * 8).rounded() / 8 + 1, period: course.usual / multiple,
      scale: course.resolution * 0.28867513459481287)
    (fit.maker, fit.multiple) = (maker, integer(multiple))
    return fit
  }
}

extension Fits {
  /// Each interval begins where the last one ended, so that none knows of those before.
  func anew() -> [Fit] {
    let middle = course.usual
    if let asked, middle < asked * 0.998 - (course.isRounded ? course.resolution / 2 : 0) {
      return []
    }
    let calm = course.calm
    let code = ResidualCodeLength(calm.lazy.map { $0 - middle }, resolution: course.resolution)
    guard code.scale < 0.12 * middle else { return [] }
    var fit = Fit(
      kind: .anew, bits: code.bits + bits(of: middle / 2, to: code.scale, from: calm.count),
      period: middle, scale: code.scale)
    if let whole = course.wholeParts {
      let bits =
        whole.code.bits + KTEstimator(whole.numbers).bits
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
    let code = ResidualCodeLength(intervals.lazy.map { $0 - mean }, resolution: unit)
    let bell =
      code.scale < 0.12 * mean
      ? Double.infinity : code.bits + bits(of: mean, to: code.scale, from: intervals.count)
    return [Fit(kind: .jitter, bits: min(even, waits, bell), period: mean, scale: spread / 2)]
  }
}

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
    let code = ResidualCodeLength(errors.dropFirst(), resolution: course.resolution)
    let count = errors.count
    let order = KTEstimator(steps)
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
      best = min(best, ResidualCodeLength(rest, resolution: course.resolution).bits)
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
      return KTEstimator(misses).bits
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
  ) -> (Fit, order: (numbers: [Int], code: KTEstimator))? {
    let times = course.calmTimes
    guard let grid = Grid(times, near: step, within: range) else { return nil }
    // Of instants anywhere, 80 % are within 0.4 of a step.
    let some = grid.sample(times[...]).map { grid.error($0).magnitude }
    guard quantile(some, 0.8) < 0.175 * step else { return nil }
    let (errors, steps) = grid.distances(of: times)
    let code = ResidualCodeLength(errors.dropFirst(), resolution: course.resolution)
    let count = errors.count
    let order = KTEstimator(steps)
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
  private func isFinding(_ order: (numbers: [Int], code: KTEstimator), of step: Double) -> Bool {
    let code = order.code
    guard code.shares.count > 1, let commonest = code.commonest(above: 0) else { return false }
    guard let asked else { return commonest.count * 10 < order.numbers.count * 9 }
    let multiple = (asked / step).rounded()
    return abs(asked / step - multiple) > 0.02 || Double(commonest.number) != multiple
  }

  /// Whether the two multiples beside a ratio that is no whole number come, with it as their mean.
  private func isBeat(_ order: KTEstimator, of ratio: Double) -> Bool {
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
        return KTEstimator(misses).bits
      }
      let bits = (codes.min() ?? 0) + bits(of: 1, to: 0.2, from: steps.count) + cost + 3
      if bits < best?.bits ?? .infinity { best = (ratio * step, bits) }
    }
    return best
  }
}

extension Fits {
  /// Two rates in one list: the instants of the one are taken out, and the others have the other
  /// rate.
  func merged() -> [Fit] {
    let times = course.calmTimes
    guard times.count >= 9, let last = times.last else { return [] }
    let mean = last / Double(times.count - 1)
    var best: Fit?
    for (period, cost) in mergedPeriods() where period > mean * 1.05 {
      guard let fit = merged(period, times, cost) else { continue }
      if fit.bits < best?.bits ?? .infinity { best = fit }
    }
    return [best].compactMap(\.self)
  }

  /// What one of the rates may be: what was asked, the display's, and the commonest sum of
  /// neighboring intervals.
  private func mergedPeriods() -> [(Double, cost: Double)] {
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
    let code = ResidualCodeLength(left.errors + right.errors, resolution: course.resolution)
    let count = times.count
    let bits =
      code.bits + KTEstimator(left.steps).bits + KTEstimator(right.steps).bits
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
