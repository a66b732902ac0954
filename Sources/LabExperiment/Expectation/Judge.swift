import LabKernel
import LabLanguage
import LabMetrics
import LabText

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
    // A search needs all its runs, and what is asked for in some runs more than one.
    guard expectation.admits(choice), expectation.findings.isEmpty || plan.isWhole,
      plan.alone == nil || expectation.isOfSingleRuns
    else { return [] }
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

extension Judge.Scope {
  /// The run that an arm has here.
  private func run(of arm: Int) -> Int {
    judge.plan.index(point: point, replication: replication, arm: arm)
  }

  /// Returns the value of an expression; `nil` if it is undefined.
  func value(_ expression: Expression) -> Double? {
    expression.value(at: choice) { leaf in
      switch leaf {
      case .measure(let index): value(judge.expectation.measures[index])
      case .aggregate(let index): aggregates[index]
      case .finding(let name): finding(named: name)?.found?.number
      case .constant, .swept, .operation, .closedForm: nil
      }
    }
  }

  /// Returns a statistic over the replications; `nil` if a value is undefined, except for a count,
  /// which counts the values that are defined.
  func value(_ aggregate: Aggregate) -> Double? {
    let values = (0..<judge.plan.replications(at: point)).map { replication in
      var scope = self
      scope.replication = replication
      return scope.value(aggregate.expression)
    }
    let defined = values.compactMap { $0 }
    guard aggregate.statistic == .count || defined.count == values.count else { return nil }
    return aggregate.statistic.apply(to: defined)
  }

  private func finding(named name: String) -> Finding? {
    judge.findings.first { $0.name == name && $0.isAbout(choice) }
  }

  /// Returns the value of a measure as expectations compare it: a time in nanoseconds.
  func value(_ measure: Measure) -> Double? {
    let driver = match[measure.subject]
    return judge.metric(run(of: driver.arm), driver.name, measure.metric).map {
      if case .time(let time) = $0 { Double(time.wholeNanoseconds) } else { $0.number }
    }
  }

  /// Whether the claim turns out as expected; one with an undefined value does not.
  var isMet: Bool {
    judge.expectation.claim.holds(value) == judge.expectation.quantifier.wanted
  }

  /// The sweep point in words; empty without sweeps.
  private var place: String {
    judge.plan.experiment.choices(at: choice).map { "\($0.name) = \($0.value)" }
      .joined(separator: ", ")
  }

  /// The first run of those that are compared here.
  private var firstRun: Int { match.map { run(of: $0.arm) }.min() ?? 0 }

  /// The values that are compared here, left and right.
  var compared: [Double?] {
    let (left, _, right) = judge.expectation.claim.comparison
    return ([left] + right).map(value)
  }

  /// What is measured here beside its limit.
  func evidence(namingPlace: Bool) -> Verdict.Evidence {
    let (_, sign, right) = judge.expectation.claim.comparison
    let dimension = judge.expectation.dimension
    let isWritten = right.allSatisfy { if case .constant = $0 { true } else { false } }
    let values = compared
    let scale = dimension.reportScale
    var words = values.map { dimension.text($0.map { Self.rounded($0 / scale) * scale }) }
    if Set(words).count < Set(values).count { words = values.map(dimension.text) }
    let text = judge.expectation.text
    let subject = text.place(of: " \(sign) ").map { String(text[..<$0.lowerBound]) } ?? text
    return Verdict.Evidence(
      run: firstRun, place: namingPlace ? place : "", subject: subject, value: words[0],
      limit: isWritten ? nil : "\(sign) \(words.dropFirst().joined(separator: " .. "))")
  }

  /// A number with four significant digits; counts and what is larger keep all of theirs.
  private static func rounded(_ value: Double) -> Double {
    guard value.magnitude < 1e15, value != 0 else { return value }
    var scale = 1.0
    while value.magnitude * scale < 1000, scale < 1e12 { scale *= 10 }
    return (value * scale).rounded() / scale
  }

  /// This place and what is measured here, in words.
  var failure: Verdict.Failure {
    let experiment = judge.plan.experiment
    var values: [String] = []
    for measure in judge.expectation.singleMeasures {
      let driver = match[measure.subject]
      let name = "\(experiment.arms[driver.arm].name).\(driver.name).\(measure.metric)"
      let text = "\(name) = \(measure.dimension.text(value(measure)))"
      if !values.contains(text) { values.append(text) }
    }
    for (aggregate, value) in zip(judge.expectation.aggregates, aggregates) {
      values.append("\(aggregate.text) = \(aggregate.dimension.text(value))")
    }
    for name in judge.expectation.findings {
      values.append("\(name) = \(finding(named: name)?.found?.value ?? "undefined")")
    }
    let prefix = place.isEmpty ? "" : place + ": "
    return Verdict.Failure(run: firstRun, values: prefix + values.joined(separator: ", "))
  }
}

extension Dimension {
  /// Returns a value in words, such as `16.666666 ms`, `35` or `undefined`.
  fileprivate func text(_ value: Double?) -> String {
    guard let value else { return "undefined" }
    let text =
      self == .time
      ? Duration.nanoseconds(Int64(clamping: value)).millisecondText : value.text
    return self == .number ? text : "\(text) \(symbol)"
  }
}

extension Double {
  /// The shortest digits that stand for this number alone, without `.0`.
  fileprivate var text: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Int64 {
  /// The nearest whole number, at most 146 years of nanoseconds.
  fileprivate init(clamping value: Double) {
    let limit = Double(Int64.max / 2)
    self.init(Swift.max(-limit, Swift.min(limit, value)).rounded())
  }
}
