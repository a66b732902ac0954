import LabDisplay
import LabKernel
import LabMotion
package import LabTrace

/// How much happens in a run, about, told before it begins.
extension Scenario {
  /// How many refreshes the display makes, at its fastest.
  private var expectedRefreshes: Int64 { count(every: panel.rate.period) }

  /// How often something happens that comes at an interval; what no memory holds is cut.
  private func count(every interval: Duration) -> Int64 {
    min(Self.most, duration.wholeNanoseconds / max(1, interval.wholeNanoseconds))
  }

  private static let most: Int64 = 1 << 40

  /// How many callbacks a driver has at most; a loop that begins anew at once is taken for one that
  /// does so a thousand times a second.
  private func expectedFirings(of driver: Driver) -> Int64 {
    switch driver.source {
    case .link: expectedRefreshes
    case .loop: max(expectedRefreshes, count(every: .milliseconds(1)))
    case .timer(let timer):
      timer.interval > .zero ? count(every: max(timer.interval, driver.cost.usual)) : 1
    }
  }

  /// How many tasks arrive.
  private func expectedTasks(of load: Load) -> Int64 {
    switch load.tasks {
    case .recorded(let tasks): return Int64(tasks.count)
    case .following: return 0
    case .drawn(let arrivals, _):
      switch arrivals {
      case .at(let instants): return Int64(instants.count)
      case .every(let interval, _): return count(every: interval)
      case .bursts(let count, let interval, _, _):
        return min(Self.most, Int64(min(count, 1 << 20)) * (self.count(every: interval) + 1))
      case .gaps: return 0
      case .poisson(let rate): return Int64(min(0x1p40, rate * duration.inSeconds))
      }
    }
  }

  private var expectedFirings: Int64 { drivers.reduce(0) { $0 + expectedFirings(of: $1) } }

  private var expectedTasks: Int64 { loads.reduce(0) { $0 + expectedTasks(of: $1) } }

  /// How many records a run leaves, about: a vsync a refresh, five for each firing, three for each
  /// task, and some more.
  package var expectedRecords: Int {
    Int(clamping: 32 + expectedRefreshes + 5 * expectedFirings + 3 * expectedTasks)
  }

  /// How many bytes it takes, about, to measure a run: what is kept of each callback with its
  /// frame, of each refresh of the display and of each driver, and of each task; and the numbers
  /// of which a percentile is asked.
  package var expectedBytes: Int64 {
    let firings = min(expectedFirings, Int64(eventLimit))
    let tasks = min(expectedTasks, Int64(eventLimit))
    let refreshes = expectedRefreshes
    let (perFiring, perRefresh, perTask): (Int64, Int64, Int64) = (138, 12, 200)
    return perFiring * firings + refreshes * (8 + perRefresh * Int64(drivers.count))
      + perTask * tasks + 8 * max(refreshes, firings)
  }
}

extension DurationLaw {
  /// About how long one is: the mean of a law that has one, else the least.
  fileprivate var usual: Duration {
    switch self {
    case .constant(let duration): duration
    case .inTurn(let list), .anyOf(let list): list.min() ?? .zero
    case .dated(let list): list.entries.map { $0.duration }.min() ?? .zero
    case .uniform(let range): (range.lowerBound + range.upperBound) / 2
    case .normal(let mean, _), .exponential(let mean), .logNormal(let mean, _): mean
    case .pareto(let least, _): least
    }
  }
}

/// The memory of a run's records, in which those of the next one lie.
///
/// Short runs would spend as much time on new memory as on what happens in them. One thread uses
/// it.
package final class RecordMemory {
  @safe @exclusivity(unchecked) private var records: [TraceRecord] = []

  package init() {}

  /// Returns an empty trace in the memory that there is; `nil` before the first run.
  func trace(_ detail: Trace.Detail) -> Trace? {
    guard records.capacity > 0 else { return nil }
    return Trace(detail: detail, in: &records)
  }

  /// Takes over the memory of a run that is over.
  package func keep(_ trace: inout Trace) { trace.giveMemory(to: &records) }
}
