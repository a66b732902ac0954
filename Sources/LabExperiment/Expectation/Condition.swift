import LabLanguage
import LabMetrics
import LabText

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

extension ExpressionReader {
  /// Reads `A < B and C == D or …`; `and` binds closer than `or`.
  mutating func condition() throws(Mistake) -> Condition {
    var parts = [try conjunction()]
    while cursor.accept("or") || cursor.accept("||") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(Mistake) -> Condition {
    var parts = [try comparison()]
    while cursor.accept("and") || cursor.accept("&&") { parts.append(try comparison()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func comparison() throws(Mistake) -> Condition {
    if kind == .runs, let condition = try runComparison() { return condition }
    if let condition = try wordComparison() { return condition }
    let left = try sum()
    let relation = try cursor.relation()
    let right = try sum()
    try left.check(right)
    return .relation(left.expression, relation, right.expression)
  }

  /// Reads `arm == link*` or `replication < 3`, if one of them is there.
  private mutating func runComparison() throws(Mistake) -> Condition? {
    guard let name = cursor.next, sweeps[name.text] == nil else {
      return nil
    }
    if cursor.accept("replication") {
      let relation = try cursor.relation()
      return .replication(relation, try cursor.quantity(.number).value.approximate)
    }
    guard cursor.accept("arm") else { return nil }
    let relation = try cursor.equality()
    let pattern = try cursor.take("the name of an arm")
    let arms = subjects.table.arms.map { $0.name }
    guard arms.contains(where: { $0.matches(pattern.text) }) else {
      throw Mistake(
        pattern.place,
        "there is no arm '\(pattern.spelling)'." + Spelling.choice(for: pattern.text, among: arms))
    }
    return .arm(relation, pattern: pattern.text)
  }

  /// Reads `{name} == WORD`, if it is there.
  private mutating func wordComparison() throws(Mistake) -> Condition? {
    guard let name = cursor.next, let sweep = sweep(named: name), sweep.quantities == nil
    else { return nil }
    _ = try cursor.take("'{name}' of a sweep")
    let relation: Relation
    do throws(Mistake) { relation = try cursor.equality() } catch {
      // Where a quantity of the sweep is wrong, a comparison of quantities is right.
      if sweep.hasNumbers { _ = try sweep.quantities(for: cursor.statement) }
      throw error
    }
    let token = try cursor.take("a value of the sweep")
    guard token.kind == .word else {
      _ = try sweep.quantities(for: cursor.statement)
      throw Mistake(token.place, "'\(token.spelling)' is not a value of the sweep '\(sweep.name)'.")
    }
    guard mayBeIdle || sweep.values.contains(token.text) else {
      let values = sweep.values
      throw Mistake(
        token.place, "the sweep '\(sweep.name)' has no value '\(token.text)'.",
        hint: Hint(token.text) { values })
    }
    return .word(
      axes: sweep.axes, holds: sweep.values.map { relation.holds($0, token.text) })
  }

  /// The sweep for which a token stands: `{name}`, or for runs the bare name.
  private func sweep(named token: Token) -> Sweep? {
    guard token.kind == .reference || token.kind == .word && kind == .runs else { return nil }
    return sweeps[token.text]
  }
}

extension TokenCursor {
  fileprivate mutating func relation() throws(Mistake) -> Relation {
    try word(among: Relation.allCases.map { ($0.rawValue, $0) })
  }

  fileprivate mutating func equality() throws(Mistake) -> Relation {
    let place = place
    let relation = try relation()
    guard relation == .equal || relation == .unequal else {
      throw Mistake(place, "a word can be compared with '==' and '!=' only.")
    }
    return relation
  }
}
