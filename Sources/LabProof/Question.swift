import LabKernel
import LabMetrics
package import LabTrace

extension Proof {
  /// What is counted or measured of a driver.
  package enum Quantity: String, Hashable, Sendable, CaseIterable {
    /// The metric `double_fires`.
    case doubleFires = "double_fires"
    /// The metric `dropped`.
    case dropped
    /// The metric `missed`.
    case missed
    /// The metric `lateness_max`, in nanoseconds.
    case lateness
  }

  /// An instant that is open, and its values.
  package struct Phase: Hashable, Sendable {
    /// The instant.
    package var instant: OpenInstant
    /// Its values, in nanoseconds.
    package var values: Range<Int64>

    /// Creates an open instant.
    ///
    /// - Precondition: It has a value.
    package init(_ instant: OpenInstant, _ values: Range<Int64>) {
      require(!values.isEmpty && values.lowerBound >= 0, "an open instant in \(values)")
      (self.instant, self.values) = (instant, values)
    }
  }

  /// What is asked.
  package struct Question: Hashable, Sendable {
    /// What is counted or measured.
    package var quantity: Quantity
    /// Of which driver.
    package var driver: String
    /// The most that there may be, in nanoseconds for a time; `nil` to ask for the most there is.
    package var limit: Int64?
    /// The instants that are open.
    package var phases: [Phase]
    /// The tasks that arrive at open instants; `nil` for none.
    package var tasks: OpenTasks?

    /// Creates a question.
    package init(
      _ quantity: Quantity, of driver: String, atMost limit: Int64?, over phases: [Phase] = [],
      tasks: OpenTasks? = nil
    ) {
      (self.quantity, self.driver, self.limit) = (quantity, driver, limit)
      (self.phases, self.tasks) = (phases, tasks)
    }

    /// How many programs it is about, with so many tasks at most.
    package func programs(with tasks: Int) -> Double {
      phases.reduce(self.tasks?.arrangements(of: tasks) ?? 1) { $0 * Double($1.values.count) }
    }
  }
}

extension Proof.Question {
  /// What a run comes to; 0 where it is undefined.
  ///
  /// A power of two of its units makes a nanosecond.
  package func value(in trace: Trace, fineness: Int = 0) -> Int64 {
    guard quantity != .lateness else {
      return callbacks(in: trace).map { $0.began - $0.due }.max() ?? 0
    }
    let counts = RunCounts.counts(in: trace, fineness: fineness).first { $0.driver == driver }
    let count =
      switch quantity {
      case .doubleFires: counts?.doubleFires
      case .dropped: counts?.dropped
      case .missed, .lateness: counts?.missed
      }
    return Int64(count ?? 0)
  }

  /// When the callbacks of the driver were due and began.
  func callbacks(in trace: Trace) -> [(due: Int64, began: Int64)] {
    var callbacks: [(due: Int64, began: Int64)] = []
    for record in trace.records {
      if record.kind == .ended { break }
      guard record.kind == .calloutBegan, trace.names[Int(record.subject)] == driver,
        case .calloutBegan(_, _, let due, _) = record.event
      else { continue }
      callbacks.append((due.nanoseconds, record.time.nanoseconds))
    }
    return callbacks
  }
}
