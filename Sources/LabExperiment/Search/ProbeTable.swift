import LabMetrics
import LabTrace

/// The values that some expectations need of the runs of one sweep point.
final class ProbeTable {
  /// A metric of a driver.
  struct Key: Hashable, Sendable {
    let driver: String
    let metric: String
  }

  /// The arms of which there are values.
  let arms: Set<Int>
  /// Turns a run into the values of it that are needed.
  let digest: @Sendable (RunSpec, Trace) throws -> (run: Int, values: [Key: MetricValue])
  /// The position of the last run.
  private(set) var runs = 0

  private var values: [Int: [Key: MetricValue]] = [:]

  init(of expectations: [Expectation]) {
    arms = Set(expectations.flatMap { $0.matches.joined().map(\.arm) })
    let keys = Set(
      expectations.flatMap { expectation in
        expectation.measures.flatMap { measure in
          expectation.matches.map {
            Key(driver: $0[measure.subject].name, metric: measure.metric)
          }
        }
      })
    digest = { run, trace in
      let result = try RunResult(run, trace)
      let pairs = keys.compactMap { key in
        result.value(of: key.metric, driver: key.driver).map { (key, $0) }
      }
      return (run.index, Dictionary(uniqueKeysWithValues: pairs))
    }
  }

  func append(_ finished: (run: Int, values: [Key: MetricValue])) {
    values[finished.run] = finished.values
    runs = max(runs, finished.run)
  }

  func value(_ run: Int, _ driver: String, _ metric: String) -> MetricValue? {
    values[run]?[Key(driver: driver, metric: metric)]
  }
}
