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
  var rows: [Int] { Array(order.prefix(Self.rowLimit)) }

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
  ///   - shown: The rows of the lanes; `nil` for the lead, the best and one between them.
  ///   - notes: What stands behind the count of each row.
  ///   - window: Where in the run a reader looks first.
  init(
    _ index: Int, at positions: [Int], words: String, values: [String], _ drivers: [DrawnDriver],
    lead: Int, order: [Int], shown: [Int]? = nil, notes: [String], window: Range<Instant>
  ) {
    (self.index, self.positions, self.words, self.values) = (index, positions, words, values)
    (self.drivers, self.lead, self.window) = (drivers, lead, window)
    end =
      drivers.map { Instant.start.duration(to: $0.refreshes.last?.vsync ?? .start) }.max() ?? .zero
    let dropped = drivers.map { $0.dropped.count }
    let best = drivers.indices.min { (dropped[$0], $0) < (dropped[$1], $1) } ?? lead
    var order = order
    if !order.prefix(Self.rowLimit).contains(best) {
      order.removeAll { $0 == best }
      order.insert(best, at: Self.rowLimit - 1)
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

  /// The rows as in the script, but what-if arms below, the one that drops most first.
  private static func order(_ dropped: [Int], _ changed: [Bool]) -> [Int] {
    dropped.indices.filter { !changed[$0] }
      + dropped.indices.filter { changed[$0] }.sorted {
        (dropped[$1], $0) < (dropped[$0], $1)
      }
  }

  /// What a row has more or less than another one.
  static func note(_ driver: DrawnDriver, beside other: DrawnDriver) -> String {
    let (count, base) = (driver.dropped.count, other.dropped.count)
    guard base > 0 || count > 0 else { return "" }
    if count == base { return " · the same" }
    if count > base { return " · \(grouped(count - base)) more" }
    return " · \(grouped(base - count)) fewer"
  }
}
