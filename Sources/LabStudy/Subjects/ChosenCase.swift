package import LabAnswer
import LabDisplay
import LabExperiment
package import LabKernel
import LabMetrics
import LabPictures
import LabResults
import LabText
import LabWorkload

/// The runs and the stretch of time that are shown.
package struct ChosenCase {
  /// The runs of one sweep point and replication, arm by arm.
  package let runs: Case
  /// Which part of them.
  package let stretch: Range<Instant>
  /// Why they were chosen, in words; `nil` if that was asked for.
  package let reason: String?

  /// The most runs that are performed to find one worth a look.
  private static let mostRuns = 1_000
  /// The most refreshes of a stretch.
  private static let mostRefreshes = 10_000

  /// What is asked to be shown; what is `nil` is chosen.
  package struct Question {
    /// The sweep point and replication of the run at this position in the plan.
    package var run: Int?
    /// The metric of whose greatest value the run is.
    package var worst: String?
    package var arms: [Int]?
    /// An instant that the stretch is about.
    package var around: Duration?
    /// Where the stretch begins, and how long it is.
    package var from: Duration?
    package var length: Duration?

    /// Creates one that leaves everything to be chosen.
    package init() {}
  }

  /// Chooses what is asked for; of a result the values are there already.
  ///
  /// - Throws: `UsageError` or `InputError` if there is no such run or stretch, or what a run
  ///   throws.
  package init(
    _ source: RunSubject, _ asked: Question, refreshes: Int = Stretch.usualRefreshes,
    _ watch: Watch = Watch()
  ) throws {
    let choice = try Self.choice(source, asked, watch)
    runs = try Case(of: choice.run, in: source.plan, arms: asked.arms)
    for run in runs.runs { try source.known?.check(run.trace, of: run.spec) }
    stretch = try Self.stretch(runs, choice, asked, refreshes)
    let isAsked = asked.run != nil || asked.from != nil || asked.around != nil
    reason = isAsked && asked.worst == nil ? nil : choice.reason
  }

  private static func choice(
    _ source: RunSubject, _ asked: Question, _ watch: Watch
  ) throws -> CaseFinder.Choice {
    let (plan, worst) = (source.plan, asked.worst)
    if let run = asked.run {
      let arms = plan.experiment.arms.count
      return CaseFinder.Choice(
        run: run, arm: run % arms, reason: "the run that was asked for")
    }
    let isPlaced = asked.from != nil || asked.around != nil
    let finder: CaseFinder
    if let result = source.known, worst.map(result.table.keeps) != false {
      finder = CaseFinder(plan, verdicts: result.verdicts, value: result.table.value)
    } else if isPlaced, worst == nil {
      finder = CaseFinder(plan, verdicts: [], limit: 0) { _, _, _ in nil }
    } else {
      finder = try Self.finder(performing: plan, watch)
    }
    guard let choice = finder.choice(worst: worst) else {
      throw UsageError("the plan has no run. Leave out '--only' or '--set'.")
    }
    return choice
  }

  /// Performs the runs of a plan, or the first thousand of a large one, which is not judged.
  private static func finder(performing plan: Plan, _ watch: Watch) throws -> CaseFinder {
    guard plan.count > mostRuns || plan.precisionText != nil else {
      let result = try ExperimentResult(name: "case", toShow: plan, jobs: 1)
      return CaseFinder(plan, verdicts: result.verdicts, value: result.table.value)
    }
    let arms = plan.experiment.arms.count
    let runs = Array(plan.indices.lazy.filter(plan.performs).prefix(mostRuns / arms * arms))
    let limit = (runs.last ?? 0) + 1
    if limit < plan.count {
      watch.warns("only the first \(runs.count) of \(plan.count) runs were looked at.")
    }
    var results: [Int: RunResult] = [:]
    try Runner(forShowing: 1).measure(
      plan, at: runs, keeping: { $0 },
      receive: {
        let result = try $0.get()
        results[result.run.index] = result
      })
    return CaseFinder(plan, verdicts: [], limit: limit) { run, driver, metric in
      results[run]?.value(of: metric, driver: driver)
    }
  }

  private static func stretch(
    _ runs: Case, _ choice: CaseFinder.Choice, _ asked: Question, _ refreshes: Int
  ) throws -> Range<Instant> {
    guard let measurement = runs.runs.first?.measurement,
      let worst = runs.stretch(for: choice, refreshes: refreshes)
    else {
      throw InputError("the run has no whole refresh. Let it run longer.")
    }
    var begin = worst.lowerBound
    if let from = asked.from {
      begin = .at(from)
    } else if let around = asked.around {
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
    let length = asked.length
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
