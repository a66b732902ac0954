public import LabKernel

/// A task on its way to the thread, or what is left of one.
struct PlannedTask {
  /// Its number in the trace.
  var serial: Int64 = 0
  /// Its position among all tasks of the load as planned, which loads that follow it count.
  var number: Int
  /// When it arrives; of a task that follows another, first how long after that one's end.
  var arrival: Instant
  var duration: Duration
  /// The longest piece in which it runs; `nil` for all of it at once.
  var piece: Duration?

  /// How long it holds the thread before what is left of it arrives anew.
  var length: Duration { min(duration, piece ?? duration) }
}

extension Recording.Task {
  /// Creates the task of a recording that arrives as a planned one.
  init(_ task: PlannedTask, name: String) {
    self.init(arrival: task.arrival, duration: task.duration, name: name, piece: task.piece)
  }
}

/// Threads beside the main one, on processors as busy as its own.
struct OtherThreads {
  private let stretch: Double
  /// When the one is free that serves tasks in their order.
  private var free = Instant.start

  init(stretch: Double) { self.stretch = stretch }

  /// Does the work of a task that arrives, and returns when it is done.
  mutating func work(
    _ duration: Duration, from arrival: Instant, on thread: TaskChange.OtherThread
  ) -> Instant {
    let begin = thread == .queue ? max(free, arrival) : arrival
    // What a processor that is shared makes of a duration, as the world does.
    let length =
      stretch == 1
      ? duration
      : .nanoseconds(Int64(min(Double(duration.wholeNanoseconds) * stretch, 0x1p62)))
    let end = begin.advanced(by: length)
    if thread == .queue { free = end }
    return end
  }
}

extension Scenario {
  /// The tasks of every load that can arrive, as far as they are written out: of a load that
  /// follows another, those that follow a task that is planned.
  package var plannedTasks: [[Recording.Task]] {
    loads.indices.map { index in
      var visited: Set<Int> = []
      return plannedTasks(of: index, visited: &visited)
    }
  }

  /// How long all tasks take together, as far as they are written out.
  package var plannedWork: Duration {
    plannedTasks.joined().reduce(.zero) { $0 + $1.duration }
  }

  /// Whether a load follows the load of a name.
  package func isFollowed(_ name: String) -> Bool {
    loads.contains { $0.leaders.contains(name) }
  }

  /// How often a driver ends at most: as often as it is made or started, or is resumed.
  func mostEnds(of name: String) -> Int {
    guard let driver = drivers.first(where: { $0.name == name }) else { return 0 }
    let resumed = actions.filter { $0.driver == name && $0.kind == .resume }
    return max(1, driver.lives.count) + (driver.motion?.starts.count ?? 0) + resumed.count
  }

  /// Returns the task of a recording that a trace or the ledger of blame names by its load and its
  /// serial number.
  ///
  /// - Precondition: No task of the load runs in pieces, which have serial numbers of their own.
  /// - Returns: `nil` for a load that is not a recording.
  package func recordedTask(_ serial: Int, of load: String) -> Recording.Task? {
    guard case .recorded(let tasks)? = loads.first(where: { $0.name == load })?.tasks,
      tasks.indices.contains(serial)
    else { return nil }
    return tasks[serial]
  }

  private func plannedTasks(of index: Int, visited: inout Set<Int>) -> [Recording.Task] {
    guard visited.insert(index).inserted, let tasks = loads[index].writtenTasks else { return [] }
    let leaders = loads[index].leaders
    guard !leaders.isEmpty, loads[index].driverFollowed == nil else { return tasks }
    var numbers: Set<Int> = []
    for leader in loads.indices where leaders.contains(loads[leader].name) {
      let followed = plannedTasks(of: leader, visited: &visited)
      numbers.formUnion(followed.enumerated().map { $0.element.number ?? $0.offset })
    }
    return tasks.enumerated().filter { numbers.contains($0.element.number ?? $0.offset) }
      .map { $0.element }
  }
}

/// The tasks of a real main thread, in order of arrival.
public struct Recording: Hashable, Sendable {
  /// One task of a recording.
  public struct Task: Hashable, Sendable {
    /// When it arrived, counted from the start of the recording.
    public var arrival: Instant
    /// How long it held the thread.
    public var duration: Duration
    /// What it was called.
    public var name: String
    /// The longest piece in which it runs; `nil` for all of it at once.
    ///
    /// The rest after a piece is delivered again in the same way, behind what waits there, with a
    /// serial number of its own.
    public var piece: Duration?
    /// The position of the task among all that were planned, by which tasks of other loads follow
    /// it; `nil` for its position among the tasks that are left.
    package var number: Int?

    /// Creates a task.
    ///
    /// - Precondition: A piece has a length.
    public init(arrival: Instant, duration: Duration, name: String, piece: Duration? = nil) {
      require(piece ?? .nanoseconds(1) > .zero, "a task in pieces without a length")
      self.arrival = arrival
      self.duration = duration
      self.name = name
      self.piece = piece
    }
  }

  /// The tasks, sorted by arrival.
  public var tasks: [Task]

  /// Creates a recording from tasks in order of arrival.
  public init(tasks: [Task]) {
    self.tasks = tasks
  }
}

extension Recording.Task {
  /// Whether a name stands for work that has none, which no app can leave out:
  /// `RunTask`, `(timer)`, `(observers)`.
  package static func isPlaceholder(_ name: String) -> Bool {
    name == "RunTask" || name == "(timer)" || name == "(observers)"
  }

  /// The task as a person finds it again: `Layout (70.5 ms at 1649.9 ms of the recording)`.
  ///
  /// - Parameter offset: How far behind the start of what was recorded its instants begin.
  /// - Returns: Its name, how long it took, and when it arrived.
  package func words(offset: Duration) -> String {
    "\(name) (\(Self.milliseconds(duration)) at"
      + " \(Self.milliseconds(Instant.start.duration(to: arrival) + offset)) of the recording)"
  }

  /// A time in milliseconds with one decimal, a short one in microseconds.
  private static func milliseconds(_ time: Duration) -> String {
    let microseconds = Int64(time / .microseconds(1))
    guard microseconds == 0 || microseconds >= 50 else { return "\(microseconds) us" }
    let tenths = (microseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
