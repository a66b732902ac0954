package import LabImport
import LabMetrics
import LabText
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

/// A callout of a recorded driver, with its date on a grid.
///
/// The clock that shows a timer's date is coarse, and is read apart from the recorder's: recorded
/// dates lie some microseconds off their grid. The grid of a timer lies where none of them follows
/// its callout.
struct RecordedCallout {
  /// The date that it answers; of a link, the index of the first vsync.
  let due: Int64
  /// The same; of a link, the index of the last vsync.
  let newest: Int64
  let began: Int64
  let ended: Int64
  /// Whether the date is the first of a grid: that of a new timer, or of one that was set by hand.
  var beginsGrid = false

  /// The callouts, by their numbers, at which another grid begins.
  static func newGrids(of callouts: [RecordedCallout]) -> Set<Int> {
    Set(callouts.indices.dropFirst().filter { callouts[$0].beginsGrid })
  }

  /// Returns the callouts of a timer in order.
  static func onGrid(
    _ firings: [ImportedTrace.Driver.Firing], every interval: Int64
  ) -> [RecordedCallout] {
    var callouts: [RecordedCallout] = []
    var grid: [(number: Int64, firing: ImportedTrace.Driver.Firing)] = []
    func close() {
      let origin = grid.map { $0.firing.due - $0.number * interval }.min() ?? 0
      for (place, call) in grid.enumerated() {
        let due = origin + call.number * interval
        callouts.append(
          RecordedCallout(
            due: due, newest: due, began: call.firing.began, ended: call.firing.ended,
            beginsGrid: place == 0))
      }
      grid = []
    }
    for firing in firings {
      var number: Int64 = 0
      if let first = grid.first, let last = grid.last {
        let distance = firing.due - first.firing.due
        number = (distance + interval / 2) / interval
        let passed = (last.firing.ended - first.firing.due) / interval
        // A date is left out only if it passes under a callout; one more may have passed behind it.
        let follows = number > last.number && number <= max(last.number, passed) + 2
        if !follows || abs(distance - number * interval) > interval / 4 {
          close()
          number = 0
        }
      }
      grid.append((number, firing))
    }
    close()
    return callouts
  }
}

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
  /// What keeps the replay from telling what the app did, in sentences.
  private let reservations: [String]

  /// Measures the driver that trials judge; `nil` for a file of another tool.
  package init?(_ trace: ImportedTrace) throws(UnfitRecording) {
    guard let loop = try TrialLoop(trace), let run = try RecordedRun(trace),
      let metrics = RunMeasurement(run.trace)[driver: loop.judged.recorded.name]
    else { return nil }
    driver = loop.judged.recorded.name
    renamed = loop.renamed
    reservations = loop.reservations
    missed = metrics.dueInstants.missed
    dropped = metrics.frames?.slots?.dropped
    refreshes = metrics.frames?.slots?.slots
  }

  /// What really happened, as a sentence that goes before what is said of the replay.
  package var text: String {
    let dates = "missed \(counted(missed, "fire date"))"
    let notes = ([renamed].compactMap(\.self) + reservations).map { " \($0)" }.joined()
    guard let dropped, let refreshes else { return "Recorded: '\(driver)' \(dates).\(notes)" }
    let frames = "\(counted(dropped, "frame")) in \(counted(refreshes, "refresh", "refreshes"))"
    return
      "Recorded: '\(driver)' dropped \(frames) and \(dates). What follows is its replay.\(notes)"
  }
}

/// What a recorded thread did: runs of the loop, callouts and tasks, each within the one before.
struct RecordedThread {
  /// Something with a begin and an end, or with one instant.
  struct Bracket {
    enum Kind {
      /// What happens to drivers at an instant.
      case marks([TraceEvent])
      /// A run of the loop in a mode.
      case run(UInt8)
      /// A callout of a driver: its index, and the number of the callout.
      case callout(driver: Int, Int)
      /// A task, by its index.
      case task(Int)
    }

    let kind: Kind
    let start: Int64
    var end: Int64

    /// The mode of a run; `nil` for anything else.
    var mode: UInt8? { if case .run(let mode) = kind { mode } else { nil } }

    fileprivate var isMark: Bool { if case .marks = kind { true } else { false } }
  }

  /// Time in which the loop had nothing to do.
  struct Idle {
    let begin: Int64
    let end: Int64
    let mode: UInt8
  }

  /// The brackets by their begin; what reached beyond the one around it was cut.
  private(set) var brackets: [Bracket]

  /// Sorts brackets, and cuts what overlaps.
  init(_ brackets: [Bracket]) {
    let sorted = brackets.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      if a.start != b.start { return a.start < b.start }
      if a.isMark != b.isMark { return a.isMark }
      return a.end != b.end ? a.end > b.end : one.offset < other.offset
    }
    self.brackets = sorted.map(\.element)
    var open: [Int64] = []
    for index in self.brackets.indices {
      while let last = open.last, last <= self.brackets[index].start { open.removeLast() }
      if let last = open.last { self.brackets[index].end = min(self.brackets[index].end, last) }
      open.append(self.brackets[index].end)
    }
  }

  /// Visits begins and ends in the order of time, with all brackets that are open between them.
  func walk(_ visit: (_ bracket: Bracket, _ isBegin: Bool, _ around: [Bracket]) -> Void) {
    var open: [Bracket] = []
    for bracket in brackets {
      while let last = open.last, last.end <= bracket.start {
        open.removeLast()
        visit(last, false, open)
      }
      visit(bracket, true, open)
      if !bracket.isMark { open.append(bracket) }
    }
    while let last = open.popLast() { visit(last, false, open) }
  }

  /// The times in which the loop had nothing to do, in order.
  var idle: [Idle] {
    var idle: [Idle] = []
    var since: Int64 = 0
    walk { bracket, isBegin, around in
      let now = isBegin ? bracket.start : bracket.end
      // What holds the thread until now.
      let innermost = isBegin ? around.last : bracket
      if let mode = innermost?.mode, since < now {
        idle.append(Idle(begin: since, end: now, mode: mode))
      }
      since = now
    }
    return idle
  }
}
