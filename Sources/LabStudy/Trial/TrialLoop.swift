import LabAnswer
package import LabImport

/// The app's own drivers and modes, as a trial repeats them: models made of what a recorder noted.
package struct TrialLoop: Hashable, Sendable {
  package let recording: ImportedTrace
  /// The driver that is judged: the one with the most callouts.
  package let judged: TrialDriver
  /// The other drivers, which compete with it.
  let others: [TrialDriver]
  /// The nested runs in other modes than the default one.
  let nestedRuns: [ImportedTrace.Run]
  /// How late the driver was called when the thread slept at its date, in order, in nanoseconds.
  let wakeUps: [Int64]

  /// Nothing that an app moves is called more often.
  private static let leastInterval: Int64 = 100_000
  /// More drivers and gestures are left out.
  static let driverLimit = 8
  static let runLimit = 1_000

  /// Takes what a recorder noted; `nil` if the trace is of another tool, or has no driver that was
  /// called twice.
  ///
  /// - Parameters:
  ///   - trace: What was recorded.
  ///   - load: The name of the load that holds its tasks.
  ///   - judged: The driver that is judged; `nil` for the one with the most callouts.
  /// - Throws: Why no run can be made of the trace.
  package init?(
    _ trace: ImportedTrace, beside load: String = "page", judging judged: String? = nil
  ) throws(UnfitRecording) {
    guard let loop = trace.loop else { return nil }
    let drivers = try Self.repeatable(trace)
    let driver =
      judged.map { name in drivers.first { $0.name == name } }
      ?? drivers.max { $0.firings.count < $1.firings.count }
    guard let driver else { return nil }
    recording = trace
    let nestedRuns = Array(loop.runsInOtherModes.prefix(Self.runLimit))
    var names: Set<String> = [load]
    var titles: Set<String> = [load]
    let trials = ([driver] + drivers.filter { $0 != driver }.prefix(Self.driverLimit)).map {
      let name = Self.word($0.name, notAmong: &names)
      var title = $0.name.allSatisfy(\.isWhitespace) ? name : $0.name
      while !titles.insert(title).inserted { title += " (driver)" }
      return TrialDriver(
        $0, named: name, titled: title, in: trace, loop,
        modes: Self.modes(of: $0, beside: nestedRuns))
    }
    self.judged = trials[0]
    others = Array(trials.dropFirst())
    self.nestedRuns = nestedRuns
    wakeUps = Self.wakeUps(of: driver, beside: drivers, trace.tasks)
  }

  /// Returns a name that a script can have, and that nothing else has: the letters and digits of a
  /// name, with a '-' for all between two of them.
  private static func word(_ name: String, notAmong names: inout Set<String>) -> String {
    let parts = name.utf8.prefix(60).split { byte in
      let isDigit = (0x30...0x39).contains(byte)
      return !isDigit && byte != 0x5f && !(0x61...0x7a).contains(byte | 0x20)
    }
    let letters = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    let isName = letters.first.map { $0.isLetter } ?? false
    let base = isName ? letters : letters.isEmpty ? "driver" : "driver-\(letters)"
    var word = base
    var number = 2
    while !names.insert(word).inserted {
      word = "\(base)-\(number)"
      number += 1
    }
    return word
  }

  /// The drivers that were called twice, at an interval that an app can have.
  ///
  /// Every run that is made of a recording is made of them, and so none is made of one that is too
  /// long.
  static func repeatable(
    _ trace: ImportedTrace
  ) throws(UnfitRecording) -> [ImportedTrace.Driver] {
    guard let loop = trace.loop else { return [] }
    try UnfitRecording.check(trace)
    let intervals = intervals(in: trace.windowLength)
    return loop.drivers.filter { intervals.contains($0.interval) && $0.firings.count > 1 }
  }

  /// The intervals that the drivers of an app can have in a recording so long.
  static func intervals(in length: Int64) -> ClosedRange<Int64> {
    leastInterval...max(leastInterval, length)
  }

  /// The lateness of the callouts at whose dates neither a task nor a driver held the thread.
  private static func wakeUps(
    of driver: ImportedTrace.Driver, beside drivers: [ImportedTrace.Driver],
    _ tasks: [ImportedTrace.Task]
  ) -> [Int64] {
    var busy = tasks.map { $0.start..<$0.start + $0.duration }
    for other in drivers { busy += other.firings.map { $0.began..<max($0.began, $0.ended) } }
    busy.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    var next = 0
    var end = Int64.min
    var found: [Int64] = []
    for firing in driver.firings {
      while next < busy.count, busy[next].lowerBound <= firing.due {
        end = max(end, busy[next].upperBound)
        next += 1
      }
      if end <= firing.due, firing.due <= firing.began { found.append(firing.began - firing.due) }
    }
    return found.sorted()
  }

  /// How long the thread sleeps on after a date, in the median; 0 if it never slept at one.
  var wakeUp: Int64 { wakeUps.isEmpty ? 0 : wakeUps[wakeUps.count / 2] }

  /// A refresh is on the edge if a vsync is at most as far away as wake-ups differ.
  var edge: Int64 { max(500_000, wakeUps.isEmpty ? 0 : wakeUps[(wakeUps.count - 1) * 99 / 100]) }

  /// How much longer than usual the thread waited to be woken, in all, as a share of the recording.
  ///
  /// More than an interval at a time is not lack of a processor: the driver was not in the loop's
  /// mode.
  var disturbance: Double {
    let waited = wakeUps.reduce(0) { $0 + min(max(0, $1 - 2 * wakeUp), judged.recorded.interval) }
    // Calls that come together wait for the same time.
    return min(1, Double(waited) / Double(max(1, recording.windowLength)))
  }

  /// What keeps the replay from telling what the app did, in sentences.
  var reservations: [String] {
    var words: [String] = []
    if disturbance > 0.02 {
      words.append(
        "The recording was disturbed: the thread waited \(TrialFindings.percent(100 * disturbance)) of"
          + " the time to be woken, which the lab does not model.")
    }
    if recording.loop?.runs.isEmpty == true {
      words.append(
        "The recording lacks the modes of the loop: a driver that is silent while the loop tracks a"
          + " finger looks late here. Record with 'LabRecorder', which notes them.")
    }
    return words
  }

  // MARK: The script

  /// The statements that all arms share, but for the load.
  var stage: [String] {
    let wait = wakeUp > 0 ? ["wake-up   delayed by \(wakeUp) ns"] : []
    return wait
      + nestedRuns.map { "gesture   scroll at \($0.start) ns for \(max(1, $0.end - $0.start)) ns" }
  }

  /// What the driver is called that is judged.
  package var title: String { judged.title }

  /// What its drivers are called, by their names in the script.
  var titles: [String: String] {
    Dictionary(([judged] + others).map { ($0.name, $0.title) }) { first, _ in first }
  }

  /// What drivers are called whose own names they cannot have, in a sentence.
  package var renamed: String? {
    let others = ([judged] + others).filter { $0.title != $0.recorded.name }
    guard !others.isEmpty else { return nil }
    return "In the replay "
      + others.map { "'\($0.recorded.name)' is called '\($0.title)'" }.joined(separator: ", ") + "."
  }

  /// The common modes, unless the recording has nested runs of another mode and no call in them.
  private static func modes(
    of driver: ImportedTrace.Driver, beside nestedRuns: [ImportedTrace.Run]
  ) -> String {
    let long = nestedRuns.filter { $0.end - $0.start > 3 * driver.interval }
    let isCommon =
      long.isEmpty
      || driver.firings.contains { firing in
        long.contains { $0.start < firing.began && firing.began < $0.end }
      }
    return isCommon ? "common" : "default"
  }
}

extension TrialLoop {
  /// Says what of a recorded loop a trial does not repeat, and what the recording does not name.
  ///
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
