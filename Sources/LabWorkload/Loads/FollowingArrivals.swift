import LabKernel

/// When the tasks of a load arrive that follow those of another: it is told of every end, and says
/// what is due next.
struct FollowingArrivals {
  /// A task on its way to the thread.
  private struct Coming {
    let due: Instant
    /// The order in which the leaders ended, by which tasks arrive that are due together.
    let order: Int
    let task: FollowingTasks.Task
    /// Whether another thread has done the work, and only its return is left.
    var isDone = false

    func isBefore(_ other: Coming) -> Bool { (due, order) < (other.due, other.order) }
  }

  private var tasks: FollowingTasks
  private let thread: TaskChange.OtherThread?
  private let begins: Instant
  private let ends: Instant
  private let end: Instant
  private let stretch: Double
  private var order = 0
  /// When the other thread is free, of which there is one for all tasks.
  private var free = Instant.start
  /// A binary heap, the first one due at the front.
  private var coming: [Coming] = []

  init(
    _ following: Following, of load: Load, seed: UInt64, until end: Instant, stretch: Double
  ) {
    tasks = FollowingTasks(following, of: load.name, seed: seed)
    thread = following.thread
    begins = load.begins
    ends = min(load.ends ?? end, end)
    self.end = end
    self.stretch = stretch
  }

  /// When the next task is due; `nil` while none is on its way.
  var nextDue: Instant? { coming.first?.due }

  /// Notes that the task of a number has ended.
  mutating func leaderEnded(_ number: Int, at now: Instant) {
    guard let task = tasks.task(after: number) else { return }
    let due = now.advanced(by: task.delay)
    guard begins <= due, due < ends else { return }
    add(Coming(due: due, order: order, task: task))
    order += 1
  }

  /// Takes the next task that is due by an instant.
  mutating func takeArrival(dueBy now: Instant) -> FollowingTasks.Task? {
    while let next = coming.first, next.due <= now {
      removeFirst()
      guard let thread else { return next.task }
      if next.isDone {
        return FollowingTasks.Task(
          number: next.task.number, serial: next.task.serial, delay: next.task.delay,
          duration: TaskChange.hop, piece: nil)
      }
      let begin = thread == .queue ? max(free, next.due) : next.due
      let back = begin.advanced(by: next.task.duration.stretched(by: stretch))
      if thread == .queue { free = back }
      if back < end { add(Coming(due: back, order: next.order, task: next.task, isDone: true)) }
    }
    return nil
  }

  private mutating func add(_ new: Coming) {
    coming.append(new)
    var place = coming.count - 1
    while place > 0, coming[place].isBefore(coming[(place - 1) / 2]) {
      coming.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func removeFirst() {
    coming.swapAt(0, coming.count - 1)
    coming.removeLast()
    var place = 0
    while true {
      let children = [2 * place + 1, 2 * place + 2].filter { $0 < coming.count }
      guard let least = children.min(by: { coming[$0].isBefore(coming[$1]) }),
        coming[least].isBefore(coming[place])
      else { return }
      coming.swapAt(place, least)
      place = least
    }
  }
}
