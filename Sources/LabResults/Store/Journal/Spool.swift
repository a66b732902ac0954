/// Bytes that are written once and read as often as wanted: the last ones in memory, those before
/// in pieces of a file that several spools share.
struct Spool {
  private let file: SpoolFile?
  /// Where the pieces lie in the file; neighbors are one.
  private var pieces: [Range<Int>] = []
  /// What follows them, in memory.
  private var rest: [UInt8] = []
  private var failure: WriteError?
  /// How many bytes there are.
  private(set) var count = 0

  /// How many bytes are read at a time.
  private static let part = 1 << 20

  /// Creates an empty spool.
  ///
  /// - Parameter file: Where the bytes lie; `nil` for in memory.
  init(in file: SpoolFile?) { self.file = file }

  /// Whether the file is used, so that what is appended costs no memory.
  var hasFile: Bool { file != nil }

  /// Appends bytes.
  ///
  /// If the system refuses to write them, ``check()`` throws.
  mutating func append(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    count += bytes.count
    do throws(WriteError) {
      guard rest.isEmpty, let place = try file?.append(bytes) else {
        rest += bytes
        return
      }
      if let last = pieces.last, last.upperBound == place.lowerBound {
        pieces[pieces.count - 1] = last.lowerBound..<place.upperBound
      } else {
        pieces.append(place)
      }
    } catch {
      failure = error
    }
  }

  /// Appends bytes that stay in memory; nothing else may follow.
  mutating func finish(_ bytes: [UInt8]) {
    count += bytes.count
    rest += bytes
  }

  /// - Throws: ``WriteError`` if a part could not be kept.
  func check() throws(WriteError) { if let failure { throw failure } }

  /// All bytes of a spool that lies in memory.
  var bytes: [UInt8] {
    precondition(pieces.isEmpty, "the bytes lie in a file")
    return rest
  }

  /// Visits all bytes in order, part by part.
  func forEachPart(
    _ body: ([UInt8]) throws(WriteError) -> Void
  ) throws(WriteError) {
    for piece in pieces {
      for begin in stride(from: piece.lowerBound, to: piece.upperBound, by: Self.part) {
        let part = begin..<min(begin + Self.part, piece.upperBound)
        if let bytes = try file?.read(part) { try body(bytes) }
      }
    }
    if !rest.isEmpty { try body(rest) }
  }
}
