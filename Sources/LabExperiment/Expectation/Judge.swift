import LabLanguage

/// Decides one expectation from the metrics of all runs.
///
/// A class, since each of the places at which it decides refers to it.
final class Judge {
  let expectation: Expectation
  let plan: Plan
  let metric: Plan.MetricReading
  /// What the searches of the experiment found.
  let findings: [Finding]

  /// The comparisons made so far.
  private struct Tally {
    var judged = 0
    var failing = 0
    var isUndefined = false
    var first: Verdict.Failure?
    var closest: (slack: Double, scope: Scope)?
    /// Whether all comparisons were of the same values.
    var isUniform = true
  }

  init(
    _ expectation: Expectation, plan: Plan, findings: [Finding] = [],
    metric: @escaping Plan.MetricReading
  ) {
    self.findings = findings
    self.expectation = expectation
    self.plan = plan
    self.metric = metric
  }

  /// Judges every match of the wildcards; the expectation must hold for each.
  func verdict() -> Verdict { verdict(at: 0..<plan.experiment.grid.count) }

  /// Judges at some sweep points alone.
  func verdict(at points: some Sequence<Int>) -> Verdict {
    let tallies = expectation.matches.map { tally($0, at: points) }
    let judged = tallies.reduce(0) { $0 + $1.judged }
    let failed = tallies.filter { !isMet($0) }
    let closest = tallies.compactMap { $0.closest }.min { $0.slack < $1.slack }?.scope
    let values = Set(tallies.compactMap { $0.closest?.scope.compared })
    let isUniform = values.count == 1 && tallies.allSatisfy { $0.isUniform }
    let outcome: Verdict.Outcome = judged == 0 ? .notJudged : failed.isEmpty ? .holds : .fails
    return Verdict(
      place: expectation.place.map { Verdict.Place(path: $0.source.path, line: $0.line) },
      name: expectation.name, text: expectation.text, outcome: outcome, judged: judged,
      failing: tallies.reduce(0) { $0 + $1.failing },
      failure: judged == 0 ? nil : failed.compactMap { $0.first }.min { $0.run < $1.run },
      closest: closest?.evidence(namingPlace: !isUniform))
  }

  /// An undefined value never passes, whatever the other runs show.
  private func isMet(_ tally: Tally) -> Bool {
    !tally.isUndefined
      && expectation.quantifier.isMet(
        successes: tally.judged - tally.failing, of: tally.judged)
  }

  /// What was measured at a sweep point in its first run, in words.
  func evidence(at point: Int) -> String {
    expectation.matches.first.map { scope($0, at: point).failure.values } ?? ""
  }

  private func scope(_ match: [Subjects.Driver], at point: Int) -> Scope {
    var scope = Scope(judge: self, match: match, point: point, choice: plan.experiment.grid[point])
    scope.aggregates = expectation.aggregates.map(scope.value)
    return scope
  }

  private func tally(_ match: [Subjects.Driver], at points: some Sequence<Int>) -> Tally {
    var tally = Tally()
    for point in points {
      for scope in scopes(at: point, match) { judge(scope, into: &tally) }
    }
    return tally
  }

  /// Returns the places at a sweep point for which the expectation speaks, if it speaks of the
  /// point at all and the runs that it needs are performed: every replication, or all of them at
  /// once.
  func scopes(at point: Int, _ match: [Subjects.Driver]) -> [Scope] {
    let choice = plan.experiment.grid[point]
    // A search needs all its runs.
    guard expectation.admits(choice), expectation.findings.isEmpty || plan.only == nil else {
      return []
    }
    let all = 0..<plan.replications(at: point)
    let performed = all.filter { replication in
      match.allSatisfy {
        plan.performs(plan.index(point: point, replication: replication, arm: $0.arm))
      }
    }
    guard expectation.aggregates.isEmpty || performed.count == all.count else { return [] }
    var scope = scope(match, at: point)
    return (expectation.isPerRun ? performed : [0]).map { replication in
      scope.replication = replication
      return scope
    }
  }

  private func judge(_ scope: Scope, into tally: inout Tally) {
    tally.judged += 1
    let holds = expectation.claim.holds(scope.value)
    let slack = expectation.quantifier.slack(expectation.claim.slack(scope.value))
    if let closest = tally.closest {
      if slack != closest.slack || scope.compared != closest.scope.compared {
        tally.isUniform = false
      }
      if slack < closest.slack { tally.closest = (slack, scope) }
    } else {
      tally.closest = (slack, scope)
    }
    guard holds != expectation.quantifier.wanted else { return }
    tally.failing += 1
    if tally.first == nil || holds == nil && !tally.isUndefined { tally.first = scope.failure }
    if holds == nil { tally.isUndefined = true }
  }

  /// The values at one replication of one sweep point, for one match of the wildcards.
  struct Scope {
    let judge: Judge
    let match: [Subjects.Driver]
    let point: Int
    let choice: [Int]
    var replication = 0
    var aggregates: [Double?] = []
  }
}
