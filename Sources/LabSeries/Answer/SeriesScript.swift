import LabKernel
import LabText

/// The script that makes a list again in the laboratory.
struct SeriesScript {
  private let answer: SeriesAnswer
  private let fit: Fit
  private var lines: [String] = []
  /// Whether work is made up for what held the thread, by which some intervals are longer.
  private(set) var isGuess = false

  /// What makes it; a grid of a display's refreshes is made by a link.
  private let kind: Fit.Kind
  /// How late each instant is after its date or refresh, and how many of these lie between two;
  /// `nil` where there are none.
  private let dates: (errors: [Double], steps: [Int])?
  /// How late the thread wakes up in turn; `nil` where no dates wake it up.
  private let delays: [Double]?
  /// When tasks begin that hold the thread, and how long they take, in milliseconds.
  private var holds: [(begin: Double, length: Double)] = []

  /// Whether tasks make intervals long beside the one gap, so that the callbacks need not.
  private var hasHolds = false

  /// The most tasks that hold the thread: a line of a script has room for these.
  private static let mostHolds = 60

  /// The longest run that is written, in milliseconds.
  private static let longest = 3_600_000.0

  /// The most bytes of values in turn: a line of a script has 2000, and 120 are for what is before
  /// them.
  private static let mostBytes = 1880

  init(_ answer: SeriesAnswer) {
    self.answer = answer
    let (best, course) = (answer.decision.best, answer.course)
    fit = Self.keepsGrid(answer) ? answer.decision.grid ?? Fit(gridOf: best, course) : best
    kind = fit.kind == .grid && answer.decision.first == .locked ? .locked : fit.kind
    dates = fit.dates(of: course.calmTimes, as: kind)
    let gap = fit.isWhole ? nil : course.gap?.place
    delays = dates.map { Self.delays($0.errors, gap: gap) }
    holds = gapHold.map { [$0] } ?? []
    let others = dateHolds ?? longHolds ?? []
    hasHolds = !others.isEmpty && others.count + holds.count <= Self.mostHolds
    if hasHolds { holds = (holds + others).sorted { $0.begin < $1.begin } }
    isGuess = !holds.isEmpty
  }

  /// Whether what follows a gap is a timer's that keeps its grid: it catches up with all dates, or
  /// the short interval after the gap is what is left to the next date.
  private static func keepsGrid(_ answer: SeriesAnswer) -> Bool {
    let (best, course) = (answer.decision.best, answer.course)
    guard let gap = course.gap, !best.isWhole else { return false }
    if answer.decision.first == .burst { return best.kind != .grid }
    return best.kind == .anew && gap.place + 1 < course.intervals.count
      && course.intervals[gap.place + 1] < 0.9 * course.usual
      && answer.decision.grid != nil
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
      "question What goes wrong at these intervals, and what helps?",
      "", "display \(display)", "run \(time(run))",
    ]
    for pace in answer.paces.dropFirst() {
      lines.append("at \(time(pace.beginMs)) display \(rate(1000 / pace.rateHz))")
    }
    if let latency { lines.append("wake-up delayed by \(latency)") }
    addHolds()
    lines += ["", "arm list"] + drivers().map { "  " + $0 }
    if isGuess {
      lines.insert(
        "# Long work stands for what held the thread, which a list does not say.", at: 1)
    }
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
    if let delays { return row(delays) }
    guard kind == .merged || kind == .beat else { return nil }
    let scale = max(0.001, min(fit.scale, 0.1 * answer.course.usual))
    return "lognormal mean \(time(2 * scale)) sd \(time(scale))"
  }

  /// Values in turn, each with a shift.
  private mutating func turns(_ values: [Double], by shift: Double) -> String {
    if values.count > 1 { isGuess = true }
    return row(Self.row(values).map { max(0.001, $0 + shift) })
  }

  /// Values one behind the other, with as many places as a line of a script has room for.
  ///
  /// None is longer than ten digits, and a run is shorter than that.
  private func row(_ values: [Double], bytes: Int = mostBytes) -> String {
    var places = 6
    while true {
      let least = (0..<places).reduce(1.0) { least, _ in least / 10 }
      let row = values.map { time(max(least, min($0, 1e9)), places: places) }
        .joined(separator: ", ")
      if row.utf8.count <= bytes || places == 0 { return row }
      places -= 1
    }
  }

  /// The tasks that hold the thread.
  private mutating func addHolds() {
    guard !holds.isEmpty else { return }
    let begins = row(holds.map(\.begin), bytes: Self.mostBytes / 2)
    let lengths = row(holds.map(\.length), bytes: Self.mostBytes / 2)
    lines.append("load unknown at \(begins) takes \(lengths) as main-queue")
  }

  /// One task that holds the thread for the gap; `nil` without one.
  private var gapHold: (begin: Double, length: Double)? {
    guard [.gap, .burst].contains(answer.decision.first), let gap = answer.course.gap else {
      return nil
    }
    let length = answer.course.intervals[gap.place]
    let wait = 0.25 * answer.course.usual
    // The first callback is late, and so is the wake-up by this task.
    let turns = delays ?? [0]
    let late = (first: turns[0], own: turns[(gap.place + 1) % turns.count])
    let begin = first + late.first + answer.course.times[gap.place] + wait
    return (begin, length - wait - late.own)
  }

  /// A task for each interval that takes several dates of a grid or several refreshes, after which
  /// the callback is as late as the wake-up of the task was; `nil` of another kind.
  private var dateHolds: [(begin: Double, length: Double)]? {
    guard let dates, let delays, kind == .grid || kind == .locked, answer.paces.isEmpty,
      answer.decision.first != .burst, kind == .grid || fit.multiple == 1
    else { return nil }
    let gap = fit.isWhole ? nil : answer.course.gap?.place
    // Between the latest callback and the next date.
    let wait = 0.5 * (fit.period + min(0.9 * fit.period, delays.max() ?? 0))
    var date = first
    var holds: [(begin: Double, length: Double)] = []
    for (place, step) in dates.steps.enumerated() {
      if step > 1, place != gap {
        holds.append((date + wait, Double(step) * fit.period - wait))
      }
      date += Double(max(1, step)) * fit.period
    }
    return holds
  }

  /// A task for each interval that is far longer than those that count from the last call; `nil` of
  /// another kind, and of so many intervals that they do not come in turn.
  private var longHolds: [(begin: Double, length: Double)]? {
    guard kind == .anew, answer.decision.first != .saturated,
      answer.course.intervals.count <= Self.mostTurns
    else { return nil }
    // Between the usual callback and the date that it sets.
    let wait = answer.course.usual - 0.5 * rearmed
    return answer.course.intervals.indices.filter { isLong($0) }.map { place in
      let begin = first + answer.course.times[place] + wait
      return (begin, answer.course.intervals[place] - wait)
    }
  }

  /// Whether an interval is far longer than the usual one, and not the gap.
  private func isLong(_ place: Int) -> Bool {
    let (course, gap) = (answer.course, answer.course.gap)
    return course.intervals[place] > 1.5 * course.usual && !(gap?.holds(place) ?? false)
  }

  /// The first date in milliseconds.
  private var first: Double { fit.interval }

  /// What counts from the end of a callback: as much as the shortest interval leaves for it.
  private var rearmed: Double {
    let least = answer.course.calm.min() ?? 0
    return max(0.01, min(answer.asked ?? least, least - 0.001))
  }

  private var work: Double { min(0.1, 0.05 * answer.course.usual) }

  private mutating func drivers() -> [String] {
    let burst = answer.decision.first == .burst ? " catch-up burst" : ""
    switch kind {
    case .grid:
      let isEven = hasHolds || !burst.isEmpty || calmSteps.allSatisfy { $0 == 1 }
      return [
        "timer ball every \(time(fit.period)) first at \(time(first))\(burst) in default"
          + " takes \(isEven ? time(work) : steps(less: 0.75))"
      ]
    case .anew where answer.decision.first == .saturated:
      return [
        "timer ball every \(time(answer.asked ?? fit.period)) first at \(time(first))"
          + " catch-up burst in default takes \(turns(answer.course.calm, by: 0))"
      ]
    case .anew:
      let every = rearmed
      // What a task makes long is not long of itself.
      let usual = answer.course.usual
      let work = turns(
        answer.course.calm.map { hasHolds && $0 > 1.5 * usual ? usual : $0 }, by: -every)
      return [
        "timer ball every \(time(every)) first at \(time(first)) catch-up rearm in default"
          + " takes \(work)"
      ]
    case .locked where hasHolds || !answer.paces.isEmpty:
      return ["link ball in default takes \(time(work))"]
    case .locked where !calmSteps.allSatisfy { $0 == fit.multiple }, .quantum:
      return ["link ball in default policy skip takes \(steps(less: 0.75))"]
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
          + " takes \(turns(fit.isWhole ? answer.course.intervals : answer.course.calm, by: -0.01))"
      ]
    }
  }

  /// The first dates of both rates, as they lie in the list.
  private var starts: (one: Double, two: Double) {
    let times = answer.course.calmTimes
    guard let one = Grid(times, near: fit.period, within: 0.001) else { return (1, 1) }
    let rest = times.filter { one.error($0).magnitude >= 0.09 * fit.period }
    guard let two = Grid(rest, near: fit.other ?? fit.period, within: 0.001) else { return (1, 1) }
    let (ours, theirs) = Fits.divided(times, one, two)
    let dates = [(one, ours), (two, theirs)].map { grid, own in
      own.first.map { grid.date(near: $0) } ?? 0
    }
    // The first of them is at 1 ms.
    let shift = 1 - min(dates[0], dates[1])
    return (dates[0] + shift, dates[1] + shift)
  }

  /// The first date of a rate that is seen at refreshes: of 128 places in a refresh that after
  /// which the list follows best.
  private var seenStart: Double {
    let times = answer.course.calmTimes
    guard let grid = Grid(times, near: fit.period, within: 0.001) else { return 4 * fit.period }
    let steps = grid.distances(of: times).steps.prefix(400)
    let other = fit.other ?? fit.period
    func misses(_ place: Int) -> Int {
      let ahead = (Double(place) + 0.5) / 128 * fit.period
      var (sum, misses) = (0, 0)
      for (index, step) in steps.enumerated() {
        sum += step
        let shown = ((Double(index + 1) * other - ahead) / fit.period).rounded(.up)
        misses += integer(min(1e6, (shown - Double(sum)).magnitude))
      }
      return misses
    }
    let counts = (0..<128).map(misses)
    // In the middle of such places rounding decides nothing.
    let least = counts.min() ?? 0
    let runs = counts.indices.split { counts[$0] > least }
    let best = runs.max { $0.count < $1.count }.map { $0[$0.startIndex + $0.count / 2] } ?? 0
    return 4 * fit.period - (Double(best) + 0.5) / 128 * fit.period
  }

  /// How many dates or refreshes each interval takes; the gap is none of them.
  private var calmSteps: [Int] {
    var steps = dates?.steps ?? []
    if let gap = answer.course.gap, !fit.isWhole, gap.place < steps.count {
      steps.remove(at: gap.place)
    }
    return steps.map { max(1, $0) }
  }

  /// Work that ends so many steps before the next instant, for each interval in turn; of many
  /// intervals, as many of each multiple as their shares say.
  private mutating func steps(less rest: Double) -> String {
    let all = calmSteps
    if all.count > 1 { isGuess = true }
    let row =
      all.count <= Self.mostTurns
      ? all : Self.spread(KTEstimator(all).shares, over: Self.mostTurns, of: all.count)
    return self.row(row.map { (Double($0) - rest) * fit.period })
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

  private func time(_ milliseconds: Double, places: Int = 6) -> String {
    "\(decimalText(max(0, min(milliseconds, 1e12)), decimals: 0...places)) ms"
  }
}

extension SeriesAnswer {
  /// A script that makes intervals like those of the list.
  ///
  /// - Parameter name: What was read, for a comment.
  /// - Returns: The lines of the script, and whether it makes up work for what held the thread.
  package func script(of name: String) -> (text: String, isGuess: Bool) {
    var script = SeriesScript(self)
    return (script.text(name), script.isGuess)
  }
}

extension SeriesScript {
  /// The most values that are written in turn.
  static let mostTurns = 120

  /// How late the thread wakes up in turn, at least a thousandth of a millisecond: by how late its
  /// callbacks are.
  ///
  /// The task that holds the thread for a gap has a turn as well, and the callback after it is not
  /// woken up.
  static func delays(_ errors: [Double], gap: Int?) -> [Double] {
    var errors = errors
    if let gap, gap + 1 < errors.count { errors[gap + 1] = median(errors) }
    let row = row(errors)
    let least = row.min() ?? 0
    return row.map { $0 - least + 0.001 }
  }

  /// Values in turn, which come again and again with the same sum as those of the list.
  ///
  /// Of many they are the means of 60 to 120 groups of equal size (the least values, the next, …)
  /// without an order, as many as go into the list most evenly.
  static func row(_ values: [Double]) -> [Double] {
    guard values.count > mostTurns else { return values }
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
    // The first few come once more than the others, and some groups are larger by one.
    let rounds = Double(values.count / size)
    let sum =
      rounds * groups.reduce(0, +) + groups.prefix(values.count % size).reduce(0, +)
    let missing = (values.reduce(0, +) - sum) / Double(values.count)
    return groups.map { $0 + missing }
  }
}

extension Grid {
  /// How far instants are behind the last date that they may have answered, of which the earliest
  /// come this much before it, and the numbers of dates between them.
  func delays(of times: [Double], from early: Double) -> (errors: [Double], steps: [Int]) {
    let numbers = times.map { (($0 - phase - early) / period).rounded(.down) }
    let steps = zip(numbers, numbers.dropFirst()).map { integer($1 - $0) }
    return (zip(times, numbers).map { $0 - phase - $1 * period }, steps)
  }
}

extension Fit {
  /// The grid of another fit's intervals.
  init(gridOf fit: Fit, _ course: Course) {
    let period = fit.kind == .jitter ? course.usual : fit.interval
    self.init(kind: .grid, bits: fit.bits, period: period, scale: fit.scale)
  }

  /// How late instants are after the dates or refreshes of this fit, and how many of these lie
  /// between two; `nil` of a kind that has none.
  func dates(of times: [Double], as kind: Kind) -> (errors: [Double], steps: [Int])? {
    switch kind {
    case .grid: return Grid(times, near: period, within: 0.0002)?.dates(of: times)
    case .locked, .quantum:
      let grid = Grid(times, near: period, within: 0.001)
      return grid?.delays(of: times, from: -min(0.5 * period, 8 * scale))
    case .anew, .beat, .merged, .jitter: return nil
    }
  }
}
