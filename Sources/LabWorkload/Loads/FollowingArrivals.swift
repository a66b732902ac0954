import LabKernel

/// When the tasks of a load arrive that follow those of another: it is told of every end, and says
/// what is due next.
struct FollowingArrivals: ~Copyable {
  /// A task on its way to the thread.
  private struct Coming {
    var task: PlannedTask
    /// The order in which the leaders ended, by which tasks arrive that are due together.
    let order: UInt64
    /// Whether no other thread has its work to do.
    var isDone: Bool
  }

  private var tasks: FollowingTasks
  private let thread: TaskChange.OtherThread?
  private var threads: OtherThreads
  private let begins: Instant
  private let ends: Instant
  private let end: Instant
  private var order: UInt64 = 0
  private var coming: [Coming] = []
  /// The places in `coming` that are free.
  private var free: [Int] = []
  private var queue = EventQueue()

  init(
    _ following: Following, of load: Load, seed: UInt64, until end: Instant, stretch: Double
  ) {
    tasks = FollowingTasks(following, of: load.name, seed: seed)
    thread = following.thread
    threads = OtherThreads(stretch: stretch)
    begins = load.begins
    ends = min(load.ends ?? end, end)
    self.end = end
  }

  /// When the next task is due; `nil` while none is on its way.
  var nextDue: Instant? { queue.first.map { Instant(nanoseconds: $0.key.due) } }

  /// Notes that the task of a number has ended.
  mutating func leaderEnded(_ number: Int, at now: Instant) {
    guard var task = tasks.task(after: number) else { return }
    task.arrival = now.advanced(byNanoseconds: task.arrival.nanoseconds)
    guard begins <= task.arrival, task.arrival < ends else { return }
    add(Coming(task: task, order: order, isDone: thread == nil))
    order += 1
  }

  /// Takes the next task that is due by an instant.
  mutating func takeArrival(dueBy now: Instant) -> PlannedTask? {
    while let place = queue.takeFirst(dueBy: now.nanoseconds)?.id {
      free.append(place)
      var next = coming[place]
      guard let thread, !next.isDone else { return next.task }
      next.task.arrival = threads.work(
        next.task.duration, from: next.task.arrival, on: thread)
      (next.task.duration, next.task.piece, next.isDone) = (TaskChange.hop, nil, true)
      if next.task.arrival < end { add(next) }
    }
    return nil
  }

  private mutating func add(_ new: Coming) {
    let place = free.popLast() ?? coming.count
    if place == coming.count { coming.append(new) } else { coming[place] = new }
    queue.schedule(
      place, key: EventQueue.Key(due: new.task.arrival.nanoseconds, rank: new.order))
  }
}
