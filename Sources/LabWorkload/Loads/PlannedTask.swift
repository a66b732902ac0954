import LabKernel

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
