import LabKernel
import LabMetrics
import LabText
import LabTrace

/// What a test expects of the laboratory as a whole; see
/// ``Laboratory/expect(fileID:filePath:line:column:)``.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public struct LaboratoryExpectation {
  let lab: Laboratory
  let place: Place

  /// What happened is what a picture shows; of the rows, those that the picture has.
  ///
  /// A failure prints the picture of what did happen, in the same form, so that it can be pasted
  /// over the expectation.
  public func looks(like picture: String) {
    let expected: Timeline
    do {
      expected = try Timeline(parsing: picture)
    } catch {
      return fail("the picture cannot be read: \(error)")
    }
    let measurement = lab.measurement
    guard let actual = measurement.timeline(of: lab.trace, like: expected) else {
      return fail(
        "the picture shows refreshes up to \(expected.refreshes.upperBound - 1); the run has "
          + "\(measurement.refreshCount) whole ones")
    }
    guard actual != expected else { return }
    fail("the run looks different", actual.differences(from: expected) + ["", actual.description])
  }

  /// Every timer and display link has been stopped, and every task has ended.
  public func leavesNothingBehind() {
    for ticker in lab.tickers where ticker.isRunning {
      fail("‘\(ticker.name)’, made in \(ticker.createdAt), still calls back at \(lab.now)")
    }
    for task in lab.clock.unfinished {
      fail("the task begun in \(task) has not ended at \(lab.now)")
    }
    if lab.clock.unfinished.isEmpty, lab.clock.sleeping > 0 {
      fail(
        "\(counted(lab.clock.sleeping, "task sleeps", "tasks sleep")) by the laboratory’s clock at "
          + "\(lab.now)")
    }
  }

  /// No callback and no task holds the thread for longer than a limit.
  public func nothingHoldsTheThread(forMoreThan limit: Duration) {
    guard timeHasPassed else { return }
    let holds = lab.measurement.holders(from: .start, for: lab.now.sinceStart)
    let worst = holds.max { $0.time < $1.time }
    guard let worst, worst.time > limit else { return }
    fail(
      "the thread is held for \(worst.time.milliseconds) ms; \(limit.milliseconds) ms are allowed",
      ["  blame: \(worst.sentence)"], isOfTiming: true)
  }

  /// Callbacks and tasks hold the thread for less than a share of the time, from 0 to 1.
  public func busyShare(isBelow share: Double) {
    guard timeHasPassed else { return }
    let busy = lab.measurement.busyTime / lab.now.sinceStart
    guard busy >= share else { return }
    fail(
      "the thread is busy for \(MetricValue.number(100 * busy)) % of the time", isOfTiming: true)
  }

  /// Nothing is created or lost: every due instant and every frame has exactly one outcome.
  ///
  /// A laboratory of ``Laboratory/test(display:seeds:repeats:fileID:filePath:line:column:body:)``
  /// checks this always.
  public func satisfiesConservation() {
    for violation in lab.measurement.verifyConservation() { fail("\(violation)") }
  }

  /// Whether time has passed; if not, a failure was reported.
  private var timeHasPassed: Bool {
    if !lab.hasMoved { fail("no time has passed, so nothing can be expected\(lab.advice)") }
    return lab.hasMoved
  }

  func fail(_ headline: String, _ details: [String] = [], isOfTiming: Bool = false) {
    lab.desk.take(Failure(headline, details: details, at: place, isOfTiming: isOfTiming))
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// Begins a sentence about the laboratory as a whole.
  public func expect(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> LaboratoryExpectation {
    hasExpected = true
    return LaboratoryExpectation(lab: self, place: Place(fileID, filePath, line, column))
  }
}
