import LabDisplay
import LabKernel
import LabLanguage
package import LabProof
import LabWorkload

/// What `prove` or `worst` of a script asks about one driver in one run.
package struct Proposition: Hashable, Sendable {
  /// As it is written.
  package let text: String
  /// What is asked.
  package let question: Proof.Question
  /// How many runs may decide it, about.
  package let budget: Int
  /// What theory says of the most there is, in nanoseconds for a time; `nil` if it is not asked.
  package let predicted: Int64?
}

/// A statement `prove` or `worst`, read in full.
struct OpenQuestion: Sendable {
  let text: String
  let measure: ProvenMeasure
  let limit: Int64?
  let open: OpenDimensions
  let budget: Int?
  private(set) var predicted: Int64?

  /// Reads a statement, and checks it against the arms.
  init(
    _ bound: ResolvedStatement, drivers table: DriverTable, sweeps: SweepTable
  ) throws(Mistake) {
    let statement = bound.statement
    if statement.form.keyword == "worst" {
      (measure, limit) = (try bound.head(.most), nil)
      predicted = try Self.predicted(of: measure, bound, sweeps)
    } else if let event = try bound.value("never", .event) {
      (measure, limit) = (event, 0)
    } else {
      let (measure, limit) = try bound.required("always", .limit)
      (self.measure, self.limit) = (measure, limit)
    }
    guard !measure.arm.isEmpty else {
      throw Mistake(
        measure.token.place,
        "'\(measure.token.spelling)' is not arm.driver.metric. Write for example"
          + " '\(table.driver(like: measure.token.text)).\(measure.metric.rawValue)'.")
    }
    open = try bound.required("over", .open)
    budget = try bound.value("at most", .budget)
    text = statement.text(with: [:])
    var subjects = Subjects(table)
    _ = try subjects.index(arm: measure.arm, driver: measure.driver, at: measure.token)
    for name in open.phases.compactMap({ $0.driver }) {
      for arm in table.arms(matching: measure.arm).map({ table.arms[$0] })
      where !arm.drivers.contains(name.text) {
        throw Mistake(
          name.place, "the arm '\(arm.name)' has no driver '\(name.text)'.", isAboutName: true,
          hint: Hint(name.text) { arm.drivers })
      }
    }
  }

  /// Works out what theory says of a measure at the point of a statement.
  private static func predicted(
    of measure: ProvenMeasure, _ bound: ResolvedStatement, _ sweeps: SweepTable
  ) throws(Mistake) -> Int64? {
    guard let tokens = bound.statement["predict"] else { return nil }
    var reader = ExpressionReader(
      TokenCursor(tokens, in: bound.statement), sweeps: sweeps, .points)
    let formula = try reader.sum()
    try reader.cursor.finish()
    let measured = CheckedExpression(
      expression: .constant(.zero), dimension: measure.metric.dimension, text: measure.token.text,
      place: measure.token.place)
    try formula.check(measured)
    let value = try formula.quantity(at: bound.point, in: sweeps).value
    guard let whole = value.whole, Fraction(whole) == value else {
      throw Mistake(formula.place, "a count is a whole number.")
    }
    return whole
  }

  /// What is asked about the drivers of an arm in a run; nothing if it is about other arms.
  func propositions(about arm: Experiment.Arm, in scenario: Scenario) -> [Proposition] {
    guard arm.changed == nil, arm.name.matches(measure.arm) else { return [] }
    let rate = scenario.panel.rate
    let tasks = open.tasks.map {
      OpenTasks(upTo: $0.most, of: $0.duration, every: $0.step, within: $0.within, as: $0.delivery)
    }
    return arm.drivers.filter { $0.matches(measure.driver) }.map { driver in
      let phases = open.phases.map { phase in
        let name = phase.driver?.text ?? driver
        // A script that says 'phase' and the first share is one of those that are covered.
        let first = phase.first.ofPeriod(of: rate).nanoseconds
        return Proof.Phase(
          scenario.hasTimer(name) ? .firstFire(of: name) : .firstVsync,
          first..<max(first + 1, phase.end.nanoseconds(of: rate)))
      }
      return Proposition(
        text: text,
        question: Proof.Question(
          Proof.Quantity(measure.metric), of: driver,
          atMost: limit, over: phases, tasks: tasks),
        budget: budget ?? 5_000_000, predicted: predicted)
    }
  }
}

extension Proof.Quantity {
  fileprivate init(_ metric: ProvenMetric) {
    self =
      switch metric {
      case .doubleFires: .doubleFires
      case .dropped: .dropped
      case .missed: .missed
      case .lateness: .lateness
      }
  }
}

extension Scenario {
  /// Whether a driver is a timer.
  fileprivate func hasTimer(_ name: String) -> Bool {
    drivers.contains { $0.name == name && $0.source.timer != nil }
  }
}

extension Fraction {
  /// The first whole nanosecond that is not before this share of a display's period.
  fileprivate func nanoseconds(of rate: RefreshRate) -> Int64 {
    let period = Fraction(Int128(rate.denominator) * 1_000_000_000, Int128(rate.numerator))
    return period.flatMap(multiplied)?.roundedUp ?? 0
  }
}

extension Plan {
  /// Returns what the script asks to be proven about the run at a position.
  package func propositions(at index: Int) -> [Proposition] {
    let run = self[index]
    guard let arm = experiment.arms.first(where: { $0.name == run.arm }) else { return [] }
    let point = experiment.grid[index / (experiment.arms.count * replications)]
    return experiment.questions.flatMap {
      $0.value(at: point).propositions(about: arm, in: run.scenario)
    }
  }
}

extension Plan {
  /// Returns why a statement `prove` cannot be decided about a run, as far as no run is needed to
  /// know it; `nil` if nothing is in its way.
  ///
  /// - Parameter text: The statement behind its keyword, which the script need not have.
  /// - Returns: The reason and the remedy.
  package func refusal(ofProving text: String) -> Refusal? {
    guard let statement = try? Statement(Grammar.known("prove"), typed: text, in: "prove"),
      let question = try? OpenQuestion(
        ResolvedStatement(statement), drivers: DriverTable(experiment.arms),
        sweeps: SweepTable(experiment.sweeps))
    else { return nil }
    for index in indices where performs(index) && arm(of: index).name.matches(question.measure.arm)
    {
      // Replications differ in what is drawn alone.
      guard place(of: index).replication == 0 else { continue }
      let run = self[index]
      for proposition in question.propositions(about: arm(of: index), in: run.scenario) {
        if let refusal = Proof.refusal(of: proposition.question, in: run.scenario, seed: run.seed) {
          return refusal
        }
      }
    }
    return nil
  }
}

extension Experiment {
  /// How many statements ask for a proof, or for the worst that can happen.
  package var questionCount: Int { questions.count }
}
