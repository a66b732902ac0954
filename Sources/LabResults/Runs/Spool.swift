import LabKernel

/// Rows of one run, in the order in which they come: the last ones in memory, those
/// before in pieces of a file that several spools share.
///
/// One thread at a time uses it: the one that makes the run, then the one that records it.
final class Spool: @unchecked Sendable {
  /// How many bytes are kept in memory.
  private let limit: Int
  private let file: SpoolFile?
  /// Where the pieces lie in the file; neighbors are one.
  private var pieces: [Range<Int>] = []
  /// What follows them and the file did not take.
  private var rest: [UInt8] = []
  /// What came last.
  private var last = CSVWriter()
  private var failure: WriteError?
  /// How many bytes there are, once they have ended.
  private(set) var count = 0
  /// The hash of all bytes, once they have ended.
  private(set) var hash = ContentHash()

  /// How many bytes are read at a time.
  private static let part = 1 << 20

  /// Creates an empty spool.
  ///
  /// - Parameters:
  ///   - file: Where the bytes lie if there are many; `nil` for in memory.
  ///   - limit: How many bytes are kept in memory.
  init(in file: SpoolFile?, keeping limit: Int = 1 << 18) {
    (self.file, self.limit) = (file, limit)
  }

  /// Appends a row of a file.
  ///
  /// If the system refuses to write it, ``finish()`` throws.
  func append<Row>(_ row: Row, to file: CSVFile<Row>) {
    file.append(row, to: &last)
    spill()
  }

  private func spill() {
    guard let file else { return }
    last.drain(to: { take($0, into: file) }, beyond: limit)
  }

  private func take(_ bytes: [UInt8], into file: SpoolFile?) {
    guard failure == nil else { return }
    hash.update(bytes[...])
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

  /// Ends the bytes, of which the last stay in memory.
  func finish() throws(WriteError) {
    take(last.bytes, into: nil)
    last = CSVWriter()
    if let failure { throw failure }
  }

  /// The bytes, once they have ended and if they lie in memory.
  var bytes: [UInt8] {
    precondition(pieces.isEmpty, "the bytes lie in a file")
    return rest
  }

  /// Visits all bytes in order, part by part.
  func forEachPart(
    _ body: ([UInt8]) throws(WriteError) -> Void
  ) throws(WriteError) {
    if let failure { throw failure }
    for piece in pieces {
      for begin in stride(from: piece.lowerBound, to: piece.upperBound, by: Self.part) {
        let part = begin..<min(begin + Self.part, piece.upperBound)
        if let bytes = try file?.read(part) { try body(bytes) }
      }
    }
    for bytes in [rest, last.bytes] where !bytes.isEmpty { try body(bytes) }
  }
}

/// A file without a name in which the lists of one run lie piece by piece, as far as they are long.
///
/// One thread at a time uses it: the one that makes the run, then the one that records it.
final class SpoolFile: @unchecked Sendable {
  /// How many of these files may be open; a process may open a thousand on some systems.
  private static let openLimit = 128
  private static let openCount = Counter(0)

  private let folder: String
  private var file: DiskFile?
  /// Whether everything stays in memory, because too many files are open.
  private var isRefused = false

  /// Prepares a file, which is made when something is to lie in it.
  init(in folder: String) { self.folder = folder }

  deinit {
    if file != nil { Self.openCount.add(-1) }
  }

  /// Appends a piece, and returns where it lies; `nil` if too many files are open.
  func append(_ bytes: [UInt8]) throws(WriteError) -> Range<Int>? {
    guard let file = try opened() else { return nil }
    let begin = file.count
    try file.append(bytes)
    return begin..<file.count
  }

  /// Returns a part of what lies in the file.
  func read(_ place: Range<Int>) throws(WriteError) -> [UInt8] {
    guard let file else { return [] }
    return try file.reading.read(at: place.lowerBound, count: place.count)
  }

  private func opened() throws(WriteError) -> DiskFile? {
    if file != nil || isRefused { return file }
    guard Self.takePlace() else {
      isRefused = true
      return nil
    }
    do throws(WriteError) {
      file = try DiskFile(temporaryIn: folder)
    } catch {
      Self.openCount.add(-1)
      throw error
    }
    return file
  }

  /// Whether one more file may be open, which then counts.
  private static func takePlace() -> Bool {
    let count = openCount.add(1)
    if count > openLimit { openCount.add(-1) }
    return count <= openLimit
  }
}
