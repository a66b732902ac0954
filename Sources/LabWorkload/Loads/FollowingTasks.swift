import LabKernel
import LabText

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
