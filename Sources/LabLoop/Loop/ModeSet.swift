/// A set of modes, by index.
struct ModeSet: Equatable {
  /// How many modes a loop can have: one word, so that what is kept of a timer fits into a line of
  /// the cache.
  static let capacity = 64

  private(set) var bits: UInt64 = 0

  @inline(__always)
  var isEmpty: Bool { bits == 0 }

  @inline(__always)
  func contains(_ mode: Int) -> Bool { bits & bit(mode) != 0 }

  @inline(__always)
  mutating func insert(_ mode: Int) { bits |= bit(mode) }

  @inline(__always)
  mutating func remove(_ mode: Int) { bits &= ~bit(mode) }

  @inline(__always)
  func subtracting(_ other: ModeSet) -> ModeSet {
    var rest = self
    rest.bits &= ~other.bits
    return rest
  }

  @inline(__always)
  mutating func formUnion(_ other: ModeSet) { bits |= other.bits }

  @inline(__always)
  private func bit(_ mode: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: mode) }
}

extension ModeSet: Sequence {
  /// Yields the members in ascending order.
  struct Iterator: IteratorProtocol {
    fileprivate var rest: UInt64

    @inline(__always)
    mutating func next() -> Int? {
      guard rest != 0 else { return nil }
      let mode = rest.trailingZeroBitCount
      rest &= rest &- 1
      return mode
    }
  }

  @inline(__always)
  func makeIterator() -> Iterator { Iterator(rest: bits) }
}
