import LabLanguage
import LabMetrics

/// What a sweep point, or a run, may satisfy.
indirect enum Condition: Sendable {
  case relation(Expression, Relation, Expression)
  /// A comparison of a sweep's words, decided for each of its values.
  case word(axes: [Axis], holds: [Bool])
  case arm(Relation, pattern: String)
  case replication(Relation, Double)
  case all([Condition])
  case any([Condition])

  /// Returns whether the condition holds; an undefined comparison does not.
  func holds(at point: [Int], arm: String = "", replication: Int = 0) -> Bool {
    switch self {
    case .relation(let a, let relation, let b):
      guard let a = a.value(at: point, { _ in nil }), let b = b.value(at: point, { _ in nil })
      else { return false }
      return relation.holds(a, b)
    case .word(let axes, let holds):
      return holds[axes.position(of: point)]
    case .arm(let relation, let pattern):
      return arm.matches(pattern) == (relation == .equal)
    case .replication(let relation, let number):
      return relation.holds(Double(replication), number)
    case .all(let parts):
      return parts.allSatisfy { $0.holds(at: point, arm: arm, replication: replication) }
    case .any(let parts):
      return parts.contains { $0.holds(at: point, arm: arm, replication: replication) }
    }
  }

  /// The axes on which it depends.
  var axes: Set<Int> {
    switch self {
    case .relation(let a, _, let b): a.axes.union(b.axes)
    case .word(let axes, _): Set(axes.map { $0.index })
    case .arm, .replication: []
    case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.axes) }
    }
  }
}

extension Grid {
  /// Returns whether some point satisfies a condition.
  func has(_ condition: Condition) -> Bool {
    (0..<count).contains { condition.holds(at: self[$0]) }
  }
}
