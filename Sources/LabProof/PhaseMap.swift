public import LabKernel
import LabMetrics
public import LabWorkload

/// What happens for every value of one open instant: exact, in whole nanoseconds.
///
/// Between two values at which something changes places, everything that is counted stays as it is.
public struct PhaseMap: Hashable, Sendable {
  /// Values next to one another with equal counts.
  public struct Region: Hashable, Sendable {
    /// The first value, in nanoseconds.
    public let from: Int64
    /// The value behind the last, in nanoseconds.
    public internal(set) var to: Int64
    /// What is counted of every driver, in declared order.
    public let counts: [Counts]

    /// How many whole nanoseconds it holds.
    public var width: Int64 { to - from }
  }

  /// What is counted of a driver; each as the metric of that name, and `nil` where it is undefined.
  public struct Counts: Hashable, Sendable {
    /// The name of the driver.
    public let driver: String
    /// The values of ``PhaseMap/metrics``, in that order.
    public let values: [Int?]

    /// Returns the value of a metric.
    public subscript(metric: String) -> Int? {
      PhaseMap.metrics.firstIndex(of: metric).flatMap { values[$0] }
    }
  }

  /// The metrics that depend on the order of what happens alone.
  public static let metrics = ["fires", "missed", "double_fires", "empty_refreshes", "dropped"]

  /// The regions in ascending order, without gaps.
  public let regions: [Region]
  /// How many runs decided it.
  public let runs: Int
  /// Whether the budget was enough, and nothing interrupted it.
  public let isComplete: Bool

  /// Maps what happens in a scenario.
  ///
  /// - Parameters:
  ///   - open: The instant that is left open.
  ///   - values: Its values in nanoseconds; at most a second of them.
  ///   - scenario: Everything else.
  ///   - seed: The seed of what is drawn in it.
  ///   - budget: How many runs there may be.
  ///   - isCancelled: Whether to stop now; asked before every run.
  /// - Throws: ``Refusal`` if something does not depend on the order of instants alone, or
  ///   `WorldFailure` if a run fails.
  public init(
    of open: OpenInstant, over values: Range<Int64>, in scenario: Scenario, seed: UInt64 = 1,
    budget: Int = 100_000, isCancelled: () -> Bool = { false }
  ) throws {
    let program = try OpenProgram(scenario, seed: seed, open: [open])
    var regions: [Region] = []
    var (next, runs) = (values.lowerBound, 0)
    while next < values.upperBound, runs < budget, !isCancelled() {
      let sample = try program.sample(at: [next], reach: Int64(values.count)) {
        RunMeasurement($0).drivers.map { Counts($0) }
      }
      runs += sample.runs
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
  init(_ metrics: DriverMetrics) {
    driver = metrics.name
    values = PhaseMap.metrics.map { name in
      guard case .count(let count)? = MetricDictionary.metric(named: name)?.value(metrics) else {
        return nil
      }
      return count
    }
  }
}

extension RefreshRate {
  /// How many whole nanoseconds lie before the first vsync after 0: the period, rounded up.
  public var phases: Int64 {
    let (whole, rest) = (denominator * 1_000_000_000).quotientAndRemainder(dividingBy: numerator)
    return whole + (rest > 0 ? 1 : 0)
  }
}
