import LabAnswer
import LabExperiment
import LabHost
import LabKernel
import LabMetrics
import LabText
import LabTrace

/// What runs on this host come to, beside their simulation: one run, or one for each source of
/// timers.
struct LiveFindings {
  private let runs: [LiveRun]
  private let showsReplay: Bool

  /// What the columns mean.
  static let legend =
    "p50, p99 and max: how late callbacks began. 0, 1, 2+: refreshes with so many of them. dates:"
    + " answered in both; refreshes: of these in the same one, or on its edge. W1: the mean distance of"
    + " the lateness; KS: the largest share by which it differs, beyond"
    + " \(Double(LiveAgreement.tolerance) / 1e6) ms."

  init(_ runs: [LiveRun], showsReplay: Bool) {
    self.runs = runs
    self.showsReplay = showsReplay
  }

  /// What was found, for readers and for programs.
  var parts: [Answer.Part] {
    guard let first = runs.first else { return [] }
    let source = runs.count > 1 ? "" : ", by \(first.source.rawValue)"
    return [.sentences([Answer.Sentence("\(first.spec.words())\(source):")] + runs.map(conclusion))]
      + first.live.result.drivers.map(\.name).flatMap {
        [.table(drivers($0)), .table(agreement($0))]
      } + runs.flatMap(host)
  }

  /// The keys of rows; the source of timers is shown only if there are several.
  private func keys(_ driver: String) -> [Table.Column] {
    let source = Table.Column.words("source", [""]).once
    return [
      Table.Column.number("run").hidden, .words("driver").hidden,
      runs.count > 1 ? source : source.hidden,
    ]
  }

  private func key(_ driver: String, _ run: LiveRun) -> [Table.Cell] {
    [.count(run.spec.index), .text(driver), .text(run.source.rawValue)]
  }

  // MARK: What was measured

  /// The rows of a driver: each run, and the simulation of its plan before another one follows.
  private func drivers(_ driver: String) -> Table {
    var table = Table(
      "drivers",
      keys(driver) + [
        .words("world", [driver]), .number("fires"), .number("missed"),
        .number("double_fires", ["double"]), .number("lateness_p50_us", ["p50 us"], .fixed(0)),
        .number("lateness_p99_us", ["p99"], .fixed(0)),
        .number("lateness_max_us", ["max"], .fixed(0)), .number("empty_pct", ["0 %"], .atMost(1)),
        .number("single_pct", ["1 %"], .atMost(1)), .number("double_pct", ["2+ %"], .atMost(1)),
      ])
    for (place, run) in runs.enumerated() {
      func append(_ name: String, _ measured: LiveRun.Measured) {
        table.append(key(driver, run) + [.text(name)] + numbers(driver, measured))
      }
      append("live", run.live)
      if showsReplay { append("replay", run.replay) }
      let next = runs.indices.contains(place + 1) ? runs[place + 1] : nil
      if next?.plan.trace.fingerprint != run.plan.trace.fingerprint { append("plan", run.plan) }
    }
    return table
  }

  private func numbers(_ driver: String, _ measured: LiveRun.Measured) -> [Table.Cell] {
    let metrics = measured.measurement[driver: driver]
    func value(_ metric: String) -> Double? { metrics?[metric]?.number }
    func count(_ metric: String) -> Table.Cell { .count(value(metric).map { Int($0) }) }
    func microseconds(_ metric: String) -> Table.Cell { .number(value(metric).map { $0 * 1_000 }) }
    return [
      count("fires"), count("missed"), count("double_fires"),
      microseconds("lateness_p50"), microseconds("lateness_p99"), microseconds("lateness_max"),
    ] + Self.shares(metrics?.frames?.firings)
  }

  /// The shares of the refreshes that saw no firing, one, and more, of all that were to see one.
  static func shares(_ firings: FiringsPerRefresh?) -> [Table.Cell] {
    guard let firings, firings.refreshes > 0 else { return [.none, .none, .none] }
    let (all, empty, double) = (firings.refreshes, firings.empty, firings.doubleFires)
    return [empty, all - empty - double, double].map { .number(100 * Double($0) / Double(all)) }
  }

  // MARK: How far the simulations agree

  private func agreement(_ driver: String) -> Table {
    var table = Table(
      "agreement",
      keys(driver) + [
        .words("world", ["agrees in"]), .number("dates_pct", ["dates %"], .atMost(2)),
        .number("refreshes_pct", ["refreshes"], .atMost(2)),
        .number("refreshes_or_edge_pct", ["or edge"], .atMost(2)),
        .number("distance_us", ["W1 us"], .fixed(0)), .number("gap", ["KS"], .atMost(3)),
      ])
    for run in runs {
      for (name, simulation) in [("plan", run.plan)] + (showsReplay ? [("replay", run.replay)] : [])
      {
        table.append(
          key(driver, run) + [.text(name)] + cells(run.agreement(of: driver, with: simulation)))
      }
    }
    return table
  }

  private func cells(_ agreement: LiveAgreement?) -> [Table.Cell] {
    guard let agreement else { return [.none, .none, .none, .none, .none] }
    // Cut, so that 100 % is said of all alone.
    let shares = [agreement.dates, agreement.refreshes, agreement.refreshesOrEdge]
      .map { Table.Cell.number(($0 * 100).rounded(.down) / 100) }
    return shares + [.number(agreement.distance / 1_000), .number(agreement.gap)]
  }

  // MARK: The host

  /// What a run says of the model and of its plan.
  private func conclusion(_ run: LiveRun) -> Answer.Sentence {
    let host = run.host
    let conclusion = run.conclusion
    var words = conclusion.rawValue
    if conclusion == .notCarriedOut {
      words +=
        host.tasks.flatMap { Self.lateTasks(taken: $0.taken, planned: $0.planned) } ?? "."
    }
    if host.isDisturbed { words += " Disturbed: \(host.disturbances.joined(separator: ", "))." }
    let name = runs.count > 1 ? "\(run.source.rawValue): " : ""
    return Answer.Sentence(name + words, as: "conclusion")
  }

  /// How long tasks took and should have taken, as the end of a sentence; `nil` if that is as long.
  static func lateTasks(taken: Duration, planned: Duration) -> String? {
    let words = (2...6).lazy.map { places in
      [taken, planned].map { decimalText($0 / .milliseconds(1), decimals: 0...places) }
    }
    return words.first { $0[0] != $0[1] }.map {
      ": tasks took \($0[0]) ms (p99) instead of \($0[1])."
    }
  }

  /// What this machine did besides.
  private func host(_ run: LiveRun) -> [Answer.Part] {
    let host = run.host
    func share(_ name: String, _ value: Double?) -> String {
      "\(name) \(value.map { "\(LiveHost.percent($0)) %" } ?? "unknown")"
    }
    func microseconds(_ time: Duration) -> Int64 { time.wholeNanoseconds / 1_000 }
    let taken =
      [share("run queue", host.wait), share("stolen", host.stolen)]
      + (host.throttled.map { [share("throttled", $0)] } ?? [])
    let rest =
      "\(taken.joined(separator: ", ")), records"
      + " \(decimalText(host.overhead, decimals: 0...3)) %; display late"
      + " \(microseconds(host.display.median)), p99 \(microseconds(host.display.high)) us"
    return [.list([Answer.Sentence(rest)])]
  }

  /// What the host took from each run, for programs.
  var hosts: Table {
    Table(
      "hosts",
      [
        .number("run"), .words("source"), .number("run_queue_pct"), .number("stolen_pct"),
        .number("throttled_pct"), .number("records_pct"), .number("display_late_us"),
        .number("display_late_p99_us"), .words("disturbed"),
      ],
      runs.map { run in
        let host = run.host
        return [
          .count(run.spec.index), .text(run.source.rawValue), .number(host.wait),
          .number(host.stolen), .number(host.throttled), .number(host.overhead),
          .number(host.display.median / .microseconds(1)),
          .number(host.display.high / .microseconds(1)), .flag(host.isDisturbed),
        ]
      })
  }
}

/// How far a simulation agrees with a run on when a driver was called, and in which refresh.
struct LiveAgreement {
  /// The dates that were answered in both, in percent.
  let dates: Double
  /// Of those, the ones in the same refresh, and these with those on the edge of one, in percent.
  let refreshes: Double
  let refreshesOrEdge: Double
  /// The mean distance of the two distributions of lateness, in nanoseconds.
  let distance: Double
  /// How far the distributions of lateness are apart beyond the tolerance.
  let gap: Double

  /// By how much the lateness of a simulation may differ, in nanoseconds: a thread takes time to
  /// wake.
  static let tolerance: Int64 = 500_000
  /// From which share of the dates and refreshes on a simulation is right, in percent: of the plan,
  /// or if the host took little from the run; else, of what was carried out, less is enough.
  static let (enough, enoughIfDisturbed) = (99.0, 97.0)

  init(_ agreement: LoopAgreement, lateness: [Int64], simulated: [Int64]) {
    let all = Double(max(1, agreement.sameDates))
    dates = agreement.dateShare
    refreshes = 100 * Double(agreement.sameRefresh) / all
    refreshesOrEdge = 100 * Double(agreement.sameRefresh + agreement.onEdge) / all
    distance = agreement.distance
    gap = Self.gap(lateness.sorted(), simulated.sorted(), tolerance: Self.tolerance)
  }

  func isRight(from share: Double) -> Bool { dates >= share && refreshesOrEdge >= share }

  /// Returns the largest distance of two empirical distributions F and G, where a value may move by
  /// a tolerance e: the supremum over x of F(x − e) − G(x) and G(x − e) − F(x).
  ///
  /// Without a tolerance it is the statistic of Kolmogorov and Smirnov.
  ///
  /// - Precondition: The values ascend.
  static func gap(_ one: [Int64], _ other: [Int64], tolerance: Int64) -> Double {
    func excess(_ early: [Int64], _ late: [Int64]) -> Double {
      // The difference is largest where the earlier distribution has just grown.
      var (largest, passed) = (0.0, 0)
      for (count, value) in early.enumerated() {
        while passed < late.count, late[passed] <= value + tolerance { passed += 1 }
        let difference =
          Double(count + 1) / Double(early.count) - Double(passed) / Double(late.count)
        largest = max(largest, difference)
      }
      return largest
    }
    guard !one.isEmpty, !other.isEmpty else { return 0 }
    return max(excess(one, other), excess(other, one))
  }
}
