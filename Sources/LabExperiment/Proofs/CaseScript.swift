import LabKernel
import LabLanguage
import LabMetrics
public import LabTrace
public import LabWorkload

/// A script of one case: an arm at a sweep point with its open instants set, and what it shows.
public struct CaseScript: Sendable {
  /// The script.
  public let text: String
  /// The run, as the script is read.
  public let run: RunSpec
  /// What happened in it.
  public let trace: Trace
  /// Whether its expectation holds.
  public let holds: Bool

  /// Writes the script of a case, reads it again, and performs it.
  ///
  /// - Parameters:
  ///   - question: What was asked.
  ///   - index: The position of the run about which it was asked.
  ///   - plan: The plan of the run.
  ///   - phases: The instants that were open, in the order of the question.
  ///   - tasks: The tasks that were open.
  ///   - value: What the case comes to.
  /// - Throws: A mistake if the script cannot be read again, or `WorldFailure`.
  public init(
    _ question: Proposition, about index: Int, in plan: Plan, phases: [Int64],
    tasks: [Recording.Task], value: Int64
  ) throws {
    let experiment = plan.experiment
    let spec = plan[index]
    let dates = Dictionary(zip(question.phases.map(\.driver), phases)) { first, _ in first }
    let timers = Set(
      spec.scenario.drivers.filter { $0.source.interval > .zero }.map(\.name))
    let writer = SceneWriter(experiment, spec, keepsLoads: true) { statement in
      switch statement.form.keyword {
      case "timer":
        guard let date = dates[statement.head[0].text] else { return [:] }
        return ["first at": "\(date) ns", "phase": ""]
      case "display":
        guard let date = dates.first(where: { !timers.contains($0.key) })?.value else { return [:] }
        return ["phase": "\(date) ns"]
      default: return [:]
      }
    }
    var arm = writer.arm
    if let first = tasks.first, let door = question.tasks?.door {
      var name = "arriving"
      while spec.scenario.loads.contains(where: { $0.name == name }) { name += "-too" }
      let instants = tasks.map { "\(Self.words($0.arrival.nanoseconds))" }.joined(separator: ", ")
      arm.append(
        "  load \(name) at \(instants) takes \(Self.words(first.duration.wholeNanoseconds))"
          + " as \(door.rawValue)")
    }
    let isTime = question.metric == "lateness"
    let metric = isTime ? "lateness_max" : question.metric
    let lines =
      ["# A case of: \(question.text)", "seed \(spec.seed)"] + writer.scene + [""] + arm
      + ["", "expect \(spec.arm).\(question.driver).\(metric) >= \(value)\(isTime ? " ns" : "")"]
    text = lines.joined(separator: "\n") + "\n"
    let inputs =
      [Experiment.Input(path: experiment.path, bytes: Array(text.utf8))]
      + experiment.inputs.dropFirst()
    let again = try Experiment(inputs: inputs, overriding: []).plan()
    run = again[0]
    trace = try Stage(run.scenario, seed: run.seed).run()
    let measurement = RunMeasurement(trace)
    let verdicts = again.verdicts { _, driver, metric in
      measurement[driver: driver].flatMap { MetricDictionary.metric(named: metric)?.value($0) }
    }
    holds = verdicts.allSatisfy { $0.outcome == .holds }
  }

  /// A time in the largest unit in which it is a whole number.
  package static func words(_ nanoseconds: Int64) -> String {
    let units: [(name: String, length: Int64)] = [
      ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000),
    ]
    let unit = units.first { nanoseconds % $0.length == 0 && nanoseconds > 0 } ?? ("ns", 1)
    return "\(nanoseconds / unit.length) \(unit.name)"
  }
}
