/// What an expectation says about one run, or about all replications of one sweep point.
enum Claim: Sendable {
  case relation(Expression, Relation, Expression)
  /// Equal but for a tolerance, which is in percent of the second expression if `isShare`.
  case near(Expression, Expression, tolerance: Expression, isShare: Bool)
  case within(Expression, Expression, Expression)

  enum Relation: String, CaseIterable, Sendable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="

    func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
      switch self {
      case .equal: a == b
      case .unequal: a != b
      case .less: a < b
      case .atMost: a <= b
      case .greater: a > b
      case .atLeast: a >= b
      }
    }
  }

  /// The two expressions of which the claim says that they are equal, or nearly so.
  var sides: (Expression, Expression)? {
    switch self {
    case .relation(let a, .equal, let b), .near(let a, let b, _, _): (a, b)
    case .relation, .within: nil
    }
  }

  /// Returns whether the claim holds; `nil` if a value in it is undefined.
  func holds(_ value: (Expression) -> Double?) -> Bool? {
    switch self {
    case .relation(let a, let relation, let b):
      guard let a = value(a), let b = value(b) else { return nil }
      return relation.holds(a, b)
    case .near(let a, let b, let tolerance, let isShare):
      guard let a = value(a), let b = value(b), let tolerance = value(tolerance) else {
        return nil
      }
      return abs(a - b) <= (isShare ? abs(b) * (tolerance / 100) : tolerance)
    case .within(let a, let low, let high):
      guard let a = value(a), let low = value(low), let high = value(high) else { return nil }
      return low <= a && a <= high
    }
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

  /// Returns whether so many successes are enough.
  func isMet(successes: Int, of judged: Int) -> Bool {
    switch self {
    case .every, .no: successes == judged
    case .some: successes > 0
    case .share(let percent): Double(successes) * 100 >= percent * Double(judged)
    }
  }
}
