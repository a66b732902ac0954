import Foundation
import LabImport
import LabReport
import TestSupport
import Testing

/// An app that recorded itself.
///
/// A timer of 60 Hz in the default mode, texts that are parsed by order of another thread, and a second of
/// tracking. `sampleapp 8 FILE default` made it, under a real-time
/// scheduler, on Linux.
@Suite struct `A recorded app beside the lab` {
  private func trial(
    _ change: (inout ImportedTrace) -> Void = { _ in }
  ) throws -> (trial: TraceTrial, text: String) {
    let file = Checkout.experiment("real-page").deletingLastPathComponent()
      .appending(path: "recordings/own-app.trace.json.gz")
    var trace = try TraceImporter.read(ByteSource(Array(Data(contentsOf: file))))
    change(&trace)
    let display = TrialDisplay(vsyncs: trace.vsyncs, length: trace.windowLength)
    let trial = try TraceTrial(
      name: "app", source: "app.json", recording: RecordingWriter(trace).recording,
      length: trace.windowLength, display: display, loop: TrialLoop(trace))
    return (trial, TrialReport(trial, on: display).text.replacing("\n", with: " "))
  }

  @Test func `is called at the same dates, and misses the same`() throws {
    let text = try trial().text
    #expect(
      text.contains(
        "Your timer 'ball' was called 405 times and missed 75 dates; the lab says 405 and 75. They"
          + " agree in 100 % of the dates and, of those, in 100 % of the refreshes."))
    #expect(text.contains("They agree."))
  }

  @Test func `is said to lack its modes, and agrees less without them`() throws {
    let text = try trial { trace in
      trace.loop?.nestedRuns = []
      trace.loop?.hasModes = false
    }.text
    #expect(text.contains("The recording lacks the modes of the loop"))
    let share = try #require(text.firstMatch(of: /agree in ([0-9.]+) % of the dates/)?.1)
    #expect(try #require(Double(share)) < 95)
  }

  @Test func `is a script that goes on from it`() throws {
    let trial = try trial().trial
    #expect(trial.script.contains("gesture   scroll at "))
    #expect(trial.script.contains("arm recorded\n  timer ball every 16666667 ns first at "))
    #expect(trial.files.map(\.name) == ["app.csv", "app.vsyncs.csv", "app.costs.csv"])
    #expect(trial.files[0].text.hasPrefix("arrived_us,duration_us,name\n"))
  }
}
