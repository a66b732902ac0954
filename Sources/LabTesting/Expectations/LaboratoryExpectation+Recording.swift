import LabTrace

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension LaboratoryExpectation {
  /// What happened is what was recorded before, event by event.
  ///
  /// The recording stands in the folder `Recordings` beside the test. With `LAB_RECORD=1` in the
  /// environment it is written anew, which is reported as well: look at it, and run without. For
  /// the metrics of a driver, perhaps with a tolerance, see
  /// ``Expectation/isAsRecorded(in:metrics:within:)``.
  ///
  /// - Parameter name: The name of the recording, without its extension.
  public func isAsRecorded(in name: String) {
    let trace = lab.trace
    let recorded: [String]
    do throws(RecordingFile.Absence) {
      recorded = try RecordingFile("\(name).trace", beside: place).lines(now: trace.eventLines)
    } catch {
      return fail(error.reason)
    }
    guard let difference = trace.divergence(fromLines: recorded) else { return }
    let instant = trace.records[min(difference.number, trace.records.count - 1)].time
    fail(
      "the run is not as it was recorded in ‘\(name)’",
      difference.lines("recorded", "now")
        + (lab.picture(around: instant).map { ["", $0.description] } ?? []))
  }
}
