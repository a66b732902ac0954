import LabKernel
import LabLanguage
package import LabMetrics

/// What a script expects of one run by itself: no statistic over replications, and nothing beside
/// another arm.
package struct RunClaims: Sendable {
  /// An expectation about drivers or loads of the arm.
  private struct Case {
    let expectation: Expectation
    let match: [Subjects.Driver]
    /// What it measures of them.
    var measures: [Measure] { expectation.singleMeasures }
  }

  private let cases: [Case]
  private let point: [Int]

  init(_ expectations: [Expectation], at point: [Int], inArm arm: Int) {
    self.point = point
    cases = expectations.filter {
      $0.isJudged && $0.aggregates.isEmpty && $0.findings.isEmpty && $0.quantifier.isOfEach
        && $0.admits(point)
    }.flatMap { expectation in
      expectation.matches.filter { match in match.allSatisfy { $0.arm == arm } }
        .map { Case(expectation: expectation, match: $0) }
    }
  }

  /// The expectations that hold in one run and not in another one, where what they tell of is
  /// worse.
  ///
  /// One that does not hold any more since that is better, or another number that is neither,
  /// states the trouble that was to be mended.
  ///
  /// - Parameters:
  ///   - other: What was measured of the other run.
  ///   - own: What was measured of the one.
  /// - Returns: The expectations as they are written, each once.
  package func broken(by other: RunMeasurement, beside own: RunMeasurement) -> [String] {
    var broken: [String] = []
    for claim in cases
    where holds(claim, in: own) && !holds(claim, in: other)
      && !broken.contains(claim.expectation.text)
    {
      let isWorse = claim.measures.contains { measure in
        guard let isBetterBelow = MetricDictionary.metric(named: measure.metric)?.isBetterBelow,
          let before = value(measure, claim, own)
        else { return false }
        guard let after = value(measure, claim, other) else {
          // Where nothing hitches, there is no longest hitch; a driver that is gone is no gain.
          let name = claim.match[measure.subject].name
          return other[driver: name] == nil && other[load: name] == nil
        }
        return isBetterBelow ? after > before : after < before
      }
      if isWorse { broken.append(claim.expectation.text) }
    }
    return broken
  }

  private func holds(_ claim: Case, in measurement: RunMeasurement) -> Bool {
    claim.expectation.claim.holds { expression in
      expression.value(at: point) { leaf in
        guard case .measure(let index) = leaf else { return nil }
        return value(claim.expectation.measures[index], claim, measurement)
      }
    } == claim.expectation.quantifier.wanted
  }

  private func value(
    _ measure: Measure, _ claim: Case, _ measurement: RunMeasurement
  ) -> Double? {
    let name = claim.match[measure.subject].name
    guard let metric = MetricDictionary.metric(named: measure.metric) else { return nil }
    let value =
      metric.isOfTasks
      ? measurement[load: name].flatMap { metric.value(of: $0) }
      : measurement[driver: name].flatMap { metric.value($0) }
    return value?.compared
  }
}

extension MetricValue {
  /// The value as expectations compare it: a time in nanoseconds.
  var compared: Double {
    if case .time(let duration) = self { Double(duration.wholeNanoseconds) } else { number }
  }
}

extension Quantifier {
  /// Whether each run must show it, or none may.
  fileprivate var isOfEach: Bool {
    switch self {
    case .every, .no: true
    case .some, .share: false
    }
  }
}

extension Plan {
  /// What the script expects of a run by itself.
  package func claims(of run: Int) -> RunClaims {
    let place = place(of: run)
    return RunClaims(experiment.expectations, at: place.point, inArm: place.arm)
  }
}
