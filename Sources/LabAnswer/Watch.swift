/// Looks on while a study works, and may end it.
package struct Watch: Sendable {
  /// Is told how many of some things are done.
  package var shows: @Sendable (_ done: Int, _ count: Int, _ things: String) -> Void
  /// Is told what to know before the answer is there.
  package var warns: @Sendable (_ text: String) -> Void
  /// Whether to end with what is known.
  package var isEnded: @Sendable () -> Bool

  /// Creates one; without arguments it does nothing and never ends a study.
  package init(
    shows: @escaping @Sendable (Int, Int, String) -> Void = { _, _, _ in },
    warns: @escaping @Sendable (String) -> Void = { _ in },
    isEnded: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.shows, self.warns, self.isEnded) = (shows, warns, isEnded)
  }
}
