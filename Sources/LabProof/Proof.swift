package import LabKernel
import LabMetrics
package import LabTrace
package import LabWorkload

/// Whether something stays within a limit, or the most of it, for all values of what is left open.
package struct Proof: Sendable {
  /// The answer.
  package enum Outcome: Sendable {
    /// All of it was covered, and the limit holds.
    case proven
    /// The limit is exceeded by ``Proof/worst``.
    case refuted
    /// The budget was too small, or the search was interrupted.
    case undecided
  }

  /// The question.
  package let question: Question
  /// The answer.
  package private(set) var outcome = Outcome.undecided
  /// The run that refutes the limit, or the first of those with the most that were found.
  package private(set) var worst: Arrangement?
  /// How many runs were made.
  package private(set) var runs = 0
  /// In how many zones the same happens everywhere.
  package private(set) var zones = 0
  /// How many tasks at most were covered in full; `nil` if not even none.
  package private(set) var coveredTasks: Int?

  /// So many zones are remembered, in which other pieces of what is left may lie as well.
  private static let memory = 100

  /// Answers a question about a scenario.
  ///
  /// The points of what is open are taken zone by zone: one run decides all points at which the
  /// same happens, and what is left is cut into zones again until nothing is left. Few tasks come
  /// before many, so that a refutation has as few as possible.
  ///
  /// - Parameters:
  ///   - question: What is asked.
  ///   - scenario: Everything that is not open.
  ///   - seed: The seed of what is drawn in it.
  ///   - budget: How many runs there may be, about.
  ///   - isCancelled: Whether to stop now; asked before every run.
  /// - Throws: ``ProofFailure`` if something does not depend on the order of instants alone, or if
  ///   a run fails.
  package init(
    _ question: Question, in scenario: Scenario, seed: UInt64 = 1, budget: Int = 5_000_000,
    isCancelled: () -> Bool = { false }
  ) throws(ProofFailure) {
    self.question = question
    guard scenario.drivers.contains(where: { $0.name == question.driver }) else {
      throw .undecidable(
        Refusal("driver ‘\(question.driver)’", "there is none of that name"))
    }
    for count in 0...(question.tasks?.most ?? 0) {
      let space = try ProofFailure.refusing { () throws(Refusal) in
        try OpenSpace(question, count: count, in: scenario, seed: seed)
      }
      guard try cover(space, budget, isCancelled) else { return }
      coveredTasks = count
    }
    outcome = .proven
  }

  /// Returns why a question cannot be decided, as far as no run is needed to know it; `nil` if
  /// nothing is in its way.
  package static func refusal(
    of question: Question, in scenario: Scenario, seed: UInt64
  ) -> Refusal? {
    do throws(Refusal) {
      _ = try OpenSpace(question, count: question.tasks?.most ?? 0, in: scenario, seed: seed)
      return nil
    } catch {
      return error
    }
  }

  /// Takes zone after zone until nothing is left.
  ///
  /// - Returns: Whether all of it was covered, and the limit holds.
  private mutating func cover(
    _ space: OpenSpace, _ budget: Int, _ isCancelled: () -> Bool
  ) throws(ProofFailure) -> Bool {
    let program = space.program
    var left = [space.domain]
    var known: [Zone] = []
    while var piece = left.popLast() {
      piece.snap(to: space.steps)
      if piece.isEmpty { continue }
      let point = piece.leastPoint
      if let zone = known.last(where: { $0.contains(point) }) {
        left += piece.subtracting(zone)
        continue
      }
      guard runs < budget, !isCancelled() else { return false }
      let sample = try program.sample(at: point, reach: space.reach) {
        question.quantity == .lateness ? 0 : question.value(in: $0, fineness: $1)
      }
      (runs, zones) = (runs + sample.runs, zones + 1)
      do throws(Refusal) {
        guard try judge(sample, in: space) else { return false }
      } catch {
        throw .undecidable(error)
      }
      left += piece.subtracting(sample.zone)
      known.append(sample.zone)
      if known.count > 2 * Self.memory { known.removeFirst(Self.memory) }
    }
    return true
  }

  /// Notes the most that there is in a zone; returns whether the limit holds.
  private mutating func judge(_ sample: Sample<Int64>, in space: OpenSpace) throws(Refusal) -> Bool
  {
    func shared() -> Zone { sample.zone.intersection(space.domain, steps: space.steps) }
    var most = sample.value > least ? (value: sample.value, zone: shared()) : nil
    if question.quantity == .lateness {
      let zone = shared()
      for callback in question.callbacks(in: sample.units) {
        let least = most?.value ?? least
        let gap = try sample.gap(from: callback.due, to: callback.began)
        most = zone.latest(gap, above: least, steps: space.steps) ?? most
      }
    }
    guard let most else { return true }
    worst = space.arrangement(at: most.zone.roundestPoint(steps: space.steps), value: most.value)
    guard question.limit != nil else { return true }
    outcome = .refuted
    return false
  }

  /// What must be exceeded to be of interest.
  private var least: Int64 { question.limit ?? worst?.value ?? -1 }
}

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

/// Why a question about open instants has no answer.
package enum ProofFailure: Error, Hashable, CustomStringConvertible {
  /// Something does not depend on the order of instants alone.
  case undecidable(Refusal)
  /// A run failed.
  case failed(WorldFailure)

  /// The place and the reason.
  package var description: String {
    switch self {
    case .undecidable(let refusal): refusal.description
    case .failed(let failure): failure.description
    }
  }

  /// Performs what may only refuse.
  static func refusing<Value>(
    _ body: () throws(Refusal) -> Value
  ) throws(ProofFailure) -> Value {
    do throws(Refusal) { return try body() } catch { throw .undecidable(error) }
  }
}

/// Why a program cannot be decided for all values of what is open in it.
package struct Refusal: Error, Hashable, CustomStringConvertible {
  /// What stands in the way, such as `display`, `driver ‘ball’`, or `load ‘noise’`.
  package let place: String
  /// What is wrong with it, and what can be done.
  package let reason: String

  /// What stands in the way besides.
  private var others: [Refusal] = []

  /// Each place with its reason.
  package var description: String {
    ([self] + others).map { "\($0.place): \($0.reason)" }.joined(separator: ". ")
  }

  init(_ place: String, _ reason: String) { (self.place, self.reason) = (place, reason) }

  /// One of all that stands in the way; `nil` if nothing does.
  init?(all: [Refusal]) {
    guard let first = all.first else { return nil }
    self = first
    others = Array(all.dropFirst())
  }
}

extension [Refusal] {
  mutating func add(_ place: String, _ reason: String) { append(Refusal(place, reason)) }
}
