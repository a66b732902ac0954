import LabMetrics

/// What an expectation says about one run, or about all replications of one sweep point.
enum Claim: Sendable {
  case relation(Expression, Relation, Expression)
  /// Equal but for a tolerance, which is in percent of the second expression if `isShare`.
  case near(Expression, Expression, tolerance: Expression, isShare: Bool)
  case within(Expression, Expression, Expression)

  /// The two expressions of which the claim says that they are equal, or nearly so.
  var sides: (Expression, Expression)? {
    switch self {
    case .relation(let a, .equal, let b), .near(let a, let b, _, _): (a, b)
    case .relation, .within: nil
    }
  }

  /// The expression that is compared, and what it is compared with.
  var comparison: (left: Expression, sign: String, right: [Expression]) {
    switch self {
    case .relation(let a, let relation, let b): (a, relation.rawValue, [b])
    case .near(let a, let b, _, _): (a, "==", [b])
    case .within(let a, let low, let high): (a, "in", [low, high])
    }
  }

  /// Returns how far the claim is from failing; negative beyond the limit, `nil` if undefined.
  func slack(_ value: (Expression) -> Double?) -> Double? {
    let (left, _, right) = comparison
    let limits = right.compactMap(value)
    guard let a = value(left), limits.count == right.count, let b = limits.first else { return nil }
    switch self {
    case .relation(_, .equal, _): return -abs(a - b)
    case .relation(_, .unequal, _): return abs(a - b)
    case .relation(_, .less, _), .relation(_, .atMost, _): return b - a
    case .relation(_, .greater, _), .relation(_, .atLeast, _): return a - b
    case .near(_, _, let tolerance, let isShare):
      return value(tolerance).map { (isShare ? abs(b) * ($0 / 100) : $0) - abs(a - b) }
    case .within: return min(a - b, limits[1] - a)
    }
  }

  /// Returns whether the claim holds; `nil` if a value in it is undefined.
  func holds(_ value: (Expression) -> Double?) -> Bool? {
    guard case .relation(let a, let relation, let b) = self else {
      return slack(value).map { $0 >= 0 }
    }
    guard let a = value(a), let b = value(b) else { return nil }
    return relation.holds(a, b)
  }
}

/// In how many runs a claim must hold.
enum Quantifier: Sendable {
  case every
  case some
  case no
  /// In at least so many percent.
  case share(Double)

  /// Whether a run counts as a success if the claim holds in it, or if it does not.
  var wanted: Bool {
    if case .no = self { false } else { true }
  }

  /// Returns by what the run is found that is told as evidence, the least: where one run is enough
  /// that is the best one, else the worst; an undefined value comes before all.
  func slack(_ slack: Double?) -> Double {
    switch self {
    case .every, .share: slack ?? -.infinity
    case .no: slack.map(-) ?? -.infinity
    case .some: slack.map(-) ?? .infinity
    }
  }

  /// Returns whether so many successes are enough.
  func isMet(successes: Int, of judged: Int) -> Bool {
    switch self {
    case .every, .no: successes == judged
    case .some: successes > 0
    case .share(let percent): Double(successes) * 100 >= percent * Double(judged)
    }
  }
}
