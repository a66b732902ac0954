import LabExperiment
import LabKernel
import LabLanguage
import LabMetrics
import LabPictures
import LabResults
import LabStudy
import LabText
import LabTrace

/// A sweep point of a page: its runs, performed again, and where in them a reader looks first.
struct PagePoint {
  let index: Int
  /// The position of the run of the first arm in its plan, for each of the results.
  let positions: [Int]
  /// The values of the independent sweeps.
  let values: [String]
  /// What it is called, as `block = 50 ms`.
  let words: String
  /// The drivers, until their pictures are drawn; what is kept of them.
  private(set) var drivers: [DrawnDriver]
  var runs: [RunData]
  /// The first date of the driver that is moved, in nanoseconds; `nil` for a run as it is written.
  private(set) var date: Int64?
  /// What draws its runs elsewhere; `nil` for a run of the result that the page is about.
  private(set) var command: String?
  /// Whether its rows are other ones than those of the first point.
  private(set) var hasOwnRows = false
  /// What would mend it; `nil` if nothing is wrong, or nothing was tried.
  var helps: PageHelps?
  /// The rows from top to bottom.
  let order: [Int]
  /// The row that the cards and the list speak of.
  let lead: Int
  let window: Range<Instant>
  let now: Instant
  /// The rows that the lanes show to begin with.
  let shown: [Int]
  /// How long its runs are.
  let end: Duration
  /// How many drivers the runs have beyond those that are shown.
  private(set) var leftOut: Int

  /// How many drivers a page knows, and how many rows it shows before a reader asks for the others.
  private static let driverLimit = 16
  private static let rowLimit = 8

  /// The rows that are shown to begin with.
  var rows: [Int] { Array(order.prefix(rowCount)) }
  /// How many they are at most: those of one arm in several results stay together.
  private let rowCount: Int

  /// Performs the runs of a sweep point and replication again, unless they are known; `nil` if they
  /// have no whole refresh.
  ///
  /// - Throws: `InputError` if a run is not what it was.
  init?(
    _ index: Int, of run: Int, in result: ExperimentResult, _ known: Case?, lead wanted: Int?,
    _ answer: AnswerSubject?
  ) throws(ResultFailure) {
    let plan = result.plan
    let count = result.experiment.arms.count
    let arms = (0..<count).filter { result.table.record(of: run / count * count + $0) != nil }
    let performed =
      if let known { known } else {
        try ResultFailure.ofRun { () throws(ExperimentFailure) in
          try Case(of: run, in: plan, arms: arms)
        }
      }
    for run in performed.runs {
      try ResultFailure.ofInput { () throws(InputError) in
        try result.check(run.trace, of: run.spec)
      }
    }
    let all = performed.runs.flatMap { $0.drivers }
    let drivers = Array(all.prefix(Self.driverLimit))
    guard let first = drivers.first, first.refreshes.count > 1 else { return nil }
    let changed = drivers.map { plan.isChanged(run / count * count + $0.arm) }
    let bases = drivers.indices.map { row in
      row == 0
        ? nil
        : drivers.indices.first {
          changed[row] && drivers[row].label.hasPrefix(drivers[$0].label + ": ")
        } ?? 0
    }
    let problem = answer.flatMap { CaseFinder.problem(of: $0.metric) } ?? .droppedSlot
    let lead = Self.lead(drivers, wanted, answer)
    self.init(
      index, at: [run / count * count], words: performed.words,
      values: zip(result.experiment.sweeps, plan.values(at: index)).filter { $0.0.isIndependent }
        .map { $0.1 }, drivers, lead: lead,
      order: Self.order(drivers.map { $0.dropped.count }, changed),
      notes: drivers.indices.map { row in
        bases[row].map { Self.note(drivers[row], beside: drivers[$0]) } ?? ""
      }, window: PageWindow(drivers, lead: lead, problem: problem, answer).stretch)
    leftOut = all.count - drivers.count
  }

  /// Takes drivers that were drawn.
  ///
  /// - Parameters:
  ///   - index: The number of the point.
  ///   - positions: The position of the run of the first arm in each plan.
  ///   - words: What the point is called.
  ///   - values: The values of the independent sweeps.
  ///   - drivers: The rows, at least one, with whole refreshes.
  ///   - lead: The row that the cards and the list speak of.
  ///   - order: The rows from top to bottom.
  ///   - together: How many rows an arm has, one after the other.
  ///   - shown: The rows of the lanes; `nil` for the lead, the best and one between them.
  ///   - notes: What stands behind the count of each row.
  ///   - window: Where in the run a reader looks first.
  init(
    _ index: Int, at positions: [Int], words: String, values: [String], _ drivers: [DrawnDriver],
    lead: Int, order: [Int], together: Int = 1, shown: [Int]? = nil, notes: [String],
    window: Range<Instant>
  ) {
    (self.index, self.positions, self.words, self.values) = (index, positions, words, values)
    (self.drivers, self.lead, self.window) = (drivers, lead, window)
    end =
      drivers.map { Instant.start.duration(to: $0.refreshes.last?.vsync ?? .start) }.max() ?? .zero
    let dropped = drivers.map { $0.dropped.count }
    let best = drivers.indices.min { (dropped[$0], $0) < (dropped[$1], $1) } ?? lead
    var order = order
    rowCount = Self.rowLimit - Self.rowLimit % together
    if !order.prefix(rowCount).contains(best) {
      let first = best - best % together
      let rows = first..<first + together
      order.removeAll(where: rows.contains)
      order.insert(contentsOf: rows, at: rowCount - together)
    }
    self.order = order
    self.shown = shown ?? Self.telling(dropped, order, lead, best)
    now = drivers[lead].stillMoment(of: window)
    runs = zip(drivers, notes).map { driver, note in
      var run = RunData(driver)
      run.note = note
      return run
    }
    leftOut = 0
  }

  /// The same point with a timer moved to another first date.
  ///
  /// - Parameters:
  ///   - base: The point.
  ///   - date: The date, in nanoseconds.
  ///   - words: What the point is called.
  ///   - drivers: All rows, of which some have changed.
  ///   - lead: The row that is moved.
  ///   - command: What shows the same elsewhere.
  init(
    _ base: Self, at date: Int64, words: String, _ drivers: [DrawnDriver], lead: Int,
    command: String
  ) {
    self.init(
      base.index, at: [], words: words, values: base.values, drivers, lead: lead,
      order: base.order, shown: base.shown,
      notes: drivers.indices.map { row in
        row == 0 ? "" : Self.note(drivers[row], beside: drivers[0])
      }, window: base.window)
    (self.date, self.command) = (date, command)
  }

  /// A case that a proof found.
  init(_ drivers: [DrawnDriver], lead: Int, problem: Problem, command: String) {
    self.init(
      0, at: [], words: "the smallest case", values: [], drivers, lead: lead,
      order: Array(drivers.indices), notes: drivers.map { _ in "" },
      window: PageWindow(drivers, lead: lead, problem: problem).stretch)
    self.command = command
  }

  /// The lead and the best, and beside them what lies between them, nearest to the middle.
  private static func telling(_ dropped: [Int], _ order: [Int], _ lead: Int, _ best: Int) -> [Int] {
    let rest = order.prefix(rowLimit).filter { $0 != lead && $0 != best }
    let middle = rest.min {
      abs(2 * dropped[$0] - dropped[lead] - dropped[best])
        < abs(2 * dropped[$1] - dropped[lead] - dropped[best])
    }
    return (Set([lead, best]).sorted() + [middle].compactMap { $0 }).sorted()
  }

  /// The point without what only its pictures need.
  var withoutDrivers: PagePoint {
    var point = self
    point.drivers = []
    return point
  }

  /// The point as one of a page about several results, without what is said of changes.
  ///
  /// - Parameter command: What draws its runs, without their number.
  /// - Returns: The point, with all that its pictures need.
  func alone(as command: String?) -> PagePoint {
    var point = self
    point.helps = nil
    point.hasOwnRows = true
    point.command = command.map { "\($0) --run \(positions[0])" }
    return point
  }

  /// The driver that the answer is about, unless that is about drops and it has none; else the
  /// first with a hitch, else the first.
  private static func lead(
    _ drivers: [DrawnDriver], _ arm: Int?, _ answer: AnswerSubject?
  ) -> Int {
    let isAboutDrops = answer.map { MetricWords.isAboutDrops($0.metric) } ?? true
    let asked = drivers.firstIndex { driver in
      driver.arm == arm && (answer.map { driver.name.matches($0.driver) } ?? true)
        && !(isAboutDrops && driver.hitches.isEmpty)
    }
    return asked ?? drivers.firstIndex { !$0.hitches.isEmpty } ?? 0
  }

  /// The rows as in the script, but what-if arms below, the one that drops fewest first.
  private static func order(_ dropped: [Int], _ changed: [Bool]) -> [Int] {
    dropped.indices.filter { !changed[$0] }
      + dropped.indices.filter { changed[$0] }.sorted {
        (dropped[$0], $0) < (dropped[$1], $1)
      }
  }

  /// What a row has more or less than another one.
  static func note(_ driver: DrawnDriver, beside other: DrawnDriver) -> String {
    let (count, base) = (driver.dropped.count, other.dropped.count)
    // A timer that draws nothing drops nothing, and is no better for it.
    let draw = [driver, other].allSatisfy {
      $0.measurement[driver: $0.name]?.symptoms.draws == true
    }
    guard draw, base > 0 || count > 0 else { return "" }
    if count == base { return " · the same" }
    if count > base { return " · \(grouped(count - base)) more" }
    return " · \(grouped(base - count)) fewer"
  }
}

/// The parts of a run that a page holds in full: callbacks, tasks and the times of frames.
///
/// The outcomes of refreshes and the hitches are whole on every page.
struct PageDetail {
  /// The parts in ascending order, in microseconds; `nil` for all of the run.
  let parts: [Range<Int64>]?

  /// How much of a point a page holds, the most first; a page that is too large takes the next.
  enum Level {
    /// The whole run, if it is not long, else what is about all listed hitches.
    case whole
    /// What is about so many of the worst hitches of every driver, with so much on both sides, and
    /// the first window.
    case hitches(Int, pad: Int64)
    /// Nothing.
    case none
  }

  /// The levels of the point that is shown first, and of the others.
  static let levels: [(first: Level, others: Level)] = [
    (.whole, .whole), (.hitches(40, pad: 500_000), .hitches(40, pad: 250_000)),
    (.hitches(40, pad: 250_000), .hitches(10, pad: 250_000)),
    (.hitches(20, pad: 250_000), .hitches(5, pad: 250_000)),
    (.hitches(10, pad: 250_000), .hitches(1, pad: 250_000)), (.hitches(10, pad: 250_000), .none),
    (.hitches(5, pad: 150_000), .none), (.hitches(1, pad: 150_000), .none),
  ]

  /// The longest run that has all detail, in microseconds.
  private static let wholeLimit: Int64 = 64_000_000

  init(_ level: Level, of point: PagePoint) {
    switch level {
    case .none: parts = []
    case .whole where point.end.wholeNanoseconds.microseconds <= Self.wholeLimit: parts = nil
    case .whole: parts = Self.merged(point, 40, 500_000)
    case .hitches(let count, let pad): parts = Self.merged(point, count, pad)
    }
  }

  /// The stretches about hitches and the first window; those that meet are one.
  private static func merged(_ point: PagePoint, _ count: Int, _ pad: Int64) -> [Range<Int64>] {
    let end = point.end.wholeNanoseconds.microseconds + 1
    let window =
      point.window.lowerBound.nanoseconds.microseconds..<point.window.upperBound.nanoseconds
      .microseconds + 1
    let all = point.runs.flatMap { $0.stretches(ofHitches: count, pad: pad) } + [window]
    return all.map { $0.clamped(to: 0..<end) }.sorted { $0.lowerBound < $1.lowerBound }
      .reduce(into: []) { merged, part in
        guard let last = merged.last, part.lowerBound <= last.upperBound else {
          return merged.append(part)
        }
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
      }
  }

  /// Whether a time lies in one of the parts.
  func contains(_ time: Int64) -> Bool { overlaps(time, time + 1) }

  /// Whether a stretch has time in common with one of the parts.
  func overlaps(_ begin: Int64, _ end: Int64) -> Bool {
    guard let parts else { return true }
    // The first part that ends behind the beginning.
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].upperBound <= begin { low = middle + 1 } else { high = middle }
    }
    return low < parts.count && parts[low].lowerBound < end
  }

  /// Returns the unbroken runs of rows whose times lie in the parts.
  func pieces<Row>(of rows: [Row], time: (Row) -> Int64) -> [ArraySlice<Row>] {
    var pieces: [ArraySlice<Row>] = []
    var begin: Int?
    for index in rows.indices {
      let isInside = contains(time(rows[index]))
      if isInside, begin == nil { begin = index }
      if !isInside, let first = begin {
        pieces.append(rows[first..<index])
        begin = nil
      }
    }
    if let begin { pieces.append(rows[begin...]) }
    return pieces
  }

  /// The parts as JSON.
  var json: String {
    guard let parts else { return "null" }
    return "[" + parts.map { "[\($0.lowerBound),\($0.upperBound)]" }.joined(separator: ",") + "]"
  }
}

/// Where in its runs a page begins.
struct PageWindow {
  let stretch: Range<Instant>

  private static let pad = Duration.milliseconds(520)

  /// Looks at some drivers.
  init(
    _ drivers: [DrawnDriver], lead: Int, problem: Problem = .droppedSlot,
    _ answer: AnswerSubject? = nil
  ) {
    let driver = drivers[lead]
    let end = driver.refreshes.last?.vsync ?? .start
    let worst = driver.worstHitches.first.map(driver.span)
    let stay = worst.map { $0.lowerBound.duration(to: $0.upperBound) } ?? .zero
    let least = Duration.milliseconds(stay > driver.period * 4 ? 1_600 : 800)
    let length = min(
      Instant.start.duration(to: end), max(least, stay + min(Self.pad, stay * 9 / 20) * 2))
    var begin = worst.map { $0.lowerBound.advanced(by: (stay - length) / 2) } ?? .start
    if driver.scene != nil, let answer, Self.isOfEnd(answer.metric) {
      begin = end
    } else if let moment = Self.moment(of: driver, problem) {
      begin = max(.start, moment.advanced(by: .zero - length / 2))
    } else if let place = Self.greatestDifference(drivers, lead, length) {
      begin = place
    }
    begin = max(.start, min(begin, end.advanced(by: .zero - length)))
    // The ends keep away from vsyncs, so that rounded times lie on the same side of them.
    let inset = min(.microseconds(3), length / 3)
    let first = begin.advanced(by: inset)
    stretch = first..<max(begin.advanced(by: length - inset), first.advanced(by: .nanoseconds(1)))
  }

  /// Whether a metric says how the bodies of a scene stand when the run is over.
  private static func isOfEnd(_ metric: String) -> Bool {
    metric.hasPrefix("final_") || metric.hasSuffix("_end")
  }

  /// The worst moment of a problem other than drops; `nil` if it never comes.
  private static func moment(of driver: DrawnDriver, _ problem: Problem) -> Instant? {
    guard problem != .droppedSlot else { return nil }
    return driver.measurement.worstMoment(of: driver.name, in: problem)?.begin
  }

  /// Where the lead drops most beyond the best other driver over some length, the middle of the
  /// places that tie; `nil` if that is less than 2.
  private static func greatestDifference(
    _ drivers: [DrawnDriver], _ lead: Int, _ length: Duration
  ) -> Instant? {
    let vsyncs = drivers[lead].refreshes.map { $0.vsync }
    let count = min(vsyncs.count - 1, Int(length / drivers[lead].period))
    guard drivers.count > 1, count > 0 else { return nil }
    let sums = drivers.filter { $0.refreshes.count == vsyncs.count }.map { driver in
      driver.refreshes.dropLast().reduce(into: [0]) {
        $0.append($0[$0.count - 1] + ($1.kind == .dropped ? 1 : 0))
      }
    }
    guard let own = drivers.firstIndex(where: { $0.label == drivers[lead].label }), sums.count > 1,
      sums.count == drivers.count
    else { return nil }
    let differences = (0...vsyncs.count - 1 - count).map { first in
      let drops = sums.map { $0[first + count] - $0[first] }
      let best = drops.enumerated().filter { $0.offset != own }.map { $0.element }.min() ?? 0
      return drops[own] - best
    }
    guard let most = differences.max(), most >= 2 else { return nil }
    let places = differences.indices.filter { differences[$0] == most }
    return vsyncs[places[places.count / 2]]
  }
}
