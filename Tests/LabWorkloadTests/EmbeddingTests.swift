import Foundation
import LabDisplay
import LabKernel
import LabMetrics
import LabTrace
import TestSupport
import Testing

/// A picture every refresh, and now and then a longer job with time to spare.
private func scheduler() -> DeadlineScheduler {
  let scheduler = DeadlineScheduler(on: Panel(rate: .hertz(60)))
  for frame in 0..<12 {
    let begins = Instant.microseconds(16_667 * frame + 1_000)
    scheduler.add(
      .init(begins: begins, deadline: begins + .milliseconds(15), takes: .milliseconds(4)))
    guard frame % 4 == 1 else { continue }
    scheduler.add(
      .init(begins: begins, deadline: begins + .milliseconds(40), takes: .milliseconds(14)))
  }
  return scheduler
}

@Suite struct `A scheduler of one's own` {
  private static let end = Instant.milliseconds(240)

  @Test func `is measured and drawn as any other`() throws {
    let scheduler = scheduler()
    scheduler.advance(to: Self.end)
    let measurement = RunMeasurement(scheduler.recorder.trace)
    #expect(measurement.verifyConservation().isEmpty)
    let jobs = try #require(measurement[driver: "jobs"])
    #expect(jobs.lateness?.count == 15)
    let timeline = try #require(
      measurement.timeline(of: scheduler.recorder.trace, refreshes: 0..<6))
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(
      page.contains("```text\n\(timeline.text(width: 100))\n```"), "\(timeline.text(width: 100))")
  }

  /// A run is cut at random instants into pieces of any length.
  @Test(arguments: FuzzBatch.all("piece and in many"))
  func `does the same in one piece and in many`(batch: FuzzBatch) {
    let whole = scheduler()
    whole.advance(to: Self.end)
    let trace = whole.recorder.trace
    #expect(trace.records.count > 100)
    for number in batch.numbers {
      var random = RandomStream(seed: batch.seed, name: "cuts \(number)")
      let pieces = scheduler()
      var now = Instant.start
      while now < Self.end {
        // From nanoseconds to some refreshes; behind a short piece comes a longer one.
        let most = Int64(1) << random.next(in: 0...26)
        now = min(now + .nanoseconds(random.next(in: 1...most)), Self.end)
        pieces.advance(to: now)
        if most < 1 << 16 { now = min(now + .microseconds(400), Self.end) }
      }
      pieces.advance(to: Self.end)
      #expect(pieces.recorder.trace.fingerprint == trace.fingerprint, "cut \(number) of \(batch)")
      #expect(pieces.recorder.trace.records == trace.records, "cut \(number) of \(batch)")
    }
  }

  private static let page = Checkout.root.appending(
    path: "Sources/LabLoop/LabLoop.docc/YourOwnScheduler.md")
}
