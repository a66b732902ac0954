package import LabImport
import LabKernel
package import LabTrace

/// The run that an app recorded of itself, as a trace of the lab: what really happened, ready to be
/// measured.
package struct RecordedRun {
  /// What happened.
  package let trace: Trace
  /// What the recording does not tell, and what was taken instead, in sentences.
  package let lacks: [String]

  /// Makes a trace of what a recorder noted; `nil` if the file is of another tool, or tells of no
  /// driver that was called twice.
  ///
  /// - Throws: Why no run can be made of the recording.
  /// - Complexity: O(n log n) for n callouts, tasks and runs.
  package init?(_ recording: ImportedTrace) throws(UnfitRecording) {
    let drivers = try TrialLoop.repeatable(recording)
    guard let loop = recording.loop, !drivers.isEmpty else { return nil }
    var maker = RecordedTraceMaker(recording, loop, drivers)
    trace = maker.make()
    lacks = Self.lacks(of: recording, loop, unanswered: maker.unanswered)
  }

  private static func lacks(
    of recording: ImportedTrace, _ loop: ImportedTrace.Loop, unanswered: Int
  ) -> [String] {
    var sentences: [String] = []
    if TrialDisplay.period(of: recording.vsyncs) == nil {
      sentences.append(
        "The recording has no vsyncs, so that refreshes cannot be judged: start the recorder with"
          + " the rate of the display, 'LoopRecorder.start(refreshRate: 60)'.")
    }
    if loop.runs.isEmpty {
      sentences.append(
        "The recording has no modes: all of it counts as one run in the default mode.")
    }
    if loop.commits.isEmpty {
      sentences.append(
        "The recording does not tell when frames were committed: the end of the work that follows"
          + " a callout is taken.")
    }
    if unanswered > 0 {
      sentences.append(
        "\(unanswered) callouts of display links answer no vsync of the recording, and count as"
          + " tasks.")
    }
    return sentences + [loop.machine?.words].compactMap(\.self)
      + TrialLoop.missingNames(in: recording)
  }
}
