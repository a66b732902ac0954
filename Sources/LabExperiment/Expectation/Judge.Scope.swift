import LabKernel
import LabMetrics

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
    let defined = values.compactMap(\.self)
    guard aggregate.statistic == .count || defined.count == values.count else { return nil }
    return aggregate.statistic.apply(to: defined)
  }

  private func finding(named name: String) -> Finding? {
    judge.findings.first { $0.name == name && $0.isAbout(choice) }
  }

  private func value(_ measure: Measure) -> Double? {
    let driver = match[measure.subject]
    switch judge.metric(run(of: driver.arm), driver.name, measure.metric) {
    case .count(let count): return Double(count)
    case .time(let duration): return Double(duration.wholeNanoseconds)
    case .number(let number): return number
    case nil: return nil
    }
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
    let place = experiment.choices(at: choice).map { "\($0.name) = \($0.value)" }
    let prefix = place.isEmpty ? "" : place.joined(separator: ", ") + ": "
    return Verdict.Failure(
      run: match.map { run(of: $0.arm) }.min() ?? 0, values: prefix + values.joined(separator: ", ")
    )
  }
}

extension Dimension {
  /// Returns a value in words, such as `16.666666 ms`, `35` or `undefined`.
  fileprivate func text(_ value: Double?) -> String {
    guard let value else { return "undefined" }
    switch self {
    case .number: return value.text
    case .time: return "\(Duration.nanoseconds(Int64(clamping: value)).millisecondText) ms"
    case .frequency: return "\(value.text) Hz"
    case .percent: return "\(value.text) %"
    case .partsPerMillion: return "\(value.text) ppm"
    case .length: return "\(value.text) pt"
    case .millisecondsPerSecond: return "\(value.text) ms per s"
    }
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
