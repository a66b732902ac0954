/// A flag that several threads see.
package struct Flag: Sendable {
  private let counter = Counter(0)

  package init() {}

  /// Whether it is raised.
  package var isRaised: Bool { counter.value != 0 }

  /// Raises it, and returns whether it was raised already.
  @discardableResult
  package func raise() -> Bool { counter.exchange(1) != 0 }

  package func lower() { counter.value = 0 }
}
