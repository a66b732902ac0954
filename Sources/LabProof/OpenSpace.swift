package import LabKernel
import LabLoop
package import LabWorkload

/// A program with a number of tasks, and the points that are to be covered.
struct OpenSpace {
  /// What the load of the tasks is called; no load of a script can have this name.
  static let load = "open tasks"

  let program: OpenProgram
  let domain: Zone
  /// The distance of two values of every open instant.
  let steps: [Int64]
  /// How far open instants move at most.
  let reach: Int64
  private let phases: [Proof.Phase]

  init(
    _ question: Proof.Question, count: Int, in scenario: Scenario, seed: UInt64
  ) throws(Refusal) {
    var scenario = scenario
    phases = question.phases
    var open = phases.map { $0.instant }
    var ranges = phases.map { $0.values.lowerBound...($0.values.upperBound - 1) }
    var steps = phases.map { _ in Int64(1) }
    if let tasks = question.tasks, count > 0 {
      let task = Recording.Task(arrival: .start, duration: tasks.duration, name: Self.load)
      scenario.loads.append(
        Load(
          name: Self.load, tasks: .recorded(Array(repeating: task, count: count)),
          delivery: tasks.delivery, modes: [.common]))
      guard tasks.within <= OpenProgram.longest else {
        throw Refusal("tasks", "they arrive within \(tasks.within); 400 s are the most")
      }
      let step = tasks.step.wholeNanoseconds
      for position in 0..<count {
        open.append(.arrival(position, of: Self.load))
        ranges.append(0...(tasks.places - 1) * step)
        steps.append(step)
      }
    }
    reach = ranges.map { $0.upperBound + 1 }.max() ?? 1
    program = try OpenProgram(scenario, seed: seed, open: open, upTo: reach)
    var domain = Zone(ranges)
    // The tasks are equal, and in the order in which they arrive.
    for index in (phases.count + 1)..<max(phases.count + 1, open.count) {
      domain.tighten(index, index + 1, to: 0)
    }
    domain.close()
    (self.domain, self.steps) = (domain, steps)
  }

  /// The run at a point, in words of the question.
  func arrangement(at point: [Int64], value: Int64) -> Arrangement {
    let scenario = program.concrete(at: point)
    var tasks: [Recording.Task] = []
    if case .recorded(let listed)? = scenario.loads.first(where: { $0.name == Self.load })?.tasks {
      tasks = listed
    }
    return Arrangement(
      value: value, scenario: scenario, phases: Array(point.prefix(phases.count)), tasks: tasks)
  }
}

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
