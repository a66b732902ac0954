/// How a number is compared with another one, as scripts and Swift write it.
package enum Relation: String, CaseIterable, Sendable {
  case equal = "=="
  case unequal = "!="
  case less = "<"
  case atMost = "<="
  case greater = ">"
  case atLeast = ">="

  /// Whether it says that a number is no larger than another one.
  package var isUpperLimit: Bool { self == .less || self == .atMost }

  /// Returns whether it holds of two values.
  package func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
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
