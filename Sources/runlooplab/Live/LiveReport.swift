import LabExperiment
import LabHost
import LabMetrics
import LabReport
import LabText
import LabTrace

/// What a run on this host comes to, beside its simulation.
struct LiveReport {
  private let run: LiveRun
  private let replay: LiveRun.Measured?

  init(_ run: LiveRun, showsReplay: Bool) throws {
    self.run = run
    replay = showsReplay ? try run.replay() : nil
  }

  var text: String {
    var table = TextTable([.left, .left] + [TextTable.Alignment](repeating: .right, count: 9))
    table.append([
      "", "", "fires", "missed", "double", "late p50", "p99", "max us", "refreshes with 0", "1",
      "2+ %",
    ])
    for driver in run.live.result.drivers.map(\.name) {
      table.append([driver, "live"] + numbers(driver, run.live.result))
      table.append(["", "plan"] + numbers(driver, run.plan.result))
      if let replay { table.append(["", "replay"] + numbers(driver, replay.result)) }
    }
    return
      (["\(run.spec.words()), by \(run.source.rawValue)\(run.isDisturbed ? ": disturbed" : "")"]
      + table.lines + agreement + [host])
      .joined(separator: "\n") + "\n"
  }

  private func numbers(_ driver: String, _ result: RunResult) -> [String] {
    func value(_ metric: String) -> Double? { result.value(of: metric, driver: driver)?.number }
    func count(_ metric: String) -> String { value(metric).map { "\(Int($0))" } ?? "" }
    func microseconds(_ metric: String) -> String {
      value(metric).map { decimalText(($0 * 1_000).rounded()) } ?? ""
    }
    return [
      count("fires"), count("missed"), count("double_fires"),
      microseconds("lateness_p50"), microseconds("lateness_p99"), microseconds("lateness_max"),
    ] + shares(value("empty_refreshes"), value("double_fires"), of: value("refreshes"))
  }

  /// The shares of the refreshes that saw no firing, one, and more.
  private func shares(_ empty: Double?, _ double: Double?, of all: Double?) -> [String] {
    guard let empty, let double, let all, all > 0 else { return ["", "", ""] }
    return [empty, all - empty - double, double].map { percent(100 * $0 / all) }
  }

  private func percent(_ number: Double) -> String { decimalText((number * 10).rounded() / 10) }

  /// How far the simulations agree with the run.
  private var agreement: [String] {
    var table = TextTable([.left, .left, .right, .right, .right, .right])
    table.append(["agree in", "", "dates", "refreshes", "or edge", "lateness us"])
    for driver in run.live.result.drivers.map(\.name) {
      table.append([driver, "plan"] + shares(run.agreement(of: driver, with: run.plan)))
      if let replay {
        table.append(["", "replay"] + shares(run.agreement(of: driver, with: replay)))
      }
    }
    return table.lines
  }

  private func shares(_ agreement: LoopAgreement?) -> [String] {
    guard let agreement, agreement.sameDates > 0 else { return ["none", "", "", ""] }
    let all = Double(agreement.sameDates)
    let (same, edge) = (Double(agreement.sameRefresh), Double(agreement.onEdge))
    let shares = [agreement.dateShare, 100 * same / all, 100 * (same + edge) / all]
    // Cut, so that 100 % is said of all alone.
    return shares.map { decimalText(($0 * 100).rounded(.down) / 100) + " %" }
      + [decimalText((agreement.distance / 1_000).rounded())]
  }

  /// What the host took from the run.
  private var host: String {
    let wait = run.waitPercent.map { "\(percent($0)) %" } ?? "an unknown share"
    let stolen = run.stolenPercent.map { "\(percent($0)) %" } ?? "an unknown share"
    let cost =
      Double(run.live.trace.records.count) * Double(HostEnvironment.recordCost)
      / Double(run.spec.duration / .nanoseconds(1))
    return
      "waited for a processor \(wait) of the run, stolen \(stolen);"
      + " \(run.live.trace.records.count) records took \(decimalText((cost * 1e5).rounded() / 1e3)) %"
  }

  /// The environment, a line for each part.
  static func text(of environment: HostEnvironment) -> String {
    var table = TextTable([.left, .left])
    for line in environment.lines { table.append([line.name, line.value]) }
    return table.lines.joined(separator: "\n")
  }
}
