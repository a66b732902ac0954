import LabKernel
import LabLanguage
import LabMetrics
package import LabProof
package import LabTrace
import LabWorkload

/// A script of one case: an arm at a sweep point with its open instants set, and what it shows.
package struct CaseScript: Sendable {
  /// The script.
  package let text: String
  /// The run, as the script is read.
  package let run: RunSpec
  /// What happened in it.
  package let trace: Trace
  /// Whether its expectation holds.
  package let holds: Bool

  /// Writes the script of a case, reads it again, and performs it.
  ///
  /// - Throws: ``ExperimentFailure`` if the script cannot be read again, or if its run fails.
  package init(
    _ proposition: Proposition, about index: Int, in plan: Plan, showing found: Arrangement
  ) throws(ExperimentFailure) {
    let question = proposition.question
    let experiment = plan.experiment
    let spec = plan[index]
    var dates: [String: Int64] = [:]
    var vsync: Int64?
    for (phase, value) in zip(question.phases, found.phases) {
      if case .firstFire(let timer) = phase.instant { dates[timer] = value } else { vsync = value }
    }
    let writer = SceneWriter(experiment, spec, keepsLoads: true) { statement in
      switch statement.form.keyword {
      case "timer":
        dates[statement.head[0].text].map { date in
          statement["once at"] == nil
            ? ["first at": "\(date) ns", "phase": ""] : ["once at": "\(date) ns"]
        } ?? [:]
      case "display": vsync.map { ["phase": "\($0) ns"] } ?? [:]
      default: [:]
      }
    }
    var arm = writer.arm
    if let first = found.tasks.first, let delivery = question.tasks?.delivery {
      var name = "arriving"
      while spec.scenario.loads.contains(where: { $0.name == name }) { name += "-too" }
      let instants = found.tasks.map { "\(Self.words($0.arrival.nanoseconds))" }.joined(
        separator: ", ")
      arm.append(
        "  load \(name) at \(instants) takes \(Self.words(first.duration.wholeNanoseconds))"
          + " as \(delivery.rawValue)")
    }
    let isTime = question.quantity == .lateness
    let metric = isTime ? "lateness_max" : question.quantity.rawValue
    let lines =
      ["# A case of: \(proposition.text)", "seed \(spec.seed)"] + writer.scene + [""] + arm
      + [
        "",
        "expect \(spec.arm).\(question.driver).\(metric) >= \(found.value)\(isTime ? " ns" : "")",
      ]
    text = lines.joined(separator: "\n") + "\n"
    let inputs =
      [Experiment.Input(path: experiment.path, bytes: Array(text.utf8))]
      + experiment.inputs.dropFirst()
    let again = try Experiment.plan(ofWritten: inputs)
    run = again[0]
    do throws(WorldFailure) {
      trace = try Stage(run.scenario, seed: run.seed).run()
    } catch {
      throw .proof(.failed(error))
    }
    let measurement = RunMeasurement(trace)
    let verdicts = again.verdicts { _, driver, metric in measurement[metric, of: driver] }
    holds = verdicts.allSatisfy { $0.outcome == .holds }
  }

  /// A time in the largest unit in which it is a whole number.
  static func words(_ nanoseconds: Int64) -> String {
    let units: [(name: String, length: Int64)] = [
      ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000),
    ]
    let unit = units.first { nanoseconds % $0.length == 0 && nanoseconds > 0 } ?? ("ns", 1)
    return "\(nanoseconds / unit.length) \(unit.name)"
  }
}
