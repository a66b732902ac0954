import LabImport
package import LabText

/// Why no run can be made of a recording, as sentences without its name.
package struct UnfitRecording: UserError, Hashable {
  /// The sentences.
  package let message: String
  /// The recording is wrong.
  package var status: ExitStatus { .wrongInput }

  /// Gives a reason.
  package init(_ message: String) { self.message = message }

  /// The refreshes and dates that a recording may have beside those that its events tell of.
  ///
  /// They take about a kilobyte each in the runs of a trial.
  private static let silentMoments: Int64 = 60_000

  /// Throws if a run of a recording would not fit into memory, or its times into their numbers.
  ///
  /// A single instant that is far off makes a recording of any length, with a refresh every few
  /// milliseconds and a date at every interval of its drivers, of which the file tells nothing.
  static func check(_ trace: ImportedTrace) throws(UnfitRecording) {
    let length = trace.windowLength
    guard length >= 0, .nanoseconds(length) <= TraceTrial.longest else {
      throw UnfitRecording(
        "\(length / 1_000_000_000) s are too long to replay. Take an hour at most: record less, or"
          + " choose a window of it by 'runlooplab try' with --from and --to.")
    }
    let period = TrialDisplay.period(of: trace.vsyncs) ?? 8_333_333
    let intervals = TrialLoop.intervals(in: length)
    let drivers = (trace.loop?.drivers ?? []).filter { intervals.contains($0.interval) }
    let moments = drivers.reduce(length / period) { $0 + length / $1.interval }
    let most = silentMoments + 2 * Int64(trace.events)
    guard moments <= most else {
      throw UnfitRecording(
        "it would have \(moments) refreshes and dates of drivers in \(length / 1_000_000_000) s, and"
          + " the file tells of \(counted(trace.events, "event")). Is an instant far off, or an"
          + " interval too short? Choose a window by 'runlooplab try' with --from and --to.")
    }
  }
}
