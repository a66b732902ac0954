/// Tells the handles that one world or loop gave out from those of another.
///
/// It is compared and never shown, so that no result depends on it.
package struct OwnerNumber: Hashable, Sendable {
  private static let counter = Counter(0)

  private let value: UInt32

  package init() { value = UInt32(truncatingIfNeeded: Self.counter.add(1)) }
}
