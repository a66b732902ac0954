import LabKernel
import LabTrace

/// The tasks of one load: those that wait, those under way, and what the others came to.
struct LoadLog: Sendable {
  /// A task, or what is left of one after a piece.
  struct Task: Sendable {
    let serial: Int64
    /// When the whole task arrived.
    let arrival: Int64
    /// When its first piece began; −1 as long as none has.
    var began: Int64 = -1
    /// When this piece began.
    var since: Int64 = -1
    /// Whether this piece has begun, and waits in the list only for those before it.
    var hasLeft = false
    /// Its place among the rows; −1 without any.
    var row = -1
  }

  /// A task that has ended and whose frame has not begun.
  struct Ended: Sendable {
    let arrival: Int64
    let end: Int64
    let row: Int
  }

  let outline: Trace.Header.Load
  /// How many tasks arrived.
  private(set) var arrived = 0
  private(set) var sums: TaskSums
  /// Every task, in the order of arrivals; `nil` if they are not kept.
  private(set) var rows: [TaskRow]?
  /// In the order of arrivals.
  private var waiting = SlidingArray<Task>()
  /// The tasks under way, innermost last.
  private var running: [Task] = []
  /// A piece that has ended just now: what is left of the task may arrive at the same instant.
  private var last: (task: Task, end: Int64)?
  private var unseen = SlidingArray<Ended>()
  /// When a timer of its own fired, and in which mode.
  private var firings = SlidingArray<(time: Int64, mode: UInt8)>()

  init(_ outline: Trace.Header.Load, room: Int, keepsAll: Bool) {
    self.outline = outline
    sums = TaskSums(room: room)
    rows = keepsAll ? [] : nil
  }

  /// Lets the same run be measured once more, to find what did not fit.
  mutating func refine(_ other: LoadLog) { sums = TaskSums(refining: other.sums) }

  /// The first instant of which it is still to be told who held the thread.
  var needsSince: Int64 { waiting.first?.arrival ?? .max }

  /// Takes a task that arrives, or what is left of the one whose piece has ended right before.
  mutating func arrived(_ serial: Int64, at now: Int64, behindEnd: Bool) {
    guard behindEnd, outline.hasPieces, let last, last.end == now, last.task.since < now else {
      settleLast()
      return waiting.append(newTask(serial, at: now))
    }
    self.last = nil
    waiting.append(
      Task(
        serial: serial, arrival: last.task.arrival, began: last.task.began, row: last.task.row))
  }

  private mutating func newTask(_ serial: Int64, at now: Int64) -> Task {
    arrived += 1
    rows?.append(TaskRow(arrival: Instant(nanoseconds: now)))
    return Task(serial: serial, arrival: now, row: rows == nil ? -1 : arrived - 1)
  }

  /// Takes a task that begins off the list, and returns its wait if this is its first piece.
  mutating func began(_ serial: Int64, arrival: Int64, at now: Int64) -> TimeSpan? {
    settleLast()
    var task: Task
    if let place = waiting.firstIndex(where: { $0.serial == serial && !$0.hasLeft }) {
      task = waiting[place]
      waiting[place].hasLeft = true
      while waiting.first?.hasLeft == true { waiting.forget(before: waiting.startIndex + 1) }
    } else {
      task = newTask(serial, at: arrival)
    }
    let isFirst = task.began < 0
    if isFirst {
      task.began = now
      if task.row >= 0 { rows?[task.row].began = Instant(nanoseconds: now) }
    }
    task.since = now
    running.append(task)
    return isFirst ? TimeSpan(begin: task.arrival, end: now) : nil
  }

  mutating func timerFired(in mode: UInt8, at now: Int64) {
    firings.append((now, mode))
    guard rows == nil else { return }
    let since = needsSince
    let first = firings.partitionIndex { $0.time > since } - 1
    firings.forget(before: max(firings.startIndex, first))
  }

  /// Whether a mode that serves the load may sleep over the date of its timer.
  ///
  /// A timer that is set while it fires is set again in the mode in which it fires, in no other.
  func isSleptOver(in mode: UInt8, at instant: Int64) -> Bool {
    let next = firings.partitionIndex { $0.time > instant }
    return next > firings.startIndex && firings[next - 1].mode != mode
  }

  mutating func add(_ wait: TimeSpan, _ pieces: [BlameSegment]) {
    sums.add(wait.length, to: .wait)
    sums.blame(pieces)
  }

  mutating func ended(_ serial: Int64, at now: Int64) {
    settleLast()
    guard let task = running.popLast(), task.serial == serial else { return }
    last = (task, now)
  }

  /// What is left of a task arrives at the instant of its end, before anything else happens to the
  /// load.
  mutating func settleLast(before now: Int64 = .max) {
    guard let (task, end) = last, end < now else { return }
    last = nil
    sums.add(end - task.began, to: .work)
    sums.add(end - task.arrival, to: .response)
    if task.row >= 0 { rows?[task.row].ended = Instant(nanoseconds: end) }
    guard outline.driver != nil else { return sums.addInteraction(end - task.arrival) }
    unseen.append(Ended(arrival: task.arrival, end: end, row: task.row))
  }

  /// Lets a frame show what ended before its callback began.
  mutating func show(_ frame: (began: Int64, photon: Int64)) {
    while let task = unseen.first, task.end <= frame.began {
      sums.add(frame.photon - task.end, to: .presentation)
      sums.add(frame.photon - task.arrival, to: .shown)
      sums.addInteraction(frame.photon - task.arrival)
      if task.row >= 0 { rows?[task.row].photon = Instant(nanoseconds: frame.photon) }
      unseen.forget(before: unseen.startIndex + 1)
    }
  }

  /// Counts what the end of the run leaves open, as far as it took too long already.
  mutating func finish(at end: Int64) {
    settleLast()
    for task in waiting where !task.hasLeft && task.began < 0 {
      sums.leaveOpen(end - task.arrival, .wait)
    }
    for task in waiting.filter({ !$0.hasLeft }) + running {
      sums.leaveOpen(end - task.arrival, .response)
      if task.began >= 0 { sums.leaveOpen(end - task.began, .work) }
      if outline.driver != nil { sums.leaveOpen(end - task.arrival, .shown) }
    }
    for task in unseen {
      sums.leaveOpen(end - task.end, .presentation)
      sums.leaveOpen(end - task.arrival, .shown)
      sums.addInteraction(task.end - task.arrival)
    }
  }
}
