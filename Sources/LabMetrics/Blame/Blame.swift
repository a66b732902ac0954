public import LabKernel

/// A stretch of time, and its cause.
public struct Blame: Hashable, Sendable {
  /// Why it passed.
  public let cause: BlameCause
  /// The holder of the thread, or the mode in which the driver starved; `nil` for a cause without
  /// one.
  public let owner: String?
  /// The number of the task, counted from 0 in its load; `nil` unless a task held the thread.
  public let serial: Int?
  /// How long it was.
  public let time: Duration

  /// Creates a stretch with its cause.
  package init(cause: BlameCause, owner: String?, serial: Int?, time: Duration) {
    self.cause = cause
    self.owner = owner
    self.serial = serial
    self.time = time
  }
}

extension Sequence<Blame> {
  /// Adds up what each culprit is to blame for: the one answer to who is most to blame.
  ///
  /// - Parameter byTask: Whether each task has a sum of its own; otherwise all of a load have one.
  /// - Returns: One sum for each cause, owner and task, the longest first; of equal sums the one
  ///   whose cause comes first in ``BlameCause``, then the one whose first stretch does.
  /// - Complexity: O(n log n) for n stretches.
  public func summed(byTask: Bool = true) -> [Blame] {
    var positions: [Blame: Int] = [:]
    var sums: [Blame] = []
    for blame in self {
      let serial = byTask ? blame.serial : nil
      let culprit = Blame(cause: blame.cause, owner: blame.owner, serial: serial, time: .zero)
      let position = positions[culprit] ?? sums.count
      if position == sums.count { sums.append(culprit) }
      positions[culprit] = position
      let time = sums[position].time + blame.time
      sums[position] = Blame(cause: blame.cause, owner: blame.owner, serial: serial, time: time)
    }
    return sums.enumerated().sorted {
      ($1.element.time, $0.element.cause.position, $0.offset)
        < ($0.element.time, $1.element.cause.position, $1.offset)
    }.map { $0.element }
  }
}

/// A ``Blame`` in numbers: the owner is an index, and −1 stands for none.
struct BlameSegment: Hashable, Sendable {
  let cause: BlameCause
  var owner: Int32 = -1
  var serial: Int64 = -1
  var time: Int64

  func hasSameCulprit(as other: BlameSegment) -> Bool {
    cause == other.cause && owner == other.owner && serial == other.serial
  }
}

extension ThreadTime {
  func blame(_ piece: BlameSegment) -> Blame {
    let names = piece.cause == .starved ? modes : names
    let index = Int(piece.owner)
    return Blame(
      cause: piece.cause, owner: names.indices.contains(index) ? names[index] : nil,
      serial: piece.serial < 0 ? nil : Int(piece.serial), time: .nanoseconds(piece.time))
  }
}

/// The cause of a nanosecond of waiting, and of a dropped slot.
///
/// Every nanosecond has exactly one: the first that fits, in this order. A dropped slot counts for
/// the cause that has most of its time, the earlier one of two that have the same.
public enum BlameCause: String, Hashable, Sendable, CaseIterable {
  /// The fire date had passed already when it was set, or when the driver joined its first mode.
  case setLate = "set_late"
  /// A callback of the driver itself was under way, with everything that it called.
  case own = "own"
  /// The loop ran in a mode without the driver. The owner is the mode.
  case starved = "starved"
  /// A task held the thread. The owner is its load, the serial its number.
  case tasks = "tasks"
  /// The callout of something else held the thread: another driver, a source, a block.
  case callouts = "callouts"
  /// The thread was waking up: its port was ready, but it did not run yet.
  case wake = "wake"
  /// No run of the loop was under way, and nothing that left a record held the thread.
  case outside = "outside"
  /// The loop slept on, within the timer's tolerance or the delay of a link's hop.
  case tolerance = "tolerance"
  /// The frame was complete and waited for its commit.
  case commit = "commit"
  /// The frame was committed, and refused because the queue for the display was full.
  case refused = "refused"
  /// The frame waited in the queue for the display, behind others.
  case queue = "queue"
  /// The frame was committed in time, and the render server late with it.
  case render = "render"
  /// The frame was rendered, and the panel of adaptive rate still busy with the refresh before.
  case panel = "panel"
  /// A fire date passed without a callback, and the next was not due yet.
  case missed = "missed"
  /// The driver had not begun, had ended, was paused, or its last callback changed nothing.
  case idle = "idle"
  /// No callback was due in time for the refresh: callbacks and refreshes drift past each other.
  case phase = "phase"
  /// Nothing kept the callback from beginning. No nanosecond of a simulated run falls to it.
  case unexplained = "unexplained"
}

extension BlameCause {
  /// What the cause says, in a sentence.
  public var meaning: String {
    switch self {
    case .setLate:
      "The fire date had passed when it was set, or no mode knew of the driver or of the date yet."
    case .own: "A callback of the driver itself was under way."
    case .starved: "The run loop was in a mode in which the driver is not; the owner is the mode."
    case .tasks: "A task held the thread; the owner is its load."
    case .callouts: "Another callout held the thread: a driver's, a source's or a block's."
    case .wake: "The thread was waking up: its port was ready, but it did not run yet."
    case .outside: "No run of the loop was under way, and nothing on record held the thread."
    case .tolerance: "The loop slept on, within a timer's tolerance or the delay of a link's hop."
    case .commit: "The frame was complete and waited for its commit."
    case .refused: "The frame was refused because the queue for the display was full."
    case .queue: "The frame waited in the queue for the display, behind others."
    case .render: "The frame was committed in time, and the render server was late."
    case .panel: "The panel of adaptive rate was still busy with the refresh before."
    case .missed: "A fire date passed without a callback, and the next was not due yet."
    case .idle: "The driver had not begun, had ended, was paused, or changed nothing."
    case .phase:
      "No callback was due in time for the refresh: callbacks and refreshes come at rates of their own"
        + " and drift past each other."
    case .unexplained: "Nothing kept the callback from beginning; never in a simulated run."
    }
  }

  /// Its place in the order of the causes; a switch, since it is asked for every stretch of time.
  package var position: Int {
    switch self {
    case .setLate: 0
    case .own: 1
    case .starved: 2
    case .tasks: 3
    case .callouts: 4
    case .wake: 5
    case .outside: 6
    case .tolerance: 7
    case .commit: 8
    case .refused: 9
    case .queue: 10
    case .render: 11
    case .panel: 12
    case .missed: 13
    case .idle: 14
    case .phase: 15
    case .unexplained: 16
    }
  }
}

extension BlameCause {
  /// By its place; the hash of a raw value would be that of its letters.
  public func hash(into hasher: inout Hasher) { hasher.combine(position) }
}

/// What goes wrong with a driver, and is put down to causes.
public enum Problem: String, Hashable, Sendable, CaseIterable {
  /// A firing began after its due instant: the time in between.
  case lateFiring = "late_firing"
  /// A refresh in which two or more firings began: the lateness of all of them but the last.
  case doubleFire = "double_fire"
  /// An update that was not shown: the time from its due instant to its commit.
  case overwrittenUpdate = "overwritten_update"
  /// A slot that showed nothing new: the time between the latch before it and its last latch. On a
  /// display of adaptive rate the time by which a frame came too late.
  case droppedSlot = "dropped_slot"
}

/// One problem of a driver and one of its causes.
public struct BlameRow: Hashable, Sendable {
  /// What went wrong.
  public let problem: Problem
  /// The number of the firing, of the update or, for slots and double fires, of the refresh.
  public let number: Int
  /// Where the stretch begins whose causes the rows of this problem are, usually a due instant.
  public let begin: Instant
  /// What a part of the stretch is put down to.
  ///
  /// A doubled firing or an overwritten update that was not late at all has one row, of no length:
  /// the phase. A slot before the first latch has one of no length as well, idle, as it is counted.
  public let blame: Blame
}

extension RunMeasurement {
  /// Returns the causes of every problem of a driver, or none for one that the trace does not know.
  ///
  /// - Complexity: O(n) for n firings, updates, slots and changes of who holds the thread.
  public func blameRows(of driver: String) -> [BlameRow] {
    guard let run = run(of: driver) else { return [] }
    var rows: [Problem: [BlameRow]] = [:]
    run.visitProblems { problem, number, span, pieces in
      let none = BlameSegment(cause: problem == .droppedSlot ? .idle : .phase, time: 0)
      rows[problem, default: []] += (pieces.isEmpty ? [none] : pieces).map { piece in
        BlameRow(
          problem: problem, number: number, begin: Instant(nanoseconds: span.begin),
          blame: facts.thread.blame(piece))
      }
    }
    return Problem.allCases.flatMap { rows[$0, default: []] }
  }
}

/// The drops of a driver that are put down to the tasks of one load, by what waited for a task.
package struct DropsBehindTasks {
  /// How many frames were complete in time, and were committed too late, behind a task.
  package fileprivate(set) var commits = 0
  /// In how many drops no frame was complete in time, since the callback waited.
  package fileprivate(set) var callbacks = 0
}

extension RunMeasurement {
  /// Counts the drops of a driver behind the tasks of a load; `nil` without a driver of that name.
  ///
  /// - Complexity: O(n) for n firings, drops and segments of the thread's time.
  package func drops(of driver: String, behind load: String) -> DropsBehindTasks? {
    guard let run = run(of: driver) else { return nil }
    var drops = DropsBehindTasks()
    var update = 0
    run.visitHitchParts { part, pieces in
      let worst = pieces.filter { $0.cause == .tasks }.max { $0.time < $1.time }
      guard pieces.largestCause == .tasks, let worst, facts.thread.blame(worst).owner == load
      else { return }
      let updates = run.log.updates
      while update < updates.count, updates[update].ended <= part.deadline { update += 1 }
      let isComplete =
        update > 0
        && run.presentation.timing(of: updates[update - 1]).committed > part.deadline
      if isComplete { drops.commits += 1 } else { drops.callbacks += 1 }
    }
    return drops
  }
}
