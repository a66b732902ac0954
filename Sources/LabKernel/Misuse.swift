/// Ends the process with a sentence where a caller breaks a rule.
///
/// In release builds `precondition` ends it without its sentence. The sentence is put together only
/// here, so that a check costs its caller one comparison.
@usableFromInline
@inline(never)
package func misuse(_ sentence: @autoclosure () -> String) -> Never {
  fatalError(sentence())
}

/// Ends the process with a sentence unless the caller keeps a rule; see ``misuse(_:)``.
@inlinable
@inline(__always)
package func require(_ isKept: Bool, _ sentence: @autoclosure () -> String) {
  if !isKept { misuse(sentence()) }
}
