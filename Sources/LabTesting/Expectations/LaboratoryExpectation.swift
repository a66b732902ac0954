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

  /// Nothing is created or lost: every due instant and every frame has exactly one outcome.
  ///
  /// A laboratory of ``Laboratory/test(display:seeds:repeats:fileID:filePath:line:column:body:)``
  /// checks this always.
  public func satisfiesConservation() {
    for violation in lab.measurement.verifyConservation() { fail("\(violation)") }
  }

  func fail(_ headline: String, _ details: [String] = [], leaving files: [AttachedFile] = []) {
    var failure = Failure(headline, details: details, at: place)
    failure.files = files
    lab.desk.take(failure)
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

  /// For how long one callback or task held the thread at most.
  public var longestHold: Measured<Duration> {
    ofThread("longestHold", longestHolder?.time ?? .zero, unit: " ms", MetricValue.time)
  }

  /// For which share of the time callbacks and tasks held the thread, from 0 to 1.
  public var busyShare: Measured<Double> {
    ofThread("busyShare", measurement.busyTime / now.sinceStart, MetricValue.number)
  }

  /// Expects that a claim holds of the laboratory as a whole.
  ///
  ///     lab.expect(\.longestHold <= .milliseconds(10))
  public func expect(
    _ claim: Claim<Laboratory>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = Place(fileID, filePath, line, column)
    let judgment = claim.judge(self)
    if let absence = judgment.absence { return desk.take(Failure(absence.reason, at: place)) }
    guard !judgment.holds else { return }
    let holder = longestHolder.map { ["  longest: \($0.sentence)"] } ?? []
    desk.take(
      Failure(judgment.firstSentence("the thread"), details: holder, at: place, isOfTiming: true))
  }

  private var longestHolder: Blame? {
    measurement.holders(from: .start, for: now.sinceStart).max { $0.time < $1.time }
  }

  /// A number of the thread, of which nothing can be said before time has passed.
  private func ofThread<Value>(
    _ name: String, _ value: @autoclosure () -> Value, unit: String = "",
    _ write: @escaping (Value) -> MetricValue
  ) -> Measured<Value> {
    hasExpected = true
    return Measured(
      value: hasMoved ? value() : nil, name: name, unit: unit,
      absence: hasMoved
        ? nil : Absence("no time has passed, so nothing can be expected\(advice)"),
      metricValue: write)
  }
}
