package import LabKernel
import LabMetrics
import LabTrace
package import LabWorkload

/// What happens for every value of one open instant: exact, in whole nanoseconds.
///
/// Between two values at which something changes places, everything that is counted stays as it is.
package struct PhaseMap: Hashable, Sendable {
  /// Values next to one another with equal counts.
  package struct Region: Hashable, Sendable {
    /// The first value, in nanoseconds.
    package let from: Int64
    /// The value behind the last, in nanoseconds.
    package internal(set) var to: Int64
    /// What is counted of every driver, in declared order.
    package let counts: [Counts]

    /// How many whole nanoseconds it holds.
    package var width: Int64 { to - from }
  }

  /// What is counted of a driver; each as the metric of that name, and `nil` where it is undefined.
  package struct Counts: Hashable, Sendable {
    /// The name of the driver.
    package let driver: String
    /// The values of ``PhaseMap/metrics``, in that order.
    package let values: [Int?]

    /// Returns the value of a metric.
    package subscript(metric: String) -> Int? {
      PhaseMap.metrics.firstIndex(of: metric).flatMap { values[$0] }
    }
  }

  /// The metrics that depend on the order of what happens alone.
  package static let metrics = ["fires", "missed", "double_fires", "empty_refreshes", "dropped"]

  /// A run with more records counts as several in a budget, so that a budget bounds the time.
  static let recordsPerRun = 2048

  /// The regions in ascending order, without gaps.
  package let regions: [Region]
  /// How many runs decided it.
  package let runs: Int
  /// Whether the budget was enough, and nothing interrupted it.
  package let isComplete: Bool

  /// Maps what happens in a scenario.
  ///
  /// - Parameters:
  ///   - open: The instant that is left open.
  ///   - values: Its values in nanoseconds; at most a second of them.
  ///   - scenario: Everything else.
  ///   - seed: The seed of what is drawn in it.
  ///   - budget: How many runs of 2,048 records or fewer there may be; longer ones count as
  ///     several.
  ///   - isCancelled: Whether to stop now; asked before every run.
  ///   - forecast: Is told, before the second value, about how many of the budget all values take.
  ///   - underway: Is told how many of the budget were spent, after every value.
  /// - Throws: ``ProofFailure`` if something does not depend on the order of instants alone, or if
  ///   a run fails.
  package init(
    of open: OpenInstant, over values: Range<Int64>, in scenario: Scenario, seed: UInt64 = 1,
    budget: Int = 100_000, isCancelled: () -> Bool = { false },
    forecast: (Int) -> Void = { _ in }, underway: (Int) -> Void = { _ in }
  ) throws(ProofFailure) {
    let program = try ProofFailure.refusing { () throws(Refusal) in
      try OpenProgram(scenario, seed: seed, open: [open], upTo: values.upperBound)
    }
    let drivers = scenario.drivers.map { $0.name }
    var regions: [Region] = []
    var (next, runs, spent) = (values.lowerBound, 0, 0)
    while next < values.upperBound, spent < budget, !isCancelled() {
      let sample = try program.sample(at: [next], reach: Int64(values.count)) { trace, fineness in
        let counts = RunCounts.counts(in: trace, fineness: fineness)
        return drivers.compactMap { name in counts.first { $0.driver == name }.map(Counts.init) }
      }
      runs += sample.runs
      let cost = sample.runs * ((sample.units.records.count - 1) / Self.recordsPerRun + 1)
      if spent == 0 { forecast(cost * sample.changes(within: Int64(values.count))) }
      spent += cost
      underway(min(spent, budget))
      let end = min(values.upperBound, sample.zone.range(of: 0).upperBound + 1)
      let counts = sample.value
      if regions.last?.counts == counts {
        regions[regions.count - 1].to = end
      } else {
        regions.append(Region(from: next, to: end, counts: counts))
      }
      next = end
    }
    (self.regions, self.runs) = (regions, runs)
    isComplete = next >= values.upperBound
  }
}

extension PhaseMap.Counts {
  init(_ counts: RunCounts) {
    driver = counts.driver
    values = [
      counts.fires, counts.missed, counts.doubleFires, counts.emptyRefreshes, counts.dropped,
    ]
  }
}

extension RefreshRate {
  /// How many whole nanoseconds lie before the first vsync after 0: the period, rounded up.
  package var phases: Int64 {
    let (whole, rest) = (denominator * 1_000_000_000).quotientAndRemainder(dividingBy: numerator)
    return whole + (rest > 0 ? 1 : 0)
  }
}
