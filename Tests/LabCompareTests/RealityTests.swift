import Foundation
import LabCompare
import LabExperiment
import LabImport
import LabKernel
import LabMetrics
import LabStudy
import LabWorkload
import TestSupport
import Testing

/// A fix that was really made, with what was predicted before and measured after it.
private struct Repair: Sendable {
  let before, after, change: String
  /// Whether both recordings have the same planned work, so that the raw difference is the change.
  var isSameWork = true
}

/// The table of `experiments/reality`: predictions beside what was measured.
private struct Reality {
  static let repairs = [
    Repair(before: "feed-before-1", after: "feed-common-1", change: "in common"),
    Repair(before: "feed-before-1", after: "feed-chunks-1", change: "in chunks of 4 ms"),
    Repair(before: "feed-before-1", after: "feed-elsewhere-1", change: "elsewhere"),
    Repair(before: "game-before-1", after: "game-chunks-1", change: "in chunks of 4 ms"),
    Repair(before: "ended-before", after: "ended-elsewhere", change: "elsewhere"),
    Repair(
      before: "feed-before-5", after: "feed-common-6", change: "in common", isSameWork: false),
    Repair(before: "chart-before-2", after: "chart-link2-1", change: "link", isSameWork: false),
    Repair(before: "chart-before-4", after: "chart-link2-3", change: "link", isSameWork: false),
    Repair(
      before: "wall-before-1", after: "wall-common-1", change: "in common", isSameWork: false),
    Repair(
      before: "wall-before-1", after: "wall-elsewhere-1", change: "elsewhere",
      isSameWork: false),
  ]

  private static func change(_ words: String, of load: String) -> Change? {
    switch words {
    case "in common": Change([.drivers(.common)])
    case "link": Change([.drivers(.link)])
    case "in chunks of 4 ms":
      Change([.tasks(TaskSelection(load), .chunks(of: .milliseconds(4)))])
    case "elsewhere": Change([.tasks(TaskSelection(load), .elsewhere(.queue))])
    default: nil
    }
  }

  let rows: [(repair: Repair, change: Change, predicted: Double, measured: Double)]
  /// How far recordings of one app that was not changed differ.
  let repeatability: Double

  init() throws {
    var studies: [String: (whatIf: WhatIf, load: String)] = [:]
    rows = try Self.repairs.map { repair in
      let before = try RealRecordings.trace(repair.before)
      let base = try studies[repair.before] ?? Self.base(of: before)
      studies[repair.before] = base
      let change = try #require(Self.change(repair.change, of: base.load))
      let row = try #require(try base.whatIf.rows(for: [change]).rows.first)
      let pair = try RecordingComparison(
        [ComparedRecording(before, named: repair.before)],
        [RealRecordings.compared(repair.after)])
      let measured = repair.isSameWork ? -pair.difference.mean : -(pair.change?.mean ?? 0)
      return (repair, change, row.saving(.dropped) ?? 0, measured)
    }
    let pairs = [("feed-before-1", "feed-before-5"), ("chart-before-2", "chart-before-4")]
    let differences = try pairs.map { one, other in
      try RecordingComparison([RealRecordings.compared(one)], [RealRecordings.compared(other)])
        .difference.mean.magnitude
    }
    repeatability = differences.reduce(0, +) / Double(differences.count)
  }

  private static func base(of trace: ImportedTrace) throws -> (whatIf: WhatIf, load: String) {
    let loop = try #require(try TrialLoop(trace))
    let script = TrialScript(
      name: "app", source: "app", recording: RecordingWriter(trace).recording,
      length: trace.windowLength,
      display: TrialDisplay(vsyncs: trace.vsyncs, length: trace.windowLength), loop: loop)
    return (try WhatIf([script.experiment().plan()[0]], driver: script.driver), script.load)
  }

  var meanError: Double {
    rows.reduce(0) { $0 + abs($1.predicted - $1.measured) } / Double(rows.count)
  }

  /// Spearman's ρ: Pearson's r of the ranks, ties at their mean.
  var rho: Double {
    func ranks(_ values: [Double]) -> [Double] {
      values.map { value in
        Double(values.count { $0 < value }) + Double(values.count { $0 == value } + 1) / 2
      }
    }
    let (x, y) = (ranks(rows.map(\.predicted)), ranks(rows.map(\.measured)))
    let mean = Double(rows.count + 1) / 2
    func sum(_ a: [Double], _ b: [Double]) -> Double {
      zip(a, b).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) }
    }
    return sum(x, y) / (sum(x, x) * sum(y, y)).squareRoot()
  }

  var table: String {
    func number(_ value: Double) -> String { String(format: "%.1f", value) }
    let lines = rows.map { repair, change, predicted, measured in
      "| `\(repair.before)` → `\(repair.after)` | \(change) | \(number(predicted)) |"
        + " \(number(measured))\(repair.isSameWork ? "" : " (crossed)") |"
    }
    return """
      | recordings | fix | predicted | measured |
      | --- | --- | ---: | ---: |
      \(lines.joined(separator: "\n"))

      n = \(rows.count) pairs, Spearman's ρ = \(String(format: "%.2f", rho)), mean error \
      \(number(meanError)) dropped refreshes; two recordings of the same app differ by \
      \(number(repeatability)) in the mean.

      """
  }
}

@Suite struct `Predictions beside reality` {
  /// `LAB_RECORD=1` writes the table anew.
  @Test func `are the table that is published`() throws {
    let reality = try Reality()
    let file = RealRecordings.folder.appending(path: "README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: "| recordings |"))
    let end = try #require(text.range(of: "## The recordings"))
    let published = text[start.lowerBound..<end.lowerBound]
    if Checkout.isRecorded, published != reality.table + "\n" {
      try text.replacingCharacters(
        in: start.lowerBound..<end.lowerBound, with: reality.table + "\n"
      ).write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(published == reality.table + "\n")
    let apps = Set(reality.rows.compactMap { $0.repair.before.split(separator: "-").first })
    #expect(text.contains("\nFive apps ") && apps.count == 5)
    for app in apps { #expect(text[..<start.lowerBound].contains("`\(app)`")) }
    #expect(reality.meanError <= 4)
    #expect(reality.rho >= 0.95)
    for row in reality.rows where row.repair.change == "link" {
      #expect(abs(row.predicted - row.measured) <= 8)
    }
  }

  @Test(arguments: [("stop", 21), ("pause", 39), ("ended-before", 22), ("ended-elsewhere", 0)])
  func `count what happened while the animation was there`(name: String, dropped: Int) throws {
    let trace = try RealRecordings.trace(name)
    #expect(try RecordedCount(trace)?.dropped == dropped)
    let compared = try ComparedRecording(trace, named: name)
    #expect(compared.real.dropped == dropped && compared.replayed.dropped == dropped)
  }

  @Test(arguments: RealRecordings.quiet)
  func `rest on replays that agree in 99.5 % of dates and refreshes`(name: String) throws {
    let trace = try RealRecordings.trace(name)
    let agreement = try #require(try Self.agreement(trace))
    #expect(agreement.dateShare >= 99.5)
    #expect(agreement.refreshShare >= 99.5)
  }

  /// What a wrong rule does: a mode that is left out, dates that are not those that were answered.
  @Test func `agree in less than 95 % if a rule is wrong`() throws {
    var trace = try RealRecordings.trace("feed-before-1")
    trace.loop?.runs.removeAll { $0.depth > 1 }
    #expect(try #require(try Self.agreement(trace)).dateShare < 95)
    trace = try RealRecordings.trace("feed-before-1")
    for index in trace.loop?.drivers[0].firings.indices ?? 0..<0 where index % 8 == 0 {
      trace.loop?.drivers[0].firings[index].due -= 9_000_000
    }
    let wrong = try #require(try Self.agreement(trace))
    #expect(wrong.dateShare < 95 || wrong.refreshShare < 95)
  }

  private static func agreement(_ trace: ImportedTrace) throws -> LoopAgreement? {
    let loop = try #require(try TrialLoop(trace))
    let script = TrialScript(
      name: "app", source: "app", recording: RecordingWriter(trace).recording,
      length: trace.windowLength,
      display: TrialDisplay(vsyncs: trace.vsyncs, length: trace.windowLength), loop: loop)
    let run = RunMeasurement(
      try Runner(jobs: 1).trace(of: script.experiment().plan()[0]))
    return LoopAgreement(
      loop, run.firingRows(of: script.driver),
      vsyncs: run.refreshRows(of: script.driver).map(\.vsync.nanoseconds))
  }
}
