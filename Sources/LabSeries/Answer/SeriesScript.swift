import LabKernel
import LabText

/// The script that makes a list again in the laboratory.
struct SeriesScript {
  private let answer: SeriesAnswer
  private let fit: Fit
  private var lines: [String] = []

  /// A grid of a display's refreshes is made by a link.
  private var kind: Fit.Kind {
    fit.kind == .grid && answer.decision.first == .locked ? .locked : fit.kind
  }

  /// The longest run that is written, in milliseconds.
  private static let longest = 3_600_000.0

  init(_ answer: SeriesAnswer) {
    self.answer = answer
    let (best, course) = (answer.decision.best, answer.course)
    // A short interval after a gap is what is left to the next date of a grid.
    if let gap = course.gap, !best.isWhole, best.kind == .anew,
      gap.place + 1 < course.intervals.count,
      course.intervals[gap.place + 1] < 0.9 * course.usual, let grid = answer.decision.grid
    {
      fit = grid
    } else {
      fit = best
    }
  }

  /// The text of the script.
  ///
  /// - Parameter name: What was read, for its title.
  /// - Returns: The lines of the script.
  mutating func text(_ name: String) -> String {
    let mean = answer.value(.meanMs) ?? 1
    let run = min(Self.longest, mean * (answer.value(.count) ?? 1) + 8 * answer.course.usual)
    lines = [
      "# Written by 'runlooplab why' from the list \(name).",
      "title \(answer.decision.first.phrase), as in a list",
      "question Does it make the same intervals?",
      "", "display \(display)", "run \(time(run))",
    ]
    for pace in answer.paces.dropFirst() {
      lines.append("at \(time(pace.beginMs)) display \(rate(1000 / pace.rateHz))")
    }
    if let latency { lines.append("wake-up delayed by \(latency)") }
    addGap()
    lines += ["", "arm list"] + drivers.map { "  " + $0 }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The display whose refreshes or steps the instants lie on.
  private var display: String {
    if let pace = answer.paces.first { return rate(1000 / pace.rateHz) }
    return switch kind {
    case .locked, .quantum, .beat: rate(fit.period)
    case .grid, .anew, .merged, .jitter:
      answer.question.display.map { Self.text(of: $0) } ?? "60 Hz"
    }
  }

  private static func text(of rate: RefreshRate) -> String {
    rate.denominator == 1
      ? "\(rate.numerator) Hz" : "\(rate.numerator)/\(rate.denominator) Hz"
  }

  /// A rate to a millionth of a hertz.
  private func rate(_ period: Double) -> String {
    "\(decimalText(min(1000, max(1, 1000 / period)), decimals: 0...6)) Hz"
  }

  /// How late the thread wakes up, for each instant in turn; `nil` where errors are in the work.
  private var latency: String? {
    let times = answer.course.calmTimes
    switch kind {
    case .grid:
      return turns(Grid(times, near: fit.period, within: 0.0002).dates(of: times).errors)
    case .locked, .quantum:
      return turns(Grid(times, near: fit.period, within: 0.001).distances(of: times).errors)
    case .merged, .beat:
      let scale = max(0.001, min(fit.scale, 0.1 * answer.course.usual))
      return "lognormal mean \(time(2 * scale)) sd \(time(scale))"
    case .anew, .jitter: return nil
    }
  }

  /// Values in turn, the least of which is a thousandth of a millisecond.
  private func turns(_ values: [Double], least: Double? = nil) -> String {
    let shift = least ?? (0.001 - (values.min() ?? 0))
    let row = values.count > Self.mostTurns ? Self.groups(values) : values
    return row.map { time(max(0.001, $0 + shift)) }.joined(separator: ", ")
  }

  /// The most values that are written in turn.
  private static let mostTurns = 120

  /// The means of 60 to 120 groups of equal size (the least values, the next, …) without an order,
  /// as many as go into the list most evenly.
  private static func groups(_ values: [Double]) -> [Double] {
    let sizes = mostTurns / 2...mostTurns
    let size = sizes.min { values.count % $0 < values.count % $1 } ?? mostTurns
    let sorted = values.sorted()
    var groups = (0..<size).map { group in
      let part = sorted[(group * sorted.count / size)..<((group + 1) * sorted.count / size)]
      return part.reduce(0, +) / Double(part.count)
    }
    // In an even order, such as each 23rd, their sum would never stray: a grid.
    var stream = RandomStream(seed: 1, name: "turns of a list")
    for place in groups.indices.dropFirst() {
      groups.swapAt(place, Int(stream.next(in: 0...Int64(place))))
    }
    return groups.rotated(toAverageFirst: values.count % size)
  }

  /// One task that holds the thread for the gap.
  private mutating func addGap() {
    guard [.gap, .burst].contains(answer.decision.first), let gap = answer.course.gap else {
      return
    }
    let length = answer.course.intervals[gap.place]
    let wait = 0.25 * answer.course.usual
    let begin = first + answer.course.times[gap.place] + wait
    lines.append(
      "load block at \(time(begin)) takes \(time(length - wait)) as main-queue")
  }

  /// The first date in milliseconds.
  private var first: Double { fit.interval }

  private var work: Double { min(0.1, 0.05 * answer.course.usual) }

  private var drivers: [String] {
    let burst = answer.decision.first == .burst ? " catch-up burst" : ""
    switch kind {
    case .grid:
      let isEven = !burst.isEmpty || calmSteps.allSatisfy { $0 == 1 }
      return [
        "timer ball every \(time(fit.period)) first at \(time(first))\(burst) in default"
          + " takes \(isEven ? time(work) : steps(less: 0.75))"
      ]
    case .anew where answer.decision.first == .saturated:
      return [
        "timer ball every \(time(answer.asked ?? fit.period)) first at \(time(first))"
          + " catch-up burst in default takes \(turns(answer.course.calm, least: 0))"
      ]
    case .anew:
      // After the end of a callback passes as much as the shortest interval leaves for it.
      let least = answer.course.calm.min() ?? 0
      let every = max(0.01, min(answer.asked ?? least, least - 0.001))
      let work = turns(answer.course.calm, least: -every)
      return [
        "timer ball every \(time(burst.isEmpty ? every : answer.course.usual)) first at"
          + " \(time(first))\(burst.isEmpty ? " catch-up rearm" : burst) in default"
          + " takes \(burst.isEmpty ? work : time(self.work))"
      ]
    case .locked where !answer.paces.isEmpty:
      return ["link ball in default takes \(time(work))"]
    case .locked where !calmSteps.allSatisfy { $0 == fit.multiple }, .quantum:
      return ["link ball in default policy skip takes \(steps(less: 0.5))"]
    case .locked:
      let every = fit.multiple > 1 ? " every \(fit.multiple) refreshes" : ""
      return ["link ball\(every) in default takes \(time(work))"]
    case .beat:
      return [
        "# The list is the refreshes that show a new frame.",
        "timer ball every \(time(fit.other ?? fit.period)) first at \(time(seenStart)) in default takes \(time(work))",
      ]
    case .merged:
      return [
        "# The list is the callbacks of both.",
        "timer one every \(time(fit.period)) first at \(time(starts.one)) in default"
          + " takes 0.01 ms",
        "timer two every \(time(fit.other ?? fit.period)) first at \(time(starts.two)) in default"
          + " takes 0.01 ms",
      ]
    case .jitter:
      return [
        "timer ball every 0.01 ms first at \(time(first)) catch-up rearm in default"
          + " takes \(turns(fit.isWhole ? answer.course.intervals : answer.course.calm, least: -0.01))"
      ]
    }
  }

  /// The first dates of both rates, as they lie in the list.
  private var starts: (one: Double, two: Double) {
    let times = answer.course.calmTimes
    let one = Grid(times, near: fit.period, within: 0.001)
    let rest = times.filter { one.error($0).magnitude >= 0.09 * fit.period }
    let two = Grid(rest, near: fit.other ?? fit.period, within: 0.001)
    let slack = 3 * fit.scale
    return (one.first(after: -slack) + slack + 1, two.first(after: -slack) + slack + 1)
  }

  /// The first date of a rate that is seen at refreshes: of sixteen places in a refresh that after
  /// which the list follows best.
  private var seenStart: Double {
    let times = answer.course.calmTimes
    let grid = Grid(times, near: fit.period, within: 0.001)
    let steps = grid.distances(of: times).steps.prefix(400)
    let other = fit.other ?? fit.period
    func misses(_ place: Int) -> Int {
      let ahead = (Double(place) + 0.5) / 16 * fit.period
      var (sum, misses) = (0, 0)
      for (index, step) in steps.enumerated() {
        sum += step
        let shown = ((Double(index + 1) * other - ahead) / fit.period).rounded(.up)
        misses += Int(min(1e6, (shown - Double(sum)).magnitude))
      }
      return misses
    }
    let counts = (0..<16).map(misses)
    let best = counts.indices.min { counts[$0] < counts[$1] } ?? 0
    return 4 * fit.period - (Double(best) + 0.5) / 16 * fit.period
  }

  /// How many dates or refreshes each interval takes; the gap is none of them.
  private var calmSteps: [Int] {
    let times = answer.course.calmTimes
    let grid = Grid(times, near: fit.period, within: kind == .locked ? 0.001 : 0.0002)
    var steps = kind == .grid ? grid.dates(of: times).steps : grid.distances(of: times).steps
    if let gap = answer.course.gap, !fit.isWhole { steps.remove(at: gap.place) }
    return steps.map { max(1, $0) }
  }

  /// Work that ends so many steps before the next instant, for each interval in turn; of many
  /// intervals, as many of each multiple as their shares say.
  private func steps(less rest: Double) -> String {
    let all = calmSteps
    let row =
      all.count <= Self.mostTurns
      ? all : Self.spread(CountCode(all).shares, over: Self.mostTurns, of: all.count)
    return row.map { time((Double($0) - rest) * fit.period) }.joined(separator: ", ")
  }

  /// So many numbers, each as often as its share, evenly mixed.
  private static func spread(
    _ shares: [(number: Int, count: Int)], over length: Int, of total: Int
  ) -> [Int] {
    var due = shares.map { _ in 0.0 }
    return (0..<length).map { _ in
      for place in shares.indices { due[place] += Double(shares[place].count) / Double(total) }
      let most = due.indices.max { due[$0] < due[$1] } ?? 0
      due[most] -= 1
      return shares[most].number
    }
  }

  private func time(_ milliseconds: Double) -> String {
    "\(decimalText(max(0, min(milliseconds, 1e12)), decimals: 0...6)) ms"
  }
}

extension SeriesAnswer {
  /// A script that makes intervals like those of the list.
  ///
  /// - Parameter name: What was read, for a comment.
  /// - Returns: The lines of the script.
  public func script(of name: String) -> String {
    var script = SeriesScript(self)
    return script.text(name)
  }
}

extension [Double] {
  /// Begins at another place, so that the sum of the first few is nearest to that of as many means:
  /// they come once more than the others.
  fileprivate func rotated(toAverageFirst few: Int) -> [Double] {
    guard few > 0, few < count else { return self }
    let mean = reduce(0, +) / Double(count)
    let twice = self + self
    func error(_ place: Int) -> Double {
      (twice[place..<(place + few)].reduce(0, +) - Double(few) * mean).magnitude
    }
    let best = indices.min { error($0) < error($1) } ?? 0
    return Array(twice[best..<(best + count)])
  }
}
