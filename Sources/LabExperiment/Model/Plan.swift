import LabKernel
package import LabLanguage
package import LabMetrics
package import LabWorkload

/// The runs of an experiment: sweep point by sweep point, in each all replications, in each all
/// arms.
///
/// A run is worked out when it is asked for, so that a plan of a million runs costs nothing.
package struct Plan: RandomAccessCollection, Sendable {
  /// The experiment.
  package let experiment: Experiment
  /// The number from which all draws derive.
  package let seed: UInt64
  /// How many runs there are of every arm at every sweep point.
  package let replications: Int

  /// Which runs are performed; `nil` for all.
  private let selection: Condition?
  /// Which runs are performed, as it was asked for.
  package let only: String?
  /// What happened in those runs that took place on a host, by their positions.
  package var recordings: [Int: HostRun] = [:]
  /// The position from which on no run took place, since it was broken off; `nil` for none.
  package var brokenOffAt: Int?
  /// Whether the tasks of loads are measured.
  package var measuresTasks: Bool
  /// The one run that is performed of those that are asked for; `nil` for all of them.
  package var alone: Int?
  /// When runs end that would take longer, for what only asks what they are like; `nil` for all in
  /// full.
  package var longest: Duration?
  /// How many replications each sweep point really got; `nil` if all got as many.
  private var settled: [Int]?

  private var armCount: Int { experiment.arms.count }

  /// Always 0.
  package var startIndex: Int { 0 }
  /// How many runs there are.
  package var endIndex: Int { experiment.pointCount * replications * armCount }

  /// Whether all runs are performed, so that searches can be made.
  package var isWhole: Bool { only == nil && alone == nil }

  init(
    experiment: Experiment, seed: UInt64, replications: Int, only: String?, selection: Condition?
  ) {
    self.experiment = experiment
    self.seed = seed
    self.replications = replications
    self.only = only
    self.selection = selection
    measuresTasks = experiment.measuresTasks
  }

  /// Whether the run at a position is performed: it is asked for, and its change applies.
  package func performs(_ index: Int) -> Bool {
    guard index < brokenOffAt ?? .max, alone == nil || alone == index else { return false }
    guard selection != nil || !(arm(of: index).changed?.misfits ?? []).isEmpty else { return true }
    let (point, replication, arm) = place(of: index)
    let chosen = experiment.arms[arm]
    guard chosen.changed?.misfits.contains(point) != true else { return false }
    return selection?.holds(at: point, arm: chosen.name, replication: replication) ?? true
  }

  /// Returns the label of the run at a position, which costs much less than the run.
  package func label(of index: Int) -> RunLabel { label(of: index, place(of: index)) }

  private func label(of index: Int, _ place: Place) -> RunLabel {
    RunLabel(
      index: index, point: experiment.choices(at: place.point), replication: place.replication,
      seed: Self.seed(of: place.replication, from: seed), arm: experiment.arms[place.arm].name,
      recordedFile: experiment.recordedFiles.isEmpty
        ? nil : experiment.recordedFiles[place.replication])
  }

  /// The index of the chosen value of every sweep, the replication and the arm.
  typealias Place = (point: [Int], replication: Int, arm: Int)

  func place(of index: Int) -> Place {
    (experiment.grid[point(of: index)], index / armCount % replications, index % armCount)
  }

  /// Returns the position of the sweep point of the run at a position.
  package func point(of index: Int) -> Int { index / (armCount * replications) }

  /// Returns the run at a position.
  ///
  /// - Complexity: O(*n*) in the statements of the script.
  package subscript(index: Int) -> RunSpec {
    let place = place(of: index)
    let label = label(of: index, place)
    var scenario = experiment.scenario(
      of: place.arm, at: place.point, replication: place.replication, seed: label.seed)
    scenario.measuresTasks = measuresTasks
    if let longest, scenario.duration > longest { scenario.duration = longest }
    return RunSpec(label, consume scenario, recording: recordings[index])
  }

  /// Whether `what if` of the script made the arm of the run at a position.
  package func isChanged(_ index: Int) -> Bool { arm(of: index).changed != nil }

  /// Returns the changes that `what if` of the script makes to the run at a position.
  package func changes(of index: Int) -> [Change] {
    let (point, _, arm) = place(of: index)
    return experiment.arms.compactMap { other in
      guard let changed = other.changed, changed.base == arm else { return nil }
      return changed.change.value(at: point)
    }
  }

  /// How precisely something must be known before a sweep point is repeated no more, if it matters.
  var precision: Precision? { experiment.precision }

  /// What must be known precisely, as it is written; `nil` if every point is repeated equally
  /// often.
  package var precisionText: String? { precision?.text }

  /// Returns how many replications a sweep point has.
  package func replications(at point: Int) -> Int { settled?[point] ?? replications }

  /// Returns this plan with as many replications of every sweep point as it really got.
  package func settled(_ counts: [Int]) -> Plan {
    var plan = self
    plan.settled = counts
    return plan
  }

  /// How many combinations of the sweeps' values there are.
  package var pointCount: Int { experiment.pointCount }

  /// Returns the position of a run.
  package func index(point: Int, replication: Int, arm: Int) -> Int {
    (point * replications + replication) * armCount + arm
  }

  /// Returns the position of the run of an arm beside a run: of its sweep point and replication.
  package func index(ofArm arm: Int, beside run: Int) -> Int { run - run % armCount + arm }

  /// Returns the values of all sweeps at a point, as they are written.
  package func values(at point: Int) -> [String] {
    experiment.choices(at: experiment.grid[point]).map { $0.value }
  }

  /// Returns the arm of the run at a position.
  package func arm(of index: Int) -> Experiment.Arm { experiment.arms[index % armCount] }

  /// Returns the seed of a replication.
  ///
  ///     seed(0) = s,  seed(r) = mix(s + r × γ)
  ///
  /// The first replication keeps the seed itself, so that any run can be repeated alone by its
  /// seed.
  private static func seed(of replication: Int, from seed: UInt64) -> UInt64 {
    guard replication > 0 else { return seed }
    return mixBits(seed &+ UInt64(replication) &* 0x9e37_79b9_7f4a_7c15)
  }

  /// Returns the mistake of asking for too many runs, if the product of some counts is too many.
  static func excess(_ counts: [Int]) -> Mistake? {
    var product = 1
    for count in counts {
      let (next, overflow) = product.multipliedReportingOverflow(by: count)
      guard !overflow, next <= Limits.runs else {
        let factors = counts.filter { $0 > 1 }.map { "\($0)" }.joined(separator: " × ")
        return Mistake(nil, "\(factors) runs are more than the limit of \(Limits.runs).")
      }
      product = next
    }
    return nil
  }
}

extension Experiment {
  /// Returns the runs of this experiment.
  ///
  /// - Parameters:
  ///   - seed: A seed instead of the script's.
  ///   - replications: A number instead of the script's; 1 or more.
  ///   - only: Which runs are performed, such as `arm == link && hiccup >= 50 ms`; `nil` for all.
  /// - Returns: The runs, in their fixed order.
  /// - Throws: A mistake if there are more than a million runs, or if none of them is performed.
  package func plan(
    seed: UInt64? = nil, replications: Int? = nil, only: String? = nil
  ) throws(ScriptError) -> Plan {
    let replications = replications ?? self.replications
    precondition(replications > 0, "\(replications) replications")
    if let mistake = Plan.excess(grid.counts + [arms.count, replications])
      ?? RecordingSet.excess(replications, of: recordedFiles)
    {
      throw ScriptError([mistake], path: replications == self.replications ? path : "--repeat")
    }
    let plan = Plan(
      experiment: self, seed: seed ?? self.seed, replications: replications, only: only,
      selection: try only.map(selection))
    guard only == nil || plan.indices.contains(where: plan.performs) else {
      throw ScriptError(
        [Mistake(nil, "no run of '\(path)' satisfies '\(only ?? "")'.")], path: "--only")
    }
    return plan
  }

  /// Reads a condition on runs, in which sweeps may stand without their braces.
  private func selection(_ text: String) throws(ScriptError) -> Condition {
    do throws(Mistake) {
      let statement = try Statement(Grammar.known("where"), typed: text, in: "--only")
      var reader = ExpressionReader(
        TokenCursor(statement.head, in: statement), sweeps: SweepTable(sweeps),
        drivers: DriverTable(arms),
        .runs)
      let condition = try reader.condition()
      try reader.cursor.finish()
      return condition
    } catch {
      throw ScriptError([error], path: "--only")
    }
  }
}

/// What the answer of a script is about: one of its expectations, and what that measures.
package struct AnswerSubject {
  /// The position of the expectation among those that are judged.
  package let number: Int
  /// The driver of the first measure, which may be a pattern, and its metric.
  package let driver, metric: String
}

extension Plan {
  /// Returns what the answer of the script is about: the first expectation that fails, else the
  /// first as written that was judged and is not `… == 0`, else the first that was judged.
  ///
  /// - Parameter verdicts: What came of the expectations that are judged, in their order.
  /// - Returns: The subject; `nil` without an expectation that was judged.
  package func answer(_ verdicts: [Verdict]) -> AnswerSubject? {
    let judged = Array(zip(verdicts, experiment.judgedExpectations).enumerated())
    let found =
      judged.first { $1.0.outcome == .fails }
      ?? judged.first { $1.0.closest != nil && !$1.1.isOfNone }
      ?? judged.first { $1.0.closest != nil }
    guard let (number, (_, expectation)) = found, let measure = expectation.measures.first,
      let match = expectation.matches.first
    else { return nil }
    return AnswerSubject(
      number: number, driver: match[measure.subject].name, metric: measure.metric)
  }
}

extension Expectation {
  /// Whether it says that something does not happen: `… == 0` for all runs.
  var isOfNone: Bool {
    guard case .relation(_, .equal, .constant(let value)) = claim else { return false }
    return value.numerator == 0
  }
}

extension Plan {
  /// Returns the value of a metric of a driver in a run of the plan; `nil` if it is undefined.
  package typealias MetricReading = (_ run: Int, _ driver: String, _ metric: String) -> MetricValue?

  /// Carries out all searches of the experiment, in the order of the script.
  ///
  /// - Parameters:
  ///   - jobs: How many runs are performed at a time, where a search needs runs of its own.
  ///   - metric: The values of the runs of the plan.
  /// - Returns: One finding for every search and every combination of the other sweeps' values.
  /// - Throws: ``ExperimentFailure`` if a run of a search could not be completed.
  package func findings(
    jobs: Int, metric: @escaping MetricReading
  ) throws(ExperimentFailure) -> [Finding] {
    try findings(metric: metric) { runs, plan, table throws(ExperimentFailure) in
      try Runner(jobs: jobs).measure(plan, at: runs, keeping: table.digest) {
        finished throws(ExperimentFailure) in table.append(try finished.get())
      }
    }
  }

  /// Carries out all searches; the caller performs their own runs, or recalls them.
  ///
  /// A search asks for its runs in an order that depends on their outcomes alone.
  ///
  /// - Parameters:
  ///   - metric: The values of the runs of the plan.
  ///   - perform: Performs runs of the plan of a value that is tried, by their positions, and
  ///     appends what they came to to a table, in this order.
  /// - Returns: One finding for every search and every combination of the other sweeps' values.
  /// - Throws: What `perform` throws.
  package func findings<Thrown: Error>(
    metric: @escaping MetricReading,
    performing perform:
      @escaping (_ runs: [Int], _ plan: Plan, _ table: ProbeTable) throws(Thrown)
      -> Void
  ) throws(Thrown) -> [Finding] {
    var findings: [Finding] = []
    for find in experiment.finds {
      findings += try Search(find: find, plan: self, metric: metric, perform: perform).findings()
    }
    return findings
  }

  /// Judges all expectations of the experiment, in the order of the script.
  package func verdicts(
    findings: [Finding] = [], metric: @escaping MetricReading
  ) -> [Verdict] {
    experiment.judgedExpectations.map {
      Judge($0, plan: self, findings: findings, metric: metric).verdict()
    }
  }
}

extension Plan {
  /// Returns the comparisons of an expectation that fail.
  ///
  /// - Parameters:
  ///   - number: The position of the expectation among those that are judged.
  ///   - findings: What the searches of the experiment found.
  ///   - metric: The values of the runs.
  /// - Returns: The first run of each, with how far it is beyond its limit: 0 for a tie, negative
  ///   beyond it, and −∞ for an undefined value.
  package func shortfalls(
    ofExpectation number: Int, findings: [Finding], metric: @escaping MetricReading
  ) -> [(run: Int, slack: Double)] {
    let expectation = experiment.judgedExpectations[number]
    let judge = Judge(expectation, plan: self, findings: findings, metric: metric)
    return (0..<experiment.grid.count).flatMap { point in
      expectation.matches.flatMap { judge.scopes(at: point, $0) }.compactMap { scope in
        guard !scope.isMet else { return nil }
        let slack = expectation.quantifier.slack(expectation.claim.slack(scope.value))
        return (scope.failure.run, slack)
      }
    }
  }

  /// The expectations that a run meets and no longer does once it is changed, where what they tell
  /// of is worse.
  ///
  /// One that is broken since that is better, or another number that is neither, states the trouble
  /// that was to be mended. What is asked for in some runs, or compares arms or statistics over
  /// replications, is not decided: no other run is performed with the change.
  ///
  /// - Parameters:
  ///   - run: The position of the run.
  ///   - changed: What was measured of it with the change.
  ///   - own: What was measured of it without.
  /// - Returns: The expectations as they are written, each once.
  func broken(
    in run: Int, by changed: RunMeasurement, beside own: RunMeasurement
  ) -> [String] {
    var broken: [String] = []
    for expectation in experiment.expectations where !broken.contains(expectation.text) {
      let places = scopes(of: expectation, in: run, measured: [own, changed])
      let isBroken =
        places.allSatisfy { $0.scopes[0].isMet }
        && places.contains { match, scopes in
          guard !scopes[1].isMet else { return false }
          return expectation.singleMeasures.contains { measure in
            guard let isBetterBelow = MetricDictionary.metric(named: measure.metric)?.isBetterBelow,
              let before = scopes[0].value(measure)
            else { return false }
            guard let after = scopes[1].value(measure) else {
              // Where nothing hitches, there is no longest hitch; a driver that is gone is no gain.
              let name = match[measure.subject].name
              return changed[driver: name] == nil && changed[load: name] == nil
            }
            return isBetterBelow ? after > before : after < before
          }
        }
      if isBroken { broken.append(expectation.text) }
    }
    return broken
  }

  /// Decides whether an expectation holds in a run with a change.
  ///
  /// - Parameters:
  ///   - text: The expectation as it is written.
  ///   - run: The position of the run.
  ///   - changed: What was measured of it with the change.
  /// - Returns: Whether it holds; `nil` if it is not decided in one run, or not in this one.
  func holds(_ text: String, in run: Int, by changed: RunMeasurement) -> Bool? {
    let expectation = experiment.expectations.first { $0.text == text }
    let places = expectation.map { scopes(of: $0, in: run, measured: [changed]) } ?? []
    return places.isEmpty ? nil : places.allSatisfy { $0.scopes[0].isMet }
  }

  /// Where an expectation is decided in a run by itself, for each of what was measured of it; empty
  /// if it is not.
  private func scopes(
    of expectation: Expectation, in run: Int, measured: [RunMeasurement]
  ) -> [(match: [Subjects.Driver], scopes: [Judge.Scope])] {
    let (choice, replication, arm) = place(of: run)
    guard expectation.isOfSingleRuns, expectation.admits(choice) else { return [] }
    let judges = measured.map { measurement in
      Judge(expectation, plan: self) { _, name, metric in measurement[metric, of: name] }
    }
    return expectation.matches.filter { $0.allSatisfy { $0.arm == arm } }.map { match in
      let scopes = judges.map {
        Judge.Scope(
          judge: $0, match: match, point: point(of: run), choice: choice, replication: replication)
      }
      return (match: match, scopes: scopes)
    }
  }
}

extension Expectation {
  /// Whether it is decided in each run by itself, and must hold in every one or in none.
  var isOfSingleRuns: Bool {
    guard isJudged, aggregates.isEmpty, findings.isEmpty else { return false }
    return switch quantifier {
    case .every, .no: true
    case .some, .share: false
    }
  }
}
