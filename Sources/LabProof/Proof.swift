import LabMetrics
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
