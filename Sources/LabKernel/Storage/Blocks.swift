public import CInstructions

/// Memory for cells and arrays: small blocks are those that the thread gave back before.
///
/// In debug builds each block comes from the system, which then notices one that is used too long.
@usableFromInline
enum Blocks {
  /// Returns room for elements.
  @inlinable
  @inline(__always)
  static func take<Element: ~Copyable>(_ count: Int) -> UnsafeMutablePointer<Element> {
    #if !DEBUG
      if isSmall(count, Element.self),
        let block = unsafe take_block(count &* MemoryLayout<Element>.stride)
      {
        return unsafe block.bindMemory(to: Element.self, capacity: count)
      }
    #endif
    return .allocate(capacity: count)
  }

  /// Gives back room for so many elements that ``take(_:)`` returned.
  @inlinable
  @inline(__always)
  static func give<Element: ~Copyable>(_ place: UnsafeMutablePointer<Element>, _ count: Int) {
    #if !DEBUG
      if isSmall(count, Element.self) {
        unsafe give_block(place, count &* MemoryLayout<Element>.stride)
        return
      }
    #endif
    unsafe place.deallocate()
  }

  /// Whether elements fit into a block, and may lie there.
  @inlinable
  @inline(__always)
  static func isSmall<Element: ~Copyable>(_ count: Int, _: Element.Type) -> Bool {
    MemoryLayout<Element>.alignment <= block_unit
      && count <= largest_block / max(1, MemoryLayout<Element>.stride)
  }
}
