import LabLanguage

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
    let expectation = experiment.expectations.filter { $0.isJudged }[number]
    let judge = Judge(expectation, plan: self, findings: findings, metric: metric)
    return (0..<experiment.grid.count).flatMap { point in
      expectation.matches.flatMap { judge.scopes(at: point, $0) }.compactMap { scope in
        guard expectation.claim.holds(scope.value) != expectation.quantifier.wanted else {
          return nil
        }
        let slack = expectation.quantifier.slack(expectation.claim.slack(scope.value))
        return (scope.failure.run, slack)
      }
    }
  }
}
