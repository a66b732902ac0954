import LabDisplay
package import LabImport
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload

/// The inputs of a recording beside those that the lab predicts from the other tasks.
///
/// All other tasks begin when they did and take as long as they did. So it shows whether what held
/// the thread is what an input waited for, and not what follows from its answer.
package struct InputAgreement {
  /// An input with what the lab predicts.
  package struct Pair {
    /// What was recorded.
    package let input: ImportedTrace.Input
    /// How long it waits in the lab, in nanoseconds.
    package let predicted: Int64
    /// The task for which it waits there longest; `nil` if it waits for none.
    let holder: Recording.Task?

    /// How long it waited, in nanoseconds.
    package var waited: Int64 { input.began - input.arrived }
  }

  /// The inputs in the order of their arrivals.
  package let pairs: [Pair]
  /// How far the two waits may be apart to be called the same, in nanoseconds: 1 ms in a browser,
  /// where an input passes several processes, and half of it in an app.
  package let tolerance: Int64

  /// Compares the inputs of a recording; `nil` without any.
  ///
  /// - Throws: Why they could not be simulated.
  package init?(_ trace: ImportedTrace) throws {
    guard !trace.inputs.isEmpty else { return nil }
    tolerance = trace.loop == nil ? 1_000_000 : 500_000
    let scenario = Self.scenario(of: trace)
    let run = RunMeasurement(try Stage(scenario, seed: 0).run())
    let rows = run.taskRows(of: Self.name)
    pairs = zip(trace.inputs, rows).compactMap { input, row in
      row[.wait].map { wait in
        let first = run.causes(ofWait: row, in: Self.name).first
        return Pair(
          input: input, predicted: wait.wholeNanoseconds,
          holder: first?.serial.flatMap { scenario.recordedTask($0, of: first?.owner ?? "") })
      }
    }
  }

  /// How many waits are the same.
  package var same: Int { pairs.count { abs($0.predicted - $0.waited) <= tolerance } }

  /// The name of the load of inputs.
  private static let name = "input"

  private static func scenario(of trace: ImportedTrace) -> Scenario {
    let (works, others) = trace.loop == nil ? works(of: trace) : ([], busy(trace))
    let takes = Dictionary(works) { first, _ in first }
    let inputs = trace.inputs.enumerated().map { index, input in
      Recording.Task(
        arrival: Instant(nanoseconds: input.arrived),
        duration: .nanoseconds(takes[index] ?? 0), name: input.name)
    }
    let tasks = others.sorted { $0.start < $1.start }.map { task in
      Recording.Task(
        arrival: Instant(nanoseconds: task.start), duration: .nanoseconds(task.duration),
        name: task.name)
    }
    let work = tasks.reduce(Duration.zero) { $0 + $1.duration }
    var scenario = Scenario(
      panel: Panel(rate: .hertz(60)),
      duration: .nanoseconds(trace.windowLength) + work + .seconds(1),
      loads: [
        Load(
          name: name, tasks: .recorded(inputs), door: .source, modes: [.common], isInput: true),
        Load(name: "page", tasks: .recorded(tasks), door: .port, modes: [.common]),
      ])
    if trace.browser == .chromium { scenario.profile.tasks = TaskRules(.chromium) }
    scenario.measuresTasks = true
    return scenario
  }

  /// What held the thread of an app: its tasks, and the callouts of its drivers.
  private static func busy(_ trace: ImportedTrace) -> [ImportedTrace.Task] {
    let callouts = (trace.loop?.drivers ?? []).flatMap { driver in
      driver.firings.map {
        ImportedTrace.Task(
          name: driver.name, start: $0.began, duration: max(0, $0.ended - $0.began))
      }
    }
    return trace.tasks + callouts
  }

  /// How long the inputs of a page held its thread, by their places, and the tasks that answered
  /// none.
  private static func works(
    of trace: ImportedTrace
  ) -> (works: [(Int, Int64)], others: [ImportedTrace.Task]) {
    var works: [(Int, Int64)] = []
    var answers: Set<Int> = []
    let order = trace.inputs.indices.sorted { trace.inputs[$0].began < trace.inputs[$1].began }
    for (place, index) in order.enumerated() {
      let input = trace.inputs[index]
      let task = trace.tasks.partitionIndex { $0.start > input.began } - 1
      let own = input.ended ?? input.began
      guard task >= 0, trace.tasks[task].end > input.began else {
        works.append((index, own - input.began))
        continue
      }
      answers.insert(task)
      // Of several inputs in one task each has what is left until the next.
      let next = place + 1 < order.count ? trace.inputs[order[place + 1]].began : .max
      works.append((index, min(trace.tasks[task].end, next) - input.began))
    }
    return (works, trace.tasks.indices.filter { !answers.contains($0) }.map { trace.tasks[$0] })
  }
}

extension ImportedTrace.Task {
  fileprivate var end: Int64 { start + duration }
}
