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
