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
  /// The position of the run of the first arm in the plan.
  let run: Int
  /// The values of the independent sweeps.
  let values: [String]
  /// What it is called, as `block = 50 ms`.
  let words: String
  /// The drivers, until their pictures are drawn; what is kept of them.
  private(set) var drivers: [DrawnDriver]
  var runs: [RunData]
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
  let leftOut: Int

  /// How many drivers a page knows, and how many rows it shows before a reader asks for the others.
  private static let driverLimit = 16
  private static let rowLimit = 8

  /// The rows that are shown to begin with.
  var rows: [Int] { Array(order.prefix(Self.rowLimit)) }

  /// Performs the runs of a sweep point and replication again; `nil` if they have no whole refresh.
  ///
  /// - Throws: `InputError` if a run is not what it was.
  init?(
    _ index: Int, of run: Int, in result: ExperimentResult, lead wanted: Int?,
    _ answer: AnswerSubject?
  ) throws {
    let plan = result.plan
    let count = result.experiment.arms.count
    let arms = (0..<count).filter { result.table.record(of: run / count * count + $0) != nil }
    let performed = try Case(of: run, in: plan, arms: arms)
    for run in performed.runs { try result.check(run.trace, of: run.spec) }
    drivers = Array(performed.runs.flatMap(\.drivers).prefix(Self.driverLimit))
    leftOut = performed.runs.reduce(0) { $0 + $1.drivers.count } - drivers.count
    guard let first = drivers.first, first.refreshes.count > 1 else { return nil }
    (self.index, self.run) = (index, run / count * count)
    end = Instant.start.duration(to: first.refreshes.last?.vsync ?? .start)
    words = performed.words
    values = zip(result.experiment.sweeps, plan.values(at: index)).filter(\.0.isIndependent)
      .map(\.1)
    let dropped = drivers.map(\.dropped.count)
    let changed = drivers.map { plan.isChanged(run / count * count + $0.arm) }
    lead = Self.lead(drivers, wanted, answer)
    let lead = lead
    let best = drivers.indices.min { (dropped[$0], $0) < (dropped[$1], $1) } ?? lead
    var order = Self.order(dropped, changed)
    if !order.prefix(Self.rowLimit).contains(best) {
      order.removeAll { $0 == best }
      order.insert(best, at: Self.rowLimit - 1)
    }
    self.order = order
    // Beside the lead and the best stands what lies between them, nearest to the middle.
    let rest = order.prefix(Self.rowLimit).filter { $0 != lead && $0 != best }
    let middle = rest.min {
      abs(2 * dropped[$0] - dropped[lead] - dropped[best])
        < abs(2 * dropped[$1] - dropped[lead] - dropped[best])
    }
    shown = (Set([lead, best]).sorted() + [middle].compactMap(\.self)).sorted()
    let problem = answer.flatMap { CaseFinder.problem(of: $0.metric) }
    window = PageWindow(drivers, lead: lead, problem: problem ?? .droppedSlot).stretch
    now = drivers[lead].stillMoment(of: window)
    runs = drivers.map(RunData.init)
    for row in runs.indices {
      let base = drivers.indices.first {
        changed[row] && drivers[row].label.hasPrefix(drivers[$0].label + ": ")
      }
      runs[row].note = Self.note(dropped[row], beside: dropped[base ?? 0], row, changed[row])
    }
  }

  /// The point without what only its pictures need.
  var withoutDrivers: PagePoint {
    var point = self
    point.drivers = []
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

  /// What a row has more or less than the first, or an arm with a change than the arm without it.
  private static func note(_ count: Int, beside base: Int, _ row: Int, _ isChanged: Bool) -> String
  {
    guard row > 0, base > 0 || count > 0 else { return "" }
    if count == base { return " · the same" }
    if count > base { return " · \(grouped(count - base)) more" }
    return isChanged ? " · saves \(grouped(base - count))" : " · \(grouped(base - count)) fewer"
  }
}

/// Where in its runs a page begins.
struct PageWindow {
  let stretch: Range<Instant>

  private static let pad = Duration.milliseconds(520)

  init(_ drivers: [DrawnDriver], lead: Int, problem: Problem = .droppedSlot) {
    let driver = drivers[lead]
    let end = driver.refreshes.last?.vsync ?? .start
    let worst = driver.worstHitches.first.map(driver.span)
    let stay = worst.map { $0.lowerBound.duration(to: $0.upperBound) } ?? .zero
    let least = Duration.milliseconds(stay > driver.period * 4 ? 1_600 : 800)
    let length = min(
      Instant.start.duration(to: end), max(least, stay + min(Self.pad, stay * 9 / 20) * 2))
    var begin = worst.map { $0.lowerBound.advanced(by: (stay - length) / 2) } ?? .start
    if let moment = Self.moment(of: driver, problem) {
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
    let vsyncs = drivers[lead].refreshes.map(\.vsync)
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
      let best = drops.enumerated().filter { $0.offset != own }.map(\.element).min() ?? 0
      return drops[own] - best
    }
    guard let most = differences.max(), most >= 2 else { return nil }
    let places = differences.indices.filter { differences[$0] == most }
    return vsyncs[places[places.count / 2]]
  }
}
