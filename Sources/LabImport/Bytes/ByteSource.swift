/// The bytes of a file, pulled piece by piece.
package struct ByteSource {
  /// Returns the next piece; an empty one is the end.
  let next: () -> [UInt8]

  /// Creates a source from a function that returns the next piece, and an empty one at the end.
  ///
  /// Pieces of 64 KB to 1 MB are read at full speed.
  package init(_ next: @escaping () -> [UInt8]) {
    self.next = next
  }

  /// Creates a source from bytes in memory.
  package init(_ bytes: [UInt8]) {
    var rest: [UInt8]? = bytes
    next = {
      defer { rest = nil }
      return rest ?? []
    }
  }
}
