import LabExperiment
import LabHost
import LabKernel
import LabMetrics
import LabReport
import LabText
import LabTrace

/// What runs on this host come to, beside their simulation: one run, or one for each source of
/// timers.
struct LiveReport {
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

  var text: String {
    guard let first = runs.first else { return "" }
    let names = first.live.result.drivers.map(\.name)
    let source = runs.count > 1 ? "" : ", by \(first.source.rawValue)"
    let lines = ["\(first.spec.words())\(source):"] + names.flatMap { table($0) + agreement($0) }
    return (lines + runs.flatMap(host)).joined(separator: "\n") + "\n"
  }

  // MARK: What was measured

  /// The rows of a driver: each run, and the simulation of its plan before another one follows.
  private func table(_ driver: String) -> [String] {
    var table = TextTable([.left] + [TextTable.Alignment](repeating: .right, count: 9))
    table.append([
      driver, "fires", "missed", "double", "p50 us", "p99", "max", "0 %", "1 %", "2+ %",
    ])
    for (place, run) in runs.enumerated() {
      let name = runs.count > 1 ? run.source.rawValue : "live"
      table.append([name] + numbers(driver, run.live.result))
      if showsReplay { table.append(["  replay"] + numbers(driver, run.replay.result)) }
      let next = runs.indices.contains(place + 1) ? runs[place + 1] : nil
      if next?.plan.trace.fingerprint != run.plan.trace.fingerprint {
        table.append(["  plan"] + numbers(driver, run.plan.result))
      }
    }
    return table.lines
  }

  private func numbers(_ driver: String, _ result: RunResult) -> [String] {
    func value(_ metric: String) -> Double? { result.value(of: metric, driver: driver)?.number }
    func count(_ metric: String) -> String { value(metric).map { "\(Int($0))" } ?? "" }
    func microseconds(_ metric: String) -> String {
      value(metric).map { decimalText($0 * 1_000, decimals: 0...0) } ?? ""
    }
    return [
      count("fires"), count("missed"), count("double_fires"),
      microseconds("lateness_p50"), microseconds("lateness_p99"), microseconds("lateness_max"),
    ] + shares(value("empty_refreshes"), value("double_fires"), of: value("refreshes"))
  }

  /// The shares of the refreshes that saw no firing, one, and more.
  private func shares(_ empty: Double?, _ double: Double?, of all: Double?) -> [String] {
    guard let empty, let double, let all, all > 0 else { return ["", "", ""] }
    return [empty, all - empty - double, double].map { Self.percent(100 * $0 / all) }
  }

  static func percent(_ number: Double) -> String { decimalText(number, decimals: 0...1) }

  static func milliseconds(_ time: Duration) -> String {
    decimalText(time / .milliseconds(1), decimals: 0...2)
  }

  // MARK: How far the simulations agree

  private func agreement(_ driver: String) -> [String] {
    var table = TextTable([.left] + [TextTable.Alignment](repeating: .right, count: 5))
    table.append(["agrees in", "dates %", "refreshes", "or edge", "W1 us", "KS"])
    for run in runs {
      let name = runs.count > 1 ? "\(run.source.rawValue): " : ""
      table.append([name + "plan"] + words(run.agreement(of: driver, with: run.plan)))
      guard showsReplay else { continue }
      table.append([name + "replay"] + words(run.agreement(of: driver, with: run.replay)))
    }
    return table.lines
  }

  private func words(_ agreement: LiveAgreement?) -> [String] {
    guard let agreement else { return ["none", "", "", "", ""] }
    // Cut, so that 100 % is said of all alone.
    let shares = [agreement.dates, agreement.refreshes, agreement.refreshesOrEdge]
      .map { decimalText(($0 * 100).rounded(.down) / 100) }
    return shares + [
      decimalText(agreement.distance / 1_000, decimals: 0...0),
      decimalText(agreement.gap, decimals: 0...3),
    ]
  }

  // MARK: The host

  /// What the run says, and what the host took from it.
  private func host(_ run: LiveRun) -> [String] {
    let host = run.host
    func share(_ name: String, _ value: Double?) -> String {
      "\(name) \(value.map { "\(Self.percent($0)) %" } ?? "unknown")"
    }
    func microseconds(_ time: Duration) -> Int64 { time.wholeNanoseconds / 1_000 }
    let conclusion = run.conclusion
    var words = conclusion.rawValue
    if conclusion == .notCarriedOut {
      words +=
        host.tasks.map {
          ": tasks took \(Self.milliseconds($0.taken)) ms (p99) instead of"
            + " \(Self.milliseconds($0.planned))."
        } ?? "."
    }
    if host.isDisturbed { words += " Disturbed: \(host.disturbances.joined(separator: ", "))." }
    let name = runs.count > 1 ? "\(run.source.rawValue): " : ""
    let taken =
      [share("run queue", host.wait), share("stolen", host.stolen)]
      + (host.throttled.map { [share("throttled", $0)] } ?? [])
    return Terminal.screen.wrapped(name + words)
      + Terminal.screen.wrapped(
        "\(taken.joined(separator: ", ")), records"
          + " \(decimalText(host.overhead, decimals: 0...3)) %; display late"
          + " \(microseconds(host.display.median)), p99 \(microseconds(host.display.high)) us",
        indent: 2)
  }

  /// The environment, a line for each part.
  static func text(of environment: HostEnvironment) -> String {
    var table = TextTable([.left, .left])
    for line in environment.lines { table.append([line.name, line.value]) }
    return table.lines.joined(separator: "\n")
  }
}
