import LabAnswer
package import LabImport
package import LabKernel
import LabTrace

/// A recorded driver as a trial repeats it: its dates, lives, modes and costs.
package struct TrialDriver: Hashable, Sendable {
  /// What was recorded.
  package let recorded: ImportedTrace.Driver
  /// Its name in the script.
  package let name: String
  /// What it is called in all that is said of it: as in the recording, where it has a name of its
  /// own.
  package let title: String
  /// The dates that its calls answer.
  let dates: [Int64]
  /// When it was there.
  let lives: RecordedLives
  /// The modes in which it is called.
  package let modes: String
  /// How often new content is wanted of it; `nil` for every refresh.
  package let target: TargetCadence?
  /// How many refreshes a link is due at.
  private let pace: Int64
  /// When it was made, and how long before its first date.
  private let begins: Int64
  private let delay: Int64
  /// The length of the recording.
  private let length: Int64

  /// More lives do not fit into a line of a script.
  private static let lifeLimit = 30

  init(
    _ driver: ImportedTrace.Driver, named name: String, titled title: String,
    in trace: ImportedTrace, _ loop: ImportedTrace.Loop, modes: String
  ) {
    (recorded, self.name, self.title, self.modes) = (driver, name, title, modes)
    let period = TrialDisplay.period(of: trace.vsyncs)
    let grid =
      driver.kind == .timer ? RecordedCallout.onGrid(driver.firings, every: driver.interval) : []
    dates =
      driver.kind == .timer
      ? grid.map(\.due) : Self.vsyncs(of: driver, on: trace.vsyncs, every: period)
    length = trace.windowLength
    lives = RecordedLives(
      of: driver, dates: dates, newGrids: RecordedCallout.newGrids(of: grid), in: loop,
      until: length)
    target = Self.target(of: driver.interval, on: period)
    pace = period.map { max(1, (driver.interval + $0 / 2) / $0) } ?? 1
    let lead = driver.kind == .timer ? driver.interval : (period ?? driver.interval) / 2
    let first = lives.lives[0].first
    begins = max(0, first - lead)
    delay = first - begins
  }

  /// The vsyncs that the calls of a link answer.
  static func vsyncs(
    of driver: ImportedTrace.Driver, on vsyncs: [Int64], every period: Int64?
  ) -> [Int64] {
    guard let period else { return driver.firings.map(\.due) }
    return driver.firings.map { firing in
      let next = vsyncs.refresh(of: min(firing.due + period / 2, firing.began))
      return next > 0 ? vsyncs[next - 1] : firing.due
    }
  }

  /// When it had dates.
  package var spans: [Range<Int64>] {
    lives.lives.map { $0.first..<max($0.first + 1, $0.ends ?? length) }
  }

  /// How often new content is wanted of a driver with an interval: one that is slower than one and
  /// a half refreshes is wanted at its own rate.
  static func target(of interval: Int64, on period: Int64?) -> TargetCadence? {
    guard let period, 2 * interval >= 3 * period else { return nil }
    let count = (interval + period / 2) / period
    if abs(count * period - interval) * 100 <= interval { return .refreshes(Int(count)) }
    return .rate(RefreshRate(1_000_000_000_000 / interval, per: 1000))
  }

  // MARK: The script

  /// The costs of its callbacks by their dates.
  var costs: String {
    "due_ns,duration_ns\n"
      + zip(dates, recorded.firings).map { date, firing in
        (date: max(0, date), cost: max(0, firing.ended - firing.began))
      }.sorted { $0.date < $1.date }.map { "\($0.date),\($0.cost)\n" }.joined()
  }

  /// The driver as it was.
  func line(costs: String) -> String {
    let pace = pace > 1 ? " every \(self.pace) refreshes" : ""
    guard recorded.kind == .timer else { return "link  \(name)\(pace)" + clauses(costs) }
    let due = begins + delay
    let first = due > 0 ? due : due % recorded.interval + recorded.interval
    return "timer \(name) every \(recorded.interval) ns first at \(first) ns" + clauses(costs)
  }

  /// A timer with another interval.
  func timer(every interval: String, costs: String) -> String {
    "timer \(name) every \(interval)" + clauses(costs)
  }

  /// A display link.
  func link(costs: String, policy: String = "") -> String {
    "link  \(name)" + clauses(costs, policy: policy)
  }

  private func clauses(_ costs: String, policy: String = "") -> String {
    " in \(modes)\(policy) takes recorded \(costs)\(wanted)\(there)"
  }

  private var wanted: String {
    switch target {
    case .refreshes(let count): " target \(count) refreshes"
    case .rate(let rate):
      " target \(ReportNumber.fixed(Double(rate.numerator) / Double(rate.denominator), decimals: 3)) Hz"
    case .undeclared, nil: ""
    }
  }

  /// The clause of its lives; empty for one that was always there.
  private var there: String {
    var spans: [(begin: Int64, end: Int64?)] = []
    for life in kept {
      let begin = max(spans.last?.end ?? 0, spans.isEmpty ? begins : life.first - delay)
      spans.append((begin, life.gone.flatMap { $0 < length ? max(begin + 1, $0) : nil }))
    }
    if spans.count == 1, spans[0] == (0, nil) { return "" }
    return " from "
      + spans.map { "\($0.begin) ns" + ($0.end.map { " until \($0) ns" } ?? "") }
      .joined(separator: ", ")
  }

  /// The lives between which there was most time.
  private var kept: [(first: Int64, gone: Int64?)] {
    var kept = lives.lives.map { (first: $0.first, gone: $0.gone) }
    while kept.count > Self.lifeLimit {
      let gaps = zip(kept, kept.dropFirst()).map { $1.first - ($0.gone ?? $1.first) }
      let shortest = gaps.indices.min { gaps[$0] < gaps[$1] } ?? 0
      kept[shortest].gone = kept[shortest + 1].gone
      kept.remove(at: shortest + 1)
    }
    return kept
  }
}
