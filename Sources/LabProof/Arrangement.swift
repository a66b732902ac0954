package import LabKernel
package import LabWorkload

/// One of the runs that a question is about.
package struct Arrangement: Hashable, Sendable {
  /// What the question asks for, in this run.
  package let value: Int64
  /// The run.
  package internal(set) var scenario: Scenario
  /// The instants that were open, in nanoseconds, in the order of the question.
  package let phases: [Int64]
  /// The tasks that were open, in the order in which they arrive.
  package internal(set) var tasks: [Recording.Task]
}

extension Arrangement {
  /// The same run with tasks that are shorter, as long as more than a limit remains.
  ///
  /// All are shortened by as much: by 10 ms as often as it can be, then by 1 ms, and so on down to
  /// 1 ns. It is not always the shortest of all, as shorter tasks may do more harm than longer
  /// ones.
  ///
  /// - Throws: `WorldFailure` if a run fails.
  package func shortened(_ question: Proof.Question, seed: UInt64) throws(WorldFailure)
    -> Arrangement
  {
    guard let limit = question.limit, var length = tasks.first?.duration.wholeNanoseconds else {
      return self
    }
    var shortest = self
    var step: Int64 = 10_000_000
    while step > 0 {
      while length > step {
        var run = shortest.scenario
        var tasks = tasks
        for index in tasks.indices { tasks[index].duration = .nanoseconds(length - step) }
        for index in run.loads.indices where run.loads[index].name == OpenSpace.load {
          run.loads[index].tasks = .recorded(tasks)
        }
        let value = question.value(in: try Stage(run, seed: seed).run())
        guard value > limit else { break }
        length -= step
        shortest = Arrangement(value: value, scenario: run, phases: phases, tasks: tasks)
      }
      step /= 10
    }
    return shortest
  }
}
