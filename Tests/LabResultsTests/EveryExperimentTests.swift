import Foundation
import LabExperiment
import LabResults
import ResultSupport
import TestSupport
import Testing

/// The experiments that are shipped with the package, performed and judged.
@Suite struct `Every experiment` {
  static func names() throws -> [String] {
    Checkout.experimentNames
  }

  /// The points at which the experiments of many virtual minutes are sampled.
  ///
  /// A release build performs them in full in seconds, a debug build takes twenty times as long:
  /// there `LAB_EVERY_POINT=1` asks for all of them.
  static let samples: [String: [(name: String, values: String)]] = {
    #if DEBUG
      if Count.isComplete { return [:] }
      return [
        "accelerometer": [("rate", "60 Hz")],
        "attachment": [("f", "0.5")],
        "beat": [("rate", "60000/1001 Hz")],
        "blind-drops": [("block", "25 ms")],
        "bullet": [("rate", "60 Hz")],
        "crates-repeat": [("rate", "60 Hz, 120 Hz"), ("jitter", "0 ms, 0.1 ms")],
        "doors": [("door", "block")],
        "drifting-panel": [("panel-drift", "-1000 ppm"), ("jitter", "1 ms")],
        "jank-budget": [("cost", "4 ms")],
        "link-never-doubles": [("phase", "6.4 ms")],
        "one-page": [("rules", "chromium")],
        "phone-call": [("start", "501 ms")],
        "solver-epsilon": [("epsilon", "0.001, 0.0000001")],
        "spiral-of-death": [("b", "2 ms")],
        "stutter-phase": [("phase", "0.75"), ("delay", "10 ms")],
        "three-fixes": [("phase", "6.4 ms")],
        "tolerance": [("landing", "anywhere")],
        "unbounded-queue": [("rate", "40 per s")],
        "what-helps": [("page", "pydoc_scroll")],
      ]
    #else
      return [:]
    #endif
  }()

  static func plan(_ name: String) throws -> Plan {
    try Experiment(
      path: Checkout.experiment(name).path,
      overriding: Self.samples[name] ?? []
    ).plan()
  }

  private func result(_ name: String) throws -> ExperimentResult {
    let plan = try Self.plan(name)
    var runs: [RunResult] = []
    // A run that breaks an identity of conservation throws.
    try Runner(jobs: 2).perform(plan, keeping: RunResult.init) { runs.append(try $0.get()) }
    return try ExperimentResult(name: name, plan: plan, runs: runs)
  }

  @Test(arguments: try names())
  func `holds what it expects`(name: String) throws {
    let result = try result(name)
    let verdicts = result.verdicts
    #expect(verdicts.contains { $0.outcome == .holds })
    for verdict in verdicts where verdict.outcome != .holds {
      let isSampled = verdict.outcome == .notJudged && Self.samples[name] != nil
      #expect(isSampled, "\(verdict.text): \(verdict.failure?.values ?? "not judged")")
    }
    guard result.table.count <= 16 else { return }
    let table = parseCSV(String(decoding: result.runsCSV, as: UTF8.self))
    // A fraction as a sweep writes it, such as 10/3, is a date to a spreadsheet.
    let flaws = TableReaders.flaws(in: table).filter { !$0.hasPrefix("travel: ") }
    #expect(flaws.isEmpty, "as pandas, R and a spreadsheet read it")
  }

  /// `LAB_RECORD=1 swift test --filter 'Every experiment'` writes the files anew, and fails so that
  /// nobody forgets to look at the difference.
  @Test(arguments: ["lost-ticks", "scroll-freeze", "unbounded-delay"])
  func `gives the bytes on record`(name: String) throws {
    let golden = Checkout.fixtures().appending(path: "golden/\(name).csv")
    let bytes = Data(try result(name).runsCSV)
    guard !Checkout.isRecorded else {
      try bytes.write(to: golden)
      Issue.record("\(name).csv was recorded. Review the difference, and say why in the commit.")
      return
    }
    let recorded = try Data(contentsOf: golden)
    let lines = zip(bytes.split(separator: 10), recorded.split(separator: 10))
    let difference = lines.first { $0 != $1 }.map {
      "\(String(decoding: $0, as: UTF8.self))\nis not\n\(String(decoding: $1, as: UTF8.self))"
    }
    #expect(bytes == recorded, "\(difference ?? "the number of rows")")
  }
}
