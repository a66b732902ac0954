import LabAnswer
import LabBrowser
package import LabImport
package import LabKernel
import LabText

/// A recorded driver as a trial repeats it: its dates, lives, modes and costs.
package struct TrialDriver: Hashable, Sendable {
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
  /// a half refreshes, both as they were measured, is wanted at its own rate.
  static func target(of interval: Int64, on period: Int64?) -> TargetCadence? {
    guard let period, 200 * interval >= 297 * period else { return nil }
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

/// The display on which a recording is tried.
package struct TrialDisplay: Hashable, Sendable {
  /// The rates in hertz, as scripts spell them; one for recorded vsyncs, which the timer has.
  package let rates: [String]
  /// The vsyncs, as `vsync_ns`; `nil` for even ones.
  package let vsyncs: String?
  /// Why it is this display, in words.
  package let reason: String

  /// The reason for a display of the requested rates.
  static let requested = "as requested"

  /// Creates a display of the requested rates.
  package init(rates: [String]) {
    self.rates = rates
    vsyncs = nil
    reason = Self.requested
  }

  /// Chooses the display of a recording: its own vsyncs if it has six or more, else 60 and 120 Hz.
  ///
  /// A browser that shows nothing new notes no vsyncs. Those that are missing, between two that
  /// were noted and at both ends of the recording, are filled in at the usual distance, so that the
  /// display has the phase that it had in the recording.
  ///
  /// - Parameters:
  ///   - vsyncs: The vsyncs in ascending order, in nanoseconds.
  ///   - length: The length of the recording in nanoseconds.
  package init(vsyncs: [Int64], length: Int64) {
    guard let period = Self.period(of: vsyncs) else {
      rates = ["60 Hz", "120 Hz"]
      self.vsyncs = nil
      reason = "the recording has no vsyncs"
      return
    }
    rates = [Self.rate(period)]
    let (first, last) = (vsyncs[0], vsyncs[vsyncs.count - 1])
    let isWhole = last - first >= length / 10 * 9
    let isEven = (last - first) * 10 <= period * Int64(vsyncs.count - 1) * 11
    let whole =
      isWhole && isEven ? vsyncs : Self.filled(vsyncs, period: period, length: length)
    self.vsyncs = "vsync_ns\n" + whole.map { "\($0)\n" }.joined()
    let added = whole.count - vsyncs.count
    reason =
      "\(vsyncs.count) recorded vsyncs"
      + (added > 0 ? ", and \(added) more where the recording has none" : "")
  }

  /// Returns the usual distance of vsyncs, if there are enough at 1 Hz to 1000 Hz.
  package static func period(of vsyncs: [Int64]) -> Int64? {
    let gaps = zip(vsyncs.dropFirst(), vsyncs).map { $0 - $1 }.sorted()
    guard gaps.count >= 5, (1_000_000...1_000_000_000).contains(gaps[gaps.count / 2]) else {
      return nil
    }
    return gaps[gaps.count / 2]
  }

  /// Returns the vsyncs with those that are missing.
  static func filled(_ vsyncs: [Int64], period: Int64, length: Int64) -> [Int64] {
    let (first, last) = (vsyncs[0], vsyncs[vsyncs.count - 1])
    var all = Array(stride(from: first - period, through: 0, by: -Int(period)).reversed())
    all.append(first)
    for vsync in vsyncs.dropFirst() {
      // A vsync that was told twice, the second time late, is one.
      let (before, distance) = (all[all.count - 1], vsync - all[all.count - 1])
      let steps = (distance + period / 2) / period
      if steps > 0 { all += (1...steps).map { before + distance * $0 / steps } }
    }
    all += stride(from: all[all.count - 1] + period, through: max(last, length), by: Int(period))
    return all
  }

  /// Returns the common rate near a period, or the rate to a hundredth of a hertz.
  private static func rate(_ period: Int64) -> String {
    for hertz: Int64 in [24, 30, 48, 50, 60, 75, 90, 100, 120, 144, 165, 240]
    where abs(period * hertz - 1_000_000_000) < 10_000_000 {
      return "\(hertz) Hz"
    }
    let hundredths = (100_000_000_000 + period / 2) / period
    return decimalText(hundredths, places: 2, atLeast: 2) + " Hz"
  }
}

/// The rules by which the main thread of a trial goes, and what its arms are: those of an app or a
/// page.
package struct TrialRules: Hashable, Sendable {
  /// The words of `--like`.
  package static let words = TaskRules.Browser.words

  /// The run loop, beside a timer and two display links.
  package static let runLoop = TrialRules(browser: nil)

  /// The browser whose rules the thread goes by, and whose pages the arms animate; `nil` for a run
  /// loop.
  let browser: TaskRules.Browser?

  private init(browser: TaskRules.Browser?) { self.browser = browser }

  /// Chooses the rules of a trace: those of its browser, or of the run loop.
  package init(of trace: ImportedTrace) {
    let browser: TaskRules.Browser? =
      switch trace.browser {
      case .chromium: .chromium
      case .firefox: .firefox
      case nil: nil
      }
    self.init(browser: browser)
  }

  /// Takes the rules that are asked for; `nil` for a word that is none of ``words``.
  package init?(like word: String) {
    guard Self.words.contains(word) else { return nil }
    self.init(browser: TaskRules.Browser(rawValue: word))
  }

  /// Whether the arms are what a page animates with.
  var isPage: Bool { browser != nil }

  /// How recorded tasks reach the thread.
  var delivery: String { isPage ? "port" : "main-queue" }

  /// What a script says to replay a recording by these rules.
  package func statements(recording path: String) -> [String] {
    (browser.map { ["like \($0.rawValue)"] } ?? [])
      + ["load page recorded \(path) as \(delivery)"]
  }

  /// The line of the script; `nil` for the rules that it has without any.
  var statement: String? { browser.map { "like      \($0.rawValue)" } }

  /// The line of the report.
  var text: String { "rules: \(browser?.name ?? "run loop")" }
}
