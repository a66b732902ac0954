import LabExperiment
import LabKernel
import LabMetrics
import LabProof
import LabWorkload

extension PhaseFindings {
  /// The longest run that is decided for every phase beside other work.
  private static let longestAside = Duration.seconds(2)

  /// What another phase of a timer saves, as one sentence beside what other changes save.
  ///
  /// There is none for a link, a long run, other metrics, what order alone does not decide, and
  /// where no phase is better.
  static func advice(beside explanation: Explanation, of run: RunSpec) -> String? {
    let driver = run.scenario.drivers.first { $0.name == explanation.driver }
    let metric = explanation.metric
    guard let interval = driver?.source.timer?.interval, run.scenario.duration <= longestAside,
      metrics.contains(metric)
    else { return nil }
    let report = try? PhaseFindings(
      of: .firstFire(of: explanation.driver), from: interval.wholeNanoseconds, in: run,
      budget: 5_000)
    return report?.advice(on: metric, below: explanation.value)
  }
}
