import Foundation
import LabExperiment
import LabKernel
import LabMetrics
import LabReport
import LabTrace
import Testing

/// The list of events that a run leaves holds all that its metrics are made of.
@Suite struct `A run read back from its events` {
  @Test(arguments: [
    "display 59.95 Hz depth 2",
    "display 60 Hz guard 1 ms presents fifo 2\nrender-server takes uniform 2..30 ms",
    "display adaptive 40..120 Hz\nrender-server takes uniform 1..9 ms",
    "display promotion-phone jitter 0.2 ms",
    "display ntsc\nat 500 ms display 90 Hz",
  ])
  func `has the same metrics, to the last digit`(display: String) throws {
    let script = """
      \(display)
      run 2 s
      load network poisson 30 per s takes exponential mean 6 ms as main-queue
      gesture scroll at 1 s for 300 ms moves every 8 ms
      arm all
        timer ball every 1/60 s in default takes 2 ms
        link half every 2 refreshes in default takes 1 ms
        link slow prefers 24 Hz in common takes 3 ms

      """
    let experiment = try Experiment(path: "replay.lab") { _ in Array(script.utf8) }
    let run = try #require(experiment.plan().first)
    let trace = try Runner(jobs: 1).trace(of: run)
    let replayed = try Replay.trace(of: try events(of: experiment))
    #expect(replayed.records.count == trace.records.count)
    let expected = RunResult.measure(run, trace)
    let measured = RunResult.measure(run, replayed)
    #expect(measured.verifyConservation() == [])
    #expect(measured.drivers.map(\.name) == expected.drivers.map(\.name))
    for (driver, original) in zip(measured.drivers, expected.drivers) {
      for metric in MetricDictionary.all {
        #expect(
          metric.value(driver) == metric.value(original), "\(metric.name) of \(driver.name)")
      }
    }
  }

  /// The text of `events.csv`.
  private func events(of experiment: Experiment) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "replay-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let plan = try experiment.plan()
    let request = RunRequest("replay", plan, listsEvents: true, presentMon: nil)
    _ = try ResultWriter(request, plan, at: folder.path, .keep).perform(jobs: 1)
    return try String(contentsOf: folder.appending(path: "events.csv"), encoding: .utf8)
  }
}

/// Reads `events.csv` back into a trace.
private enum Replay {
  static func trace(of text: String) throws -> Trace {
    var trace = Trace()
    var modes: [String] = []
    func index(ofMode name: String) -> UInt8 {
      if let index = modes.firstIndex(of: name) { return UInt8(index) }
      modes.append(name)
      trace.addMode(name)
      return UInt8(modes.count - 1)
    }
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      // experiment, run, arm, event, time_ms, what, who, detail, mode, depth, first, second
      let kind = try #require(TraceKind.allCases.first { "\($0)" == fields[5] })
      let mode = fields[8].isEmpty ? 255 : index(ofMode: fields[8])
      let detail =
        kind == .joined || kind == .left
        ? index(ofMode: fields[7]) : try Replay.detail(fields[7], of: kind)
      trace.append(
        TraceRecord(
          time: Instant(nanoseconds: try nanoseconds(fields[4])), kind: kind,
          subject: trace.intern(fields[6]), detail: detail, mode: mode,
          depth: try #require(UInt8(fields[9])), first: try #require(Int64(fields[10])),
          second: try #require(Int64(fields[11]))))
    }
    return trace
  }

  private static func detail(_ word: String, of kind: TraceKind) throws -> UInt8 {
    switch kind {
    case .declared, .calloutBegan, .calloutEnded:
      try #require(TraceSource.allCases.first { "\($0)" == word }).rawValue
    case .linkDue: try #require(TraceDueOutcome.allCases.first { "\($0)" == word }).rawValue
    case .vsync: try #require(TraceRefresh.allCases.first { "\($0)" == word }).rawValue
    default: 0
    }
  }

  /// Reads milliseconds with up to six decimals.
  private static func nanoseconds(_ text: String) throws -> Int64 {
    let parts = text.split(separator: ".")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let digits = fraction + String(repeating: "0", count: 6 - fraction.count)
    return try #require(Int64(String(parts[0]) + digits))
  }
}
