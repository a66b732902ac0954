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
@_transparent
package func require(_ isKept: Bool, _ sentence: @autoclosure () -> String) {
  if !isKept { misuse(sentence()) }
}

/// Tells the handles that one world or loop gave out from those of another.
///
/// It is compared and never shown, so that no result depends on it.
@usableFromInline
package struct OwnerNumber: Hashable, Sendable {
  private static let counter = Counter(0)

  @usableFromInline let value: UInt32

  package init() { value = UInt32(truncatingIfNeeded: Self.counter.add(1)) }

  /// Compared at each use of a handle, where a call would cost more than all the rest.
  @inlinable
  package static func == (lhs: OwnerNumber, rhs: OwnerNumber) -> Bool { lhs.value == rhs.value }
}
