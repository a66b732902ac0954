/// Decides one expectation from the metrics of all runs.
struct Judge {
  let expectation: Expectation
  let plan: Plan
  let metric: Plan.MetricReading

  /// The comparisons made so far.
  private struct Tally {
    var judged = 0
    var failing = 0
    var isUndefined = false
    var first: Verdict.Failure?
  }

  init(_ expectation: Expectation, plan: Plan, metric: @escaping Plan.MetricReading) {
    self.expectation = expectation
    self.plan = plan
    self.metric = metric
  }

  /// Judges every match of the wildcards; the expectation must hold for each.
  func verdict() -> Verdict {
    let tallies = expectation.matches.map(tally)
    let judged = tallies.reduce(0) { $0 + $1.judged }
    let failed = tallies.filter { !isMet($0) }
    let outcome: Verdict.Outcome = judged == 0 ? .notJudged : failed.isEmpty ? .holds : .fails
    return Verdict(
      text: expectation.text, outcome: outcome, judged: judged,
      failing: tallies.reduce(0) { $0 + $1.failing },
      failure: judged == 0 ? nil : failed.compactMap(\.first).min { $0.run < $1.run })
  }

  /// An undefined value never passes, whatever the other runs show.
  private func isMet(_ tally: Tally) -> Bool {
    !tally.isUndefined
      && expectation.quantifier.isMet(
        successes: tally.judged - tally.failing, of: tally.judged)
  }

  private func tally(_ match: [Subjects.Driver]) -> Tally {
    var tally = Tally()
    for point in 0..<plan.pointCount {
      for scope in scopes(at: point, match) { judge(scope, into: &tally) }
    }
    return tally
  }

  /// Returns the places at a sweep point for which the expectation speaks, if it speaks of the point
  /// at all and the runs that it needs are performed: every replication, or all of them at once.
  func scopes(at point: Int, _ match: [Subjects.Driver]) -> [Scope] {
    let choice = plan.experiment.grid[point]
    guard expectation.admits(choice) else { return [] }
    let performed = (0..<plan.replications).filter { replication in
      match.allSatisfy { plan.performs(choice, replication: replication, arm: $0.arm) }
    }
    guard expectation.aggregates.isEmpty || performed.count == plan.replications else { return [] }
    var scope = Scope(judge: self, match: match, point: point, choice: choice)
    scope.aggregates = expectation.aggregates.map(scope.value)
    return (expectation.isPerRun ? performed : [0]).map { replication in
      scope.replication = replication
      return scope
    }
  }

  private func judge(_ scope: Scope, into tally: inout Tally) {
    tally.judged += 1
    let holds = expectation.claim.holds(scope.value)
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
