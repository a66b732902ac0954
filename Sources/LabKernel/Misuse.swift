/// Ends the process with a sentence where a caller breaks a rule.
///
/// In release builds `precondition` ends it without its sentence.
@usableFromInline
@inline(never)
package func misuse(_ sentence: String) -> Never {
  fatalError(sentence)
}

/// Ends the process with a sentence unless a condition holds, in release builds as well.
@inlinable
@inline(__always)
package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) {
  guard condition else { misuse(sentence()) }
}
