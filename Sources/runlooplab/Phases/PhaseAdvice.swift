import LabDisplay
import LabExperiment
import LabKernel
import LabMetrics
import LabProof
import LabWorkload

/// What another phase of a timer saves, as one sentence beside what other changes save.
struct PhaseAdvice {
  /// The longest run that is decided for every phase beside other work.
  private static let longest = Duration.seconds(2)

  let text: String

  /// Decides a run for every first fire date of the driver that an explanation is about.
  ///
  /// There is none for a link, a long run, other metrics, what order alone does not decide, and
  /// where no phase is better.
  init?(_ explanation: Explanation, of run: RunSpec) {
    let metric = explanation.metric.rawValue
    let timer = run.scenario.drivers.first { $0.name == explanation.driver }
    guard let timer, case .timer = timer.source, run.scenario.duration <= Self.longest,
      PhaseReport.metrics.contains(metric)
    else { return nil }
    let start = timer.source.interval.wholeNanoseconds
    let open = OpenInstant.firstFire(of: timer.name)
    let map = try? PhaseMap(
      of: open, over: start..<start + run.scenario.panel.rate.phases, in: run.scenario,
      seed: run.seed, budget: 5_000, isCancelled: { Interruption.isAskedFor })
    guard let map, map.isComplete,
      let advice = PhaseCounts(metric, of: timer.name, in: map)?.advice(open)
    else { return nil }
    text = advice
  }
}
