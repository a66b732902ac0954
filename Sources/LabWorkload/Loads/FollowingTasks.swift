import LabKernel

/// What follows each task of a load, by the number of that task.
struct FollowingTasks {
  /// One task that follows another.
  struct Task {
    /// The number of the task that it follows.
    let number: Int
    /// Its own number in the trace: the same, or its position in the list.
    let serial: Int
    let delay: Duration
    let duration: Duration
    let piece: Duration?
  }

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
  private var early: [Int: Task] = [:]

  init(_ following: Following, of load: String, seed: UInt64) {
    switch following.tasks {
    case .drawn(let delay, let takes): source = .drawn(delay: delay, takes: takes)
    case .listed(let tasks):
      let positions = tasks.enumerated().map { ($0.element.number ?? $0.offset, $0.offset) }
      source = .listed(tasks, Dictionary(positions) { first, _ in first })
    }
    delays = RandomStream(seed: seed, name: "arrivals of \(load)")
    durations = RandomStream(seed: seed, name: "durations of \(load)")
  }

  /// Returns what follows a task, once; `nil` for nothing.
  mutating func task(after number: Int) -> Task? {
    switch source {
    case .listed(let tasks, let positions):
      guard let position = positions[number] else { return nil }
      let task = tasks[position]
      return Task(
        number: number, serial: position, delay: Instant.start.duration(to: task.arrival),
        duration: task.duration, piece: task.piece)
    case .drawn(let delay, let takes):
      if let known = early.removeValue(forKey: number) { return known }
      while count <= number {
        let task = Task(
          number: count, serial: count, delay: delay.draw(from: &delays),
          duration: takes.draw(from: &durations), piece: nil)
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
      (0..<count).compactMap { drawn.task(after: $0) }.map { task in
        Recording.Task(arrival: .at(task.delay), duration: task.duration, name: name)
      })
    var load = self
    load.tasks = .following(following)
    return load
  }
}
