import LabLanguage

/// What theory says about a sweep point, beside what was measured there.
package struct Prediction: Hashable, Sendable {
  /// The prediction as it is written.
  package let text: String
  /// The value of every sweep.
  package let point: [RunSpec.Choice]
  /// The drivers that were measured, as `timer.ball`.
  package let subject: String
  /// The metric that was measured; `nil` if it is worked out from several.
  package let metric: String?
  /// The unit of the numbers; empty for plain ones.
  package let unit: String
  /// Over how many replications both are defined.
  package let count: Int
  /// What theory says; `nil` where it does not hold.
  package let predicted: Double?
  /// The mean over the replications of what was measured; `nil` if it is undefined.
  package let measured: Double?
  /// The 95 % interval of that mean; `nil` for fewer than two replications.
  package let interval: ClosedRange<Double>?
}

extension Plan {
  /// Returns all predictions of the experiment beside what was measured, in the order of the
  /// script, then of the sweep points.
  package func predictions(metric: @escaping MetricReading) -> [Prediction] {
    experiment.expectations.filter { $0.isPrediction }.flatMap { expectation in
      Judge(expectation, plan: self, metric: metric).predictions()
    }
  }
}

extension Judge {
  fileprivate func predictions() -> [Prediction] {
    guard let (measured, predicted) = expectation.claim.sides else { return [] }
    return (0..<plan.pointCount).flatMap { point in
      expectation.matches.compactMap { match in
        let scopes = scopes(at: point, match)
        return scopes.isEmpty ? nil : prediction(scopes, measured, predicted)
      }
    }
  }

  /// Sums up the replications of one sweep point, for one match of the wildcards.
  private func prediction(
    _ scopes: [Scope], _ measured: Expression, _ predicted: Expression
  ) -> Prediction {
    let experiment = plan.experiment
    let (unit, scale) = (expectation.dimension.symbol, expectation.dimension.reportScale)
    let pairs = scopes.compactMap { scope in
      scope.value(measured).flatMap { measured in scope.value(predicted).map { (measured, $0) } }
    }
    let sample = SampleStatistics(pairs.map { $0.0 / scale })
    let theory = SampleStatistics(scopes.compactMap { $0.value(predicted) }.map { $0 / scale })
    var metric: String?
    if case .measure(let index) = measured { metric = expectation.measures[index].metric }
    return Prediction(
      text: expectation.text, point: experiment.choices(at: scopes[0].choice),
      subject: scopes[0].match.map { "\(experiment.arms[$0.arm].name).\($0.name)" }
        .joined(separator: ", "),
      metric: metric, unit: unit, count: pairs.count, predicted: theory.mean, measured: sample.mean,
      interval: sample.interval)
  }
}
