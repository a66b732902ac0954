import LabKernel
import LabText

/// Tasks that follow those of another load: each arrives so long after one of them has ended.
///
/// So they can follow the ends of a driver, as the completion handler of an animation does.
///
/// A task has ended when all of its pieces have. Without a delay the next one arrives at that very
/// instant, after what else was due then. Delay and duration are drawn by the number of the task
/// that is followed, so that a task that is left out changes no draw of the others.
public struct Following: Hashable, Sendable {
  /// The loads that are followed: one, and what comes back of its tasks from other threads; or a
  /// driver.
  public internal(set) var leaders: [String]
  /// Whether the leader is a driver, each of whose ends is followed.
  package let isAfterDriver: Bool
  /// What follows each of their tasks.
  public internal(set) var tasks: Tasks
  /// The other thread on which the tasks run, of which only a short block comes back; `nil` for
  /// none.
  var thread: TaskChange.OtherThread?

  /// What follows the tasks of a load.
  public enum Tasks: Hashable, Sendable {
    /// After the end of each task so long a delay, then a task that takes so long.
    case drawn(delay: DurationLaw, takes: DurationLaw)
    /// The very tasks, each with its delay after the end of the task of its number as its arrival.
    case listed([Recording.Task])
  }

  /// Creates tasks that follow those of a load.
  ///
  /// - Parameters:
  ///   - leader: The name of the load; without one of that name nothing arrives.
  ///   - delay: How long after the end of a task the next one arrives.
  ///   - duration: How long it takes.
  public init(
    _ leader: String, delay: DurationLaw = .constant(.zero), takes duration: DurationLaw
  ) {
    self.init(leader, isDriver: false, delay: delay, takes: duration)
  }

  /// Creates tasks that follow those of a load, or the ends of a driver.
  package init(
    _ leader: String, isDriver: Bool, delay: DurationLaw, takes duration: DurationLaw
  ) {
    leaders = [leader]
    isAfterDriver = isDriver
    tasks = .drawn(delay: delay, takes: duration)
  }

  /// How many tasks are listed; 0 if they are drawn.
  var listedCount: Int {
    if case .listed(let tasks) = tasks { tasks.count } else { 0 }
  }
}

extension Load {
  /// The tasks as far as they are written out, those that follow others with their delays as
  /// arrivals.
  package var writtenTasks: [Recording.Task]? {
    switch tasks {
    case .recorded(let tasks): tasks
    case .following(let following):
      if case .listed(let tasks) = following.tasks { tasks } else { nil }
    case .drawn: nil
    }
  }

  package var leaders: [String] { following?.leaders ?? [] }

  /// The driver whose ends it follows; `nil` for none.
  package var driverFollowed: String? {
    following.flatMap { $0.isAfterDriver ? $0.leaders.first : nil }
  }

  private var following: Following? {
    if case .following(let following) = tasks { following } else { nil }
  }
}

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

/// What follows each task of a load, by the number of that task.
struct FollowingTasks {
  private enum Source {
    case drawn(delay: DurationLaw, takes: DurationLaw)
    /// The list, and the position of what follows each number.
    case listed([Recording.Task], [Int: Int])
  }

  private let source: Source
  private var delays: RandomStream
  private var durations: RandomStream
  /// How many tasks were drawn, in the order of their numbers.
  private var count = 0
  /// Those of them that nothing was asked of yet, because their leaders end out of turn or never.
  private var early: [Int: PlannedTask] = [:]

  init(_ following: Following, of load: String, seed: UInt64) {
    switch following.tasks {
    case .drawn(let delay, let takes): source = .drawn(delay: delay, takes: takes)
    case .listed(let tasks):
      let positions = tasks.enumerated().map { ($0.element.number ?? $0.offset, $0.offset) }
      source = .listed(tasks, Dictionary(keepingFirst: positions))
    }
    (delays, durations) = ArrivalSchedule.streams(seed, of: load)
  }

  /// Returns what follows a task, once, under its number; `nil` for nothing.
  mutating func task(after number: Int) -> PlannedTask? {
    switch source {
    case .listed(let tasks, let positions):
      guard let position = positions[number] else { return nil }
      let task = tasks[position]
      return PlannedTask(
        serial: Int64(position), number: number, arrival: task.arrival, duration: task.duration,
        piece: task.piece)
    case .drawn(let delay, let takes):
      if let known = early.removeValue(forKey: number) { return known }
      while count <= number {
        let task = PlannedTask(
          serial: Int64(count), number: count, arrival: .at(delay.draw(from: &delays)),
          duration: takes.draw(from: &durations))
        count += 1
        guard task.number < number else { return task }
        early[task.number] = task
      }
      return nil
    }
  }
}

extension Load {
  /// Returns this load, which follows others, with what follows so many tasks written out.
  func writtenOut(following count: Int, seed: UInt64) -> Load {
    guard case .following(var following) = tasks else { return self }
    var drawn = FollowingTasks(following, of: name, seed: seed)
    following.tasks = .listed(
      (0..<count).compactMap { drawn.task(after: $0) }.map { Recording.Task($0, name: name) })
    var load = self
    load.tasks = .following(following)
    return load
  }
}
