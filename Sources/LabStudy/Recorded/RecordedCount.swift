package import LabImport
import LabMetrics
import LabText

/// What an app's own driver came to in reality, in the one count that `measure`, `try` and `why`
/// share.
package struct RecordedCount: Hashable, Sendable {
  /// The driver as the recording names it.
  package let driver: String
  /// The refreshes in which something new was wanted of it and not shown, and all of them; `nil`
  /// without vsyncs.
  package let dropped: Int?
  /// The refreshes in which something new was wanted of it; `nil` without vsyncs.
  package let refreshes: Int?
  /// What drivers are called in the replay, if not as they are.
  private let renamed: String?
  /// The dates that had no call of their own.
  package let missed: Int

  /// Measures the driver that trials judge; `nil` for a file of another tool.
  ///
  /// - Throws: Why no run can be made of the recording.
  package init?(_ trace: ImportedTrace) throws(UnfitRecording) {
    guard let loop = try TrialLoop(trace), let run = try RecordedRun(trace),
      let metrics = RunMeasurement(run.trace)[driver: loop.judged.recorded.name]
    else { return nil }
    driver = loop.judged.recorded.name
    renamed = loop.renamed
    missed = metrics.dueInstants.missed
    dropped = metrics.frames?.slots?.dropped
    refreshes = metrics.frames?.slots?.slots
  }

  /// What really happened, as a sentence that goes before what is said of the replay.
  package var text: String {
    let dates = "missed \(counted(missed, "fire date"))"
    let renamed = renamed.map { " \($0)" } ?? ""
    guard let dropped, let refreshes else { return "Recorded: '\(driver)' \(dates).\(renamed)" }
    return
      "Recorded: '\(driver)' dropped \(dropped) of \(counted(refreshes, "refresh", "refreshes"))"
      + " and \(dates). What follows is its replay.\(renamed)"
  }
}
