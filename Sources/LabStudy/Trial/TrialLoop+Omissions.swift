import LabAnswer
package import LabImport

extension TrialLoop {
  /// Says what of a recorded loop a trial does not repeat, and what the recording does not name.
  ///
  /// - Throws: Why no run can be made of the trace.
  /// - Complexity: O(n log n) for n callouts and nested runs.
  package static func omissions(in trace: ImportedTrace) throws(UnfitRecording) -> [String] {
    guard let loop = trace.loop else { return [] }
    let repeated = try repeatable(trace)
    var sentences: [String] = []
    func add(_ count: Int, _ noun: String, _ reason: String) {
      guard count > 0 else { return }
      sentences.append(
        "\(count) \(noun)\(count == 1 ? " is" : "s are") not repeated: \(reason).")
    }
    add(
      loop.drivers.count - repeated.count, "recorded driver",
      "a driver needs two callouts, and an interval from 100 us up to the length of the recording")
    add(
      repeated.count - 1 - driverLimit, "recorded driver",
      "beside the one with the most callouts only \(driverLimit) others are")
    add(
      loop.runsInOtherModes.count - runLimit, "nested run",
      "only the first \(runLimit) are")
    return sentences + missingNames(in: trace)
  }

  /// Says what work the recording does not name, if some lasts longer than a refresh.
  static func missingNames(in trace: ImportedTrace) -> [String] {
    guard let work = trace.longestUnnamed, work.duration > trace.refresh else { return [] }
    return [
      "Names are missing: work without one held the thread for"
        + " \(ReportNumber.milliseconds(work.duration)) ms from"
        + " \(ReportNumber.milliseconds(work.start)) ms on. Name it with 'recorder.task'."
    ]
  }
}

extension ImportedTrace {
  /// What work is called that the recorder has no name for.
  static let unnamed: Set = ["RunTask", "(timer)"]

  /// The longest of the busy times that the recorder has no name for.
  fileprivate var longestUnnamed: Task? {
    tasks.filter { Self.unnamed.contains($0.name) }.max { $0.duration < $1.duration }
  }

  /// The time between two vsyncs in nanoseconds, in the median; that of 60 Hz without any.
  fileprivate var refresh: Int64 {
    let steps = zip(vsyncs, vsyncs.dropFirst()).map { $1 - $0 }.sorted()
    return steps.isEmpty ? 16_666_667 : steps[steps.count / 2]
  }
}
