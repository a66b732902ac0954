import LabExperiment
import LabStudy

/// The options by which the runs and the stretch of time are chosen that are shown.
enum CaseOptions {
  static let options = [
    Option("--run", "N", "the sweep point and replication of the run at this position in the plan"),
    Option("--worst", "METRIC", "the run with the greatest value of a metric").without("--run"),
    Option("--around", "TIME", "an instant that the stretch is about").without("--from"),
    Option("--from", "TIME", "where the stretch begins"),
    Option("--for", "TIME", "how long the stretch is (default: some refreshes)"),
    Option("--arm", "NAME", "this arm only; may be repeated"),
  ]

  /// What is chosen without any of them, for a help.
  static let remark =
    "Without options the run is the first that speaks against an expectation, else one of the sweep"
    + " point at which two arms differ most; the stretch is where they do, or about the worst moment."
    + " All arms of the run are shown."

  /// What the options ask for.
  static func question(
    _ source: RunSubject, _ arguments: Arguments
  ) throws -> ChosenCase.Question {
    var asked = ChosenCase.Question()
    asked.run = try Scripts.run(of: source.plan, arguments)
    asked.worst = try arguments.metric("--worst")
    asked.arms = try Scripts.arms(of: source.plan, arguments)
    asked.around = try arguments.duration("--around")
    asked.from = try arguments.duration("--from")
    asked.length = try arguments.duration("--for")
    return asked
  }
}
