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
    /// Its place among the rows.
    let row: Int
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
  private(set) var sums = TaskSums()
  /// Every task, in the order of arrivals.
  private(set) var rows: [TaskRow] = []
  /// In the order of arrivals; those before the first have begun.
  private var waiting: [Task] = []
  private var firstWaiting = 0
  /// The tasks under way, innermost last.
  private var running: [Task] = []
  /// A piece that has ended just now: what is left of the task may arrive at the same instant.
  private var last: (task: Task, end: Int64)?
  private var unseen: [Ended] = []
  private var firstUnseen = 0
  /// When a timer of its own fired, and in which mode.
  private var firings: [(time: Int64, mode: UInt8)] = []

  init(_ outline: Trace.Header.Load) { self.outline = outline }

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
    rows.append(TaskRow(arrival: Instant(nanoseconds: now)))
    return Task(serial: serial, arrival: now, row: arrived - 1)
  }

  /// Takes a task that begins off the list, and returns its wait if this is its first piece.
  mutating func began(_ serial: Int64, arrival: Int64, at now: Int64) -> TimeSpan? {
    settleLast()
    var task: Task
    let known = waiting[firstWaiting...].firstIndex { $0.serial == serial && !$0.hasLeft }
    if let place = known {
      task = waiting[place]
      waiting[place].hasLeft = true
      while firstWaiting < waiting.count, waiting[firstWaiting].hasLeft { firstWaiting += 1 }
    } else {
      task = newTask(serial, at: arrival)
    }
    let isFirst = task.began < 0
    if isFirst {
      task.began = now
      rows[task.row].began = Instant(nanoseconds: now)
    }
    task.since = now
    running.append(task)
    return isFirst ? TimeSpan(begin: task.arrival, end: now) : nil
  }

  mutating func timerFired(in mode: UInt8, at now: Int64) { firings.append((now, mode)) }

  /// Whether a mode that serves the load may sleep over the date of its timer.
  ///
  /// A timer that is set while it fires is set again in the mode in which it fires, in no other.
  func isSleptOver(in mode: UInt8, at instant: Int64) -> Bool {
    let next = firings.partitionIndex { $0.time > instant }
    return next > 0 && firings[next - 1].mode != mode
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
  mutating func settleLast() {
    guard let (task, end) = last else { return }
    last = nil
    sums.add(end - task.began, to: .work)
    sums.add(end - task.arrival, to: .response)
    rows[task.row].ended = Instant(nanoseconds: end)
    guard outline.driver != nil else { return sums.addInteraction(end - task.arrival) }
    unseen.append(Ended(arrival: task.arrival, end: end, row: task.row))
  }

  /// Lets a frame show what ended before its callback began.
  mutating func show(_ frame: (began: Int64, photon: Int64)) {
    while firstUnseen < unseen.count, unseen[firstUnseen].end <= frame.began {
      let task = unseen[firstUnseen]
      sums.add(frame.photon - task.end, to: .presentation)
      sums.add(frame.photon - task.arrival, to: .shown)
      sums.addInteraction(frame.photon - task.arrival)
      rows[task.row].photon = Instant(nanoseconds: frame.photon)
      firstUnseen += 1
    }
  }

  /// Counts what the end of the run leaves open, as far as it took too long already.
  mutating func finish(at end: Int64) {
    settleLast()
    let waiting = waiting[firstWaiting...].filter { !$0.hasLeft }
    for task in waiting where task.began < 0 {
      sums.leaveOpen(end - task.arrival, .wait)
    }
    for task in waiting + running {
      sums.leaveOpen(end - task.arrival, .response)
      if task.began >= 0 { sums.leaveOpen(end - task.began, .work) }
      if outline.driver != nil { sums.leaveOpen(end - task.arrival, .shown) }
    }
    for task in unseen[firstUnseen...] {
      sums.leaveOpen(end - task.end, .presentation)
      sums.leaveOpen(end - task.arrival, .shown)
      sums.addInteraction(task.end - task.arrival)
    }
  }
}

/// What is summed over the tasks of a load.
struct TaskSums: Sendable {
  private var columns: [[Int64]] = TaskQuantity.allCases.map { _ in [] }
  /// How many tasks were beyond the limit of each quantity; also those that the end of the run
  /// found there.
  private(set) var beyond = TaskQuantity.allCases.map { _ in 0 }
  /// Σ (work − 50 ms)⁺.
  private(set) var blockingTime = ExactSum()
  /// What the waits are put down to.
  private(set) var causes = BlameTotals()
  private var interactions = InteractionToNextPaint()

  private static let limits = TaskQuantity.allCases.map { $0.limit.wholeNanoseconds }

  /// What a quantity comes to; `nil` without a task that has it.
  func distribution(_ quantity: TaskQuantity) -> TaskDistribution? {
    TaskDistribution(columns[quantity.position])
  }

  mutating func add(_ value: Int64, to quantity: TaskQuantity) {
    columns[quantity.position].append(value)
    leaveOpen(value, quantity)
    if quantity == .work {
      blockingTime.add(max(0, value - Self.limits[quantity.position]))
    }
  }

  /// Counts a task of which no more is known than that a quantity is at least so long.
  mutating func leaveOpen(_ value: Int64, _ quantity: TaskQuantity) {
    if value > Self.limits[quantity.position] { beyond[quantity.position] += 1 }
  }

  mutating func blame(_ pieces: [BlameSegment]) { causes.add(pieces, to: .lateFiring) }

  mutating func addInteraction(_ duration: Int64) { interactions.add(duration) }

  /// The interaction to next paint; `nil` without an interaction.
  var interactionToNextPaint: Int64? { interactions.value }
}

extension TaskQuantity {
  fileprivate var position: Int {
    switch self {
    case .wait: 0
    case .work: 1
    case .response: 2
    case .presentation: 3
    case .shown: 4
    }
  }
}

/// The interaction to next paint: the longest of the times that interactions took, without one for
/// every fifty.
///
///     the (⌊n / 50⌋ + 1)-th longest of n interactions, at most the tenth
///
/// - Source: web-vitals, `onINP` and `estimateP98LongestInteraction`.
package struct InteractionToNextPaint: Sendable {
  private var count = 0
  /// The longest interactions, the longest first; ten at most.
  private var longest: [Int64] = []

  /// Begins without an interaction.
  package init() {}

  /// Takes what an interaction took, in nanoseconds.
  package mutating func add(_ duration: Int64) {
    count += 1
    guard longest.count < 10 || duration > longest[9] else { return }
    longest.insert(duration, at: longest.firstIndex { $0 < duration } ?? longest.endIndex)
    if longest.count > 10 { longest.removeLast() }
  }

  /// What it comes to, in nanoseconds; `nil` without an interaction.
  package var value: Int64? {
    longest.isEmpty ? nil : longest[min(longest.count - 1, count / 50)]
  }
}
