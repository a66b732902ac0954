import Foundation
import LabExperiment
import LabHost
import LabKernel
import LabLanguage
import LabMetrics
import LabReport
import LabText

/// `live --for`: how late the loops of this machine wake a timer, without a script.
struct LoopCheck {
  /// The interval of the timer: that of cyclictest.
  static let interval = Duration.milliseconds(1)

  private let source: HostSource
  /// How late each callback began, in nanoseconds, ascending.
  private let lateness: [Int64]
  private let missed: Int
  private let worst: HostStage.BreakPoint?
  /// Whether a callback was later than it may be, and ended the run.
  private let isBroken: Bool

  /// What is measured, for a time as scripts spell it.
  static func plan(lasting length: String) throws -> Plan {
    _ = try ScriptLanguage.duration(length, from: "--for")
    let script = """
      display  60 Hz
      run      \(length)
      arm loop
        timer wake every \(Self.interval.milliseconds) ms first at 1 ms in common
      """
    return try Experiment(path: "loop.lab") { _ in Array(script.utf8) }.plan()
  }

  /// Measures the run of a plan.
  init(
    _ run: RunSpec, _ source: HostSource, isRealtime: Bool, breakingBeyond bound: Duration?
  ) throws {
    self.source = source
    let stage = HostStage(
      run.scenario, seed: run.seed, source: source, isRealtime: isRealtime, breakingBeyond: bound,
      watchingWorst: true)
    stage.isToEnd = { Interruption.isAskedFor }
    let trace = try stage.run()
    let measurement = RunMeasurement(trace)
    let rows = measurement.firingRows(of: "wake")
    lateness = rows.map(\.lateness.wholeNanoseconds).sorted()
    missed = rows.reduce(0) { $0 + ($1.missed ?? 0) }
    worst = stage.worst
    isBroken = stage.breakPoint != nil
  }

  /// What the columns and words mean.
  static let legend =
    "How late a timer of \(interval.milliseconds) ms wakes, in microseconds, as cyclictest asks."

  /// The distributions side by side, the histograms and the worst wake-ups.
  static func text(of checks: [LoopCheck]) -> String {
    var table = TextTable([.left] + [TextTable.Alignment](repeating: .right, count: 9))
    table.append(
      ["timer by", "callbacks", "missed", "min us", "mean", "p50", "p90", "p99", "p99.9", "max"])
    for check in checks { table.append(check.row) }
    let parts = checks.map { check in
      (checks.count > 1 ? ["by \(check.source.rawValue)"] : []) + check.histogram + [""]
        + Terminal.screen.wrapped(check.culprit)
    }
    return (table.lines + parts.flatMap { [""] + $0 }).joined(separator: "\n") + "\n"
  }

  private var row: [String] {
    guard let first = lateness.first, let last = lateness.last else {
      return [source.rawValue, "0", "\(missed)"] + Array(repeating: "", count: 7)
    }
    let mean = lateness.reduce(0, +) / Int64(lateness.count)
    let percentiles = [500, 900, 990, 999].map {
      lateness[Percentile.position($0, of: lateness.count)]
    }
    let values = [first, mean] + percentiles + [last]
    return [source.rawValue, "\(lateness.count)", "\(missed)"] + values.map { "\($0 / 1_000)" }
  }

  /// How many callbacks were how late, in steps that double.
  private var histogram: [String] {
    var bins: [Int] = []
    for value in lateness {
      let bin = value < 1_000 ? 0 : Int64.bitWidth - (value / 1_000).leadingZeroBitCount
      while bins.count <= bin { bins.append(0) }
      bins[bin] += 1
    }
    guard let first = bins.firstIndex(where: { $0 > 0 }), let most = bins.max() else { return [] }
    var table = TextTable([.right, .right, .left])
    table.append(["late by us", "callbacks", ""])
    for (bin, count) in bins.enumerated().dropFirst(first) {
      let low = bin == 0 ? 0 : 1 << (bin - 1)
      let bar = String(repeating: "#", count: (count * 40 + most - 1) / most)
      table.append(["\(low) .. \(1 << bin)", "\(count)", bar])
    }
    return table.lines
  }

  /// The worst wake-up, and who is to blame for it.
  private var culprit: String {
    guard let worst else { return "No callback was made." }
    let late = worst.lateness
    let when = LiveReport.milliseconds(Instant.start.duration(to: worst.began))
    let head = "The worst wake-up was \(late.wholeNanoseconds / 1_000) us late, at \(when) ms."
    guard let wait = worst.account?.runQueueWait else {
      return head + " How long its thread waited for a processor is not known here."
    }
    let waited = wait.wholeNanoseconds / 1_000
    return wait * 2 >= late
      ? head
        + " Its thread was awake and waited \(waited) us for a processor: another thread had it."
      : head + " Its thread waited only \(waited) us for a processor: the kernel woke it late"
        + " (timer slack, a processor that slept, or a virtual machine that was put aside)."
  }

  /// Measures by each source in turn, and shows what came out; an interruption ends it early.
  static func perform(
    for length: String, by sources: [HostSource], isRealtime: Bool, breakingBeyond bound: Duration?
  ) throws -> ExitStatus {
    let plan = try plan(lasting: length)
    let seconds = try LiveChecks.check(plan, sources: sources, isRealtime: isRealtime)
    Terminal.print(Reporting.wrapped("This takes \(seconds) s. \(legend)") + "\n")
    Interruption.watchSearch()
    var checks: [LoopCheck] = []
    for source in sources where !Interruption.isAskedFor && checks.last?.isBroken != true {
      checks.append(
        try LoopCheck(plan[0], source, isRealtime: isRealtime, breakingBeyond: bound))
    }
    Terminal.print(text(of: checks))
    Terminal.print(LiveReport.text(of: HostEnvironment(isRealtime: isRealtime)))
    Interruption.endIfAskedFor()
    return checks.last?.isBroken == true ? .undecided : .success
  }
}

extension Duration {
  /// The whole milliseconds.
  fileprivate var milliseconds: Int64 { wholeNanoseconds / 1_000_000 }
}
