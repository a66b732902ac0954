/// The part of a stream of bytes that a scanner looks at.
///
/// The bytes before `index` are gone after a refill, except those from `mark` on.
struct ByteWindow {
  /// Returns the next piece; an empty one is the end.
  typealias Pull = () throws(Stop) -> [UInt8]

  private let pull: Pull
  private(set) var bytes: [UInt8] = []
  /// The next byte to read.
  var index = 0
  /// The first byte to keep, if any.
  var mark: Int?
  /// The offset of the window's first byte in the stream.
  private var base = 0
  private(set) var hasEnded = false

  /// More marked bytes than this are not kept.
  static let markLimit = 1 << 20

  init(_ pull: @escaping Pull) {
    self.pull = pull
  }

  init(_ bytes: [UInt8]) {
    pull = { () throws(Stop) in [] }
    self.bytes = bytes
    hasEnded = true
  }

  /// The offset of the next byte in the stream.
  var offset: Int { base + index }

  /// Adds the next piece; returns false at the end of the stream.
  mutating func refill() throws(Stop) -> Bool {
    guard !hasEnded else { return false }
    if let start = mark, bytes.count - start > Self.markLimit { mark = nil }
    let piece = try pull()
    guard !piece.isEmpty else {
      hasEnded = true
      return false
    }
    let kept = min(mark ?? index, index)
    base += kept
    index -= kept
    mark = mark.map { $0 - kept }
    if kept == bytes.count {
      bytes = piece
    } else {
      bytes.removeSubrange(..<kept)
      bytes += piece
    }
    return true
  }

  /// Makes at least this many bytes available unless the stream ends before.
  mutating func want(_ count: Int) throws(Stop) {
    while bytes.count - index < count {
      guard try refill() else { return }
    }
  }

  /// Returns the next byte and moves past it.
  mutating func next() throws(Stop) -> UInt8? {
    if index == bytes.count {
      guard try refill() else { return nil }
    }
    defer { index += 1 }
    return bytes[index]
  }

  /// Returns the next bytes, as many as there are up to a count, without moving.
  mutating func peek(_ count: Int) throws(Stop) -> ArraySlice<UInt8> {
    try want(count)
    return bytes[index..<min(bytes.count, index + count)]
  }
}

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
