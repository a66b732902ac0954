import Foundation
import LabExperiment
import LabKernel
import LabMetrics
import LabResults
import LabTrace
import Testing

/// The list of events that a run leaves holds, with the header, all that its metrics are made of.
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
    let replayed = try Replay.trace(of: try events(of: experiment), header: trace.header)
    #expect(replayed.records.count == trace.records.count)
    let expected = RunMeasurement(trace)
    let measured = RunMeasurement(replayed)
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
    let request = RunRequest("replay", plan, lists: TraceList.allCases, presentMon: nil)
    _ = try ResultWriter(request, plan, at: folder.path, .keep).perform(jobs: 1)
    return try String(contentsOf: folder.appending(path: "events.csv"), encoding: .utf8)
  }
}

/// Reads `events.csv` back into a trace.
private struct Replay {
  private var trace: Trace
  private var modes: [String] = []

  static func trace(of text: String, header: Trace.Header) throws -> Trace {
    var replay = Replay(trace: Trace(header: header))
    for line in text.split(separator: "\n").dropFirst() {
      try replay.append(
        line.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
    }
    return replay.trace
  }

  // experiment, run, arm, event, time_ms, what, who, detail, mode, depth, first, second
  private mutating func append(_ fields: [String]) throws {
    let mode = fields[8].isEmpty ? TraceRecord.noMode : index(ofMode: fields[8])
    let (first, second) = (Int64(fields[10]), Int64(fields[11]))
    let subject = trace.intern(fields[6])
    let event: TraceEvent =
      switch fields[5] {
      case "declared":
        .declared(
          subject, try source(fields[7]), interval: try #require(first),
          tolerance: try #require(second))
      case "joined": .joined(subject, mode: index(ofMode: fields[7]))
      case "left": .left(subject, mode: index(ofMode: fields[7]))
      case "run_began": .runBegan(limit: first)
      case "run_returned":
        .runReturned(try #require(TraceRunResult.allCases.first { $0.name == fields[7] }))
      case "callout_began":
        .calloutBegan(
          subject, try source(fields[7]), due: try instant(first), newest: try instant(second))
      case "callout_ended":
        .calloutEnded(
          subject, try source(fields[7]), next: first.map { Instant(nanoseconds: $0) },
          missed: try #require(second))
      case "arrived":
        .arrived(subject, serial: try #require(second), duration: try #require(first))
      case "task_began":
        .taskBegan(subject, serial: try #require(second), arrival: try instant(first))
      case "task_ended": .taskEnded(subject, serial: try #require(second))
      case "vsync":
        .vsync(
          subject, index: try #require(first),
          try #require(TraceRefresh.allCases.first { $0.name == fields[7] }),
          aim: try #require(second))
      case "link_due":
        .linkDue(
          subject, vsync: try #require(first),
          try #require(TraceDueOutcome.allCases.first { $0.name == fields[7] }))
      case "rephased": .rephased(subject, to: try instant(first))
      case "paced": .paced(subject, every: try #require(first))
      case "update":
        .update(subject, animationTime: try instant(first), due: try instant(second))
      case "commit": .commit(updates: try #require(first), renderCost: try #require(second))
      case "input": .input(subject, happened: try instant(first))
      case "activity":
        .activity(try #require(TraceActivity.allCases.first { $0.name == fields[7] }))
      case "woke": .woke(after: try #require(first))
      case "ended": .ended
      default: throw Unknown(what: fields[5])
      }
    trace.append(
      event, at: Instant(nanoseconds: try nanoseconds(fields[4])), mode: mode,
      depth: try #require(UInt8(fields[9])))
  }

  private struct Unknown: Error { let what: String }

  private mutating func index(ofMode name: String) -> UInt8 {
    if let index = modes.firstIndex(of: name) { return UInt8(index) }
    modes.append(name)
    trace.addMode(name)
    return UInt8(modes.count - 1)
  }

  private func source(_ word: String) throws -> TraceSource {
    try #require(TraceSource.allCases.first { $0.name == word })
  }

  private func instant(_ nanoseconds: Int64?) throws -> Instant {
    Instant(nanoseconds: try #require(nanoseconds))
  }

  /// Reads milliseconds with up to six decimals.
  private func nanoseconds(_ text: String) throws -> Int64 {
    let parts = text.split(separator: ".")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let digits = fraction + String(repeating: "0", count: 6 - fraction.count)
    return try #require(Int64(String(parts[0]) + digits))
  }
}
