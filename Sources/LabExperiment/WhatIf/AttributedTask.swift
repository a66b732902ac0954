import LabKernel
import LabMetrics
import LabWorkload

/// A task, how much of the trouble is attributed to it, and what leaving it out alone saves.
///
/// Attribution says who held the thread while the driver waited: it adds up to all of the waiting.
/// A saving says what would be better without: it does not add up, and may be 0 for a task that
/// held the thread all the time, if another one would have done so in its place.
package struct AttributedTask: Hashable, Sendable {
  /// The load.
  package let load: String
  /// The position of the task among those of its load, from 0.
  package let number: Int
  /// How long the task takes, as planned.
  package let duration: Duration
  /// How much of the dropped slots, or of the lateness before double fires, it is attributed.
  package let time: Duration
  /// The share of all that is attributed, in percent.
  package let percent: Double
  /// What leaving it out alone saves; `nil` if that was not tried.
  package let saving: Double?
}

extension WhatIf {
  /// Returns the tasks with the most attributed time in the first run of the base, and how many
  /// have any.
  func attributedTasks(
    _ problem: Problem, most: Int, saving: (String, Int) -> Double?
  ) -> (tasks: [AttributedTask], count: Int) {
    let base = bases[0]
    guard !base.scenario.hasPieces else { return ([], 0) }
    let (worst, all) = base.blamedTasks(for: [problem])
    let tasks = worst.prefix(most).map { load, number, time in
      let planned = base.scenario.loads.first { $0.name == load }?.writtenTasks
      return AttributedTask(
        load: load, number: number, duration: planned?[number].duration ?? .zero, time: time,
        percent: 100 * (time / all), saving: saving(load, number))
    }
    return (tasks, worst.count)
  }
}

extension WhatIfBase {
  /// Returns the tasks to which some kinds of problems are put down, with their time, the most
  /// first, and the time of these problems for all causes.
  func blamedTasks(
    for problems: [Problem]
  ) -> (tasks: [(load: String, number: Int, time: Duration)], all: Duration) {
    let blames = measurement.blameRows(of: driver)
      .filter { problems.contains($0.problem) }.map { $0.blame }
    let tasks: [(load: String, number: Int, time: Duration)] = blames.summed().compactMap {
      guard $0.cause == .tasks, let load = $0.owner, let number = $0.serial else { return nil }
      return (load, number, $0.time)
    }
    return (tasks, blames.reduce(.zero) { $0 + $1.time })
  }
}
