public import LabKernel

/// The tasks of a load one after the other: when each arrives and how long it takes.
///
/// Arrivals and durations draw from streams of their own, named for the load, so that neither
/// another load nor another arm of the experiment changes them.
struct ArrivalSchedule {
  private let tasks: Load.Tasks
  private let begins: Instant
  private let ends: Instant
  private var index = 0
  private var previous: Instant
  private var arrivals: RandomStream
  private var durations: RandomStream

  init(_ load: borrowing Load, seed: UInt64, until end: Instant) {
    let begins = load.begins
    (self.begins, previous) = (begins, begins)
    ends = min(load.ends ?? end, end)
    if case .drawn(.at(let instants), let takes) = load.tasks {
      tasks = .drawn(.at(instants.filter { $0 >= begins }.sorted()), takes: takes)
    } else {
      tasks = load.tasks
    }
    (arrivals, durations) = Self.streams(seed, of: load.name)
  }

  /// Where the arrivals and the durations of a load are drawn from.
  static func streams(
    _ seed: UInt64, of load: String
  ) -> (arrivals: RandomStream, durations: RandomStream) {
    (
      RandomStream(seed: seed, words: "arrivals of ", name: load),
      RandomStream(seed: seed, words: "durations of ", name: load)
    )
  }

  /// Moves on to the next task; `nil` if there is none.
  mutating func next() -> PlannedTask? {
    defer { index += 1 }
    switch tasks {
    case .drawn(let law, let takes):
      guard let arrival = arrival(by: law), arrival < ends else { return nil }
      previous = arrival
      return PlannedTask(
        number: index, arrival: arrival, duration: takes.draw(from: &durations))
    case .recorded(let recorded):
      guard index < recorded.count else { return nil }
      let task = recorded[index]
      let arrival = begins.advanced(byNanoseconds: task.arrival.nanoseconds)
      guard arrival < ends else { return nil }
      return PlannedTask(
        number: task.number ?? index, arrival: arrival, duration: task.duration,
        piece: task.piece)
    case .following:
      return nil
    }
  }

  private mutating func arrival(by law: Arrivals) -> Instant? {
    switch law {
    case .at(let instants):
      return index < instants.count ? instants[index] : nil
    case .every(let interval, let first):
      return first.advanced(by: interval, times: index)
    case .bursts(let count, let interval, let first, let apart):
      require(count >= 1, "bursts of \(count) tasks")
      let (burst, member) = index.quotientAndRemainder(dividingBy: count)
      return first.advanced(by: interval, times: burst)?.advanced(by: apart, times: member)
    case .gaps(let law):
      return previous.advanced(by: law.draw(from: &arrivals))
    case .poisson(let perSecond):
      let gap = arrivals.nextExponential() / perSecond * 1e9
      guard gap < 0x1p62 else { return nil }
      return previous.advanced(byNanoseconds: Int64(gap))
    }
  }
}

extension Load {
  /// Returns this load with every task of a run written out, which runs the same.
  ///
  /// A load that follows another is returned as it is: its tasks are as many as the other has.
  ///
  /// - Parameters:
  ///   - seed: The seed of the run.
  ///   - end: The end of the run.
  ///   - limit: How many tasks there may be.
  /// - Returns: A load of recorded tasks; `nil` if there are more tasks.
  public func writtenOut(seed: UInt64, until end: Instant, limit: Int) -> Load? {
    if case .following = tasks { return self }
    var schedule = ArrivalSchedule(self, seed: seed, until: end)
    var written: [Recording.Task] = []
    while let next = schedule.next() {
      guard written.count < limit else { return nil }
      var task = Recording.Task(next, name: name)
      if case .recorded(let tasks) = tasks {
        (task.name, task.number) = (tasks[written.count].name, tasks[written.count].number)
      }
      written.append(task)
    }
    var load = self
    (load.tasks, load.begins) = (.recorded(written), .start)
    return load
  }
}

extension Instant {
  /// Returns the instant some multiple of a duration later; `nil` if it is too far away.
  fileprivate func advanced(by step: Duration, times count: Int) -> Instant? {
    let (distance, overflow) = step.wholeNanoseconds.multipliedReportingOverflow(by: Int64(count))
    return overflow ? nil : advanced(byNanoseconds: distance)
  }
}
