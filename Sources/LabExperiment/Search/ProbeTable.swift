package import LabMetrics
import LabText

/// The values that some expectations need of the runs of one sweep point.
package final class ProbeTable {
  /// A metric of a driver.
  struct Key: Hashable, Sendable {
    let driver: String
    let metric: String
  }

  /// The arms of which there are values.
  let arms: Set<Int>
  /// What is needed of every run.
  private let keys: [Key]
  /// How many values are needed of every run.
  package var count: Int { keys.count }
  /// Turns a run into the values of it that are needed.
  package let digest: @Sendable (RunResult) -> (run: Int, values: [MetricValue?])
  /// The position of the last run.
  private(set) var runs = 0

  private var values: [Int: [MetricValue?]] = [:]
  private let places: [Key: Int]

  init(of expectations: [Expectation]) {
    arms = Set(expectations.flatMap { $0.matches.joined().map { $0.arm } })
    let needed = Set(
      expectations.flatMap { expectation in
        expectation.measures.flatMap { measure in
          expectation.matches.map {
            Key(driver: $0[measure.subject].name, metric: measure.metric)
          }
        }
      })
    let keys = needed.sorted { ($0.driver, $0.metric) < ($1.driver, $1.metric) }
    self.keys = keys
    places = Dictionary(keepingFirst: keys.enumerated().map { ($1, $0) })
    digest = { result in
      (result.run.index, keys.map { result.value(of: $0.metric, driver: $0.driver) })
    }
  }

  /// Notes the values that are needed of a run.
  package func append(_ finished: (run: Int, values: [MetricValue?])) {
    values[finished.run] = finished.values
    runs = max(runs, finished.run)
  }

  func value(_ run: Int, _ driver: String, _ metric: String) -> MetricValue? {
    guard let place = places[Key(driver: driver, metric: metric)] else { return nil }
    return values[run]?[place]
  }
}
