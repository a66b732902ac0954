import LabDisplay
import LabExperiment
import LabKernel
import LabMetrics
import LabPictures
import LabReport
import LabResults
import LabStudy
import LabText
import LabWorkload

/// The runs and the stretch of time that the options of a command ask for.
struct ChosenCase {
  /// The runs of one sweep point and replication, arm by arm.
  let runs: Case
  /// Which part of them.
  let stretch: Range<Instant>
  /// Why they were chosen, in words; `nil` if the options say it.
  let reason: String?

  /// The most runs that are performed to find one worth a look.
  private static let mostRuns = 1_000
  /// The most refreshes of a stretch.
  private static let mostRefreshes = 10_000

  /// The options by which a case is chosen.
  static let options = [
    Option("--run", "N", "the sweep point and replication of the run at this position in the plan"),
    Option("--worst", "METRIC", "the run with the greatest value of a metric").without("--run"),
    Option("--around", "TIME", "an instant that the stretch is about").without("--from"),
    Option("--from", "TIME", "where the stretch begins"),
    Option("--for", "TIME", "how long the stretch is (default: some refreshes)"),
    Option("--arm", "NAME", "this arm only; may be repeated"),
  ]

  /// What the options choose without any of them, for a help.
  static let remark =
    "Without options the run is the first that speaks against an expectation, else one of the sweep"
    + " point at which two arms differ most; the stretch is where they do, or about the worst moment."
    + " All arms of the run are shown."

  /// Chooses by the options of a command; of a result the values are there already.
  init(
    _ source: RunSource, _ arguments: Arguments, refreshes: Int = Stretch.usualRefreshes
  ) throws {
    let plan = source.plan
    let choice = try Self.choice(plan, arguments, source.known)
    let arms = try Scripts.arms(of: plan, arguments)
    runs = try Case(of: choice.run, in: plan, arms: arms)
    for run in runs.runs { try source.known?.check(run.trace, of: run.spec) }
    stretch = try Self.stretch(runs, choice, arguments, refreshes)
    let isAsked = ["--run", "--from", "--around"].contains { arguments.text($0) != nil }
    reason = isAsked && arguments.text("--worst") == nil ? nil : choice.reason
  }

  private static func choice(
    _ plan: Plan, _ arguments: Arguments, _ result: ExperimentResult?
  ) throws -> CaseFinder.Choice {
    let worst = try arguments.metric("--worst")
    if let run = try Scripts.run(of: plan, arguments) {
      let arms = plan.experiment.arms.count
      return CaseFinder.Choice(
        run: run, arm: run % arms, reason: "the run that was asked for")
    }
    let isPlaced = arguments.text("--from") != nil || arguments.text("--around") != nil
    let finder: CaseFinder
    if let result, worst.map(result.table.keeps) != false {
      finder = CaseFinder(plan, verdicts: result.verdicts, value: result.table.value)
    } else if isPlaced, worst == nil {
      finder = CaseFinder(plan, verdicts: [], limit: 0) { _, _, _ in nil }
    } else {
      finder = try Self.finder(performing: plan)
    }
    guard let choice = finder.choice(worst: worst) else {
      throw UsageError("the plan has no run. Leave out '--only' or '--set'.")
    }
    return choice
  }

  /// Performs the runs of a plan, or the first thousand of a large one, which is not judged.
  private static func finder(performing plan: Plan) throws -> CaseFinder {
    guard plan.count > mostRuns || plan.precisionText != nil else {
      let result = try ExperimentResult(name: "case", toShow: plan, jobs: 1)
      return CaseFinder(plan, verdicts: result.verdicts, value: result.table.value)
    }
    let arms = plan.experiment.arms.count
    let runs = Array(plan.indices.lazy.filter(plan.performs).prefix(mostRuns / arms * arms))
    let limit = (runs.last ?? 0) + 1
    if limit < plan.count {
      Terminal.printError("only the first \(runs.count) of \(plan.count) runs were looked at")
    }
    var results: [Int: RunResult] = [:]
    try Runner(forShowing: 1).measure(
      plan, at: runs, keeping: { $0 }, receive: { results[$0.run.index] = $0 })
    return CaseFinder(plan, verdicts: [], limit: limit) { run, driver, metric in
      results[run]?.value(of: metric, driver: driver)
    }
  }

  private static func stretch(
    _ runs: Case, _ choice: CaseFinder.Choice, _ arguments: Arguments, _ refreshes: Int
  ) throws -> Range<Instant> {
    let length = try arguments.duration("--for")
    guard let measurement = runs.runs.first?.measurement,
      let worst = runs.stretch(for: choice, refreshes: refreshes)
    else {
      throw InputError("the run has no whole refresh. Let it run longer.")
    }
    var begin = worst.lowerBound
    if let from = try arguments.duration("--from") {
      begin = .at(from)
    } else if let around = try arguments.duration("--around") {
      let length = runs.runs[0].spec.duration
      guard around <= length else {
        throw UsageError(
          "'--around' is behind the last moment: the run ends at \(length.millisecondText) ms.")
      }
      guard
        let stretch = Stretch.around(.at(around), of: measurement, refreshes: refreshes)
      else { return worst }
      begin = stretch.lowerBound
    }
    let period = runs.runs[0].spec.scenario.panel.rate.period
    guard (length ?? .zero) / period <= Double(mostRefreshes) else {
      throw UsageError(
        "more than \(mostRefreshes) refreshes are too many to draw. Ask for a shorter"
          + " '--for'.")
    }
    let usual = worst.lowerBound.duration(to: worst.upperBound)
    let drawn = measurement.refreshes(from: begin, for: length ?? usual)
      .clamped(to: 0..<measurement.refreshCount)
    guard !drawn.isEmpty, (length ?? usual) > .zero else {
      throw UsageError("the run has no whole refresh there. Ask for another '--from' or '--for'.")
    }
    return begin..<begin.advanced(by: length ?? usual)
  }
}
