/// Ends the process with a sentence where a caller breaks a rule.
///
/// In release builds `precondition` ends it without its sentence.
@usableFromInline
@inline(never)
package func misuse(_ sentence: String) -> Never {
  fatalError(sentence)
}
