/// The rows of a CSV file of the lab, read one at a time.
///
/// - Source: RFC 4180, with a line feed alone at the end of a row.
final class CSVRows {
  /// The names of the columns.
  private(set) var header: [String] = []

  private let file: ReadableFile
  private var buffer: [UInt8] = []
  /// Where the buffer begins in the file, and the next row in the buffer.
  private var base = 0
  private var position = 0

  /// The longest row that the lab ever writes is far shorter.
  private static let rowLimit = 1 << 22

  /// Opens a file and reads its header.
  init(_ path: String) throws(ComparisonMistake) {
    do {
      file = try DiskFile(reading: path).reading
    } catch {
      throw ComparisonMistake("'\(path)' cannot be read: \(error.reason).")
    }
    header = try next() ?? []
  }

  /// Where the next row begins.
  var offset: Int { base + position }

  /// Goes to where a row begins.
  func seek(to offset: Int) { (base, position, buffer) = (offset, 0, []) }

  /// Returns the next row; `nil` after the last one.
  func next() throws(ComparisonMistake) -> [String]? {
    var isQuoted = false
    var end = position
    while true {
      if end == buffer.count {
        guard try refill() else {
          guard end > position else { return nil }
          throw ComparisonMistake("'\(file.path)' breaks off in the middle of a row.")
        }
        end -= position
        position = 0
      }
      let byte = buffer[end]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == 10, !isQuoted { break }
      end += 1
    }
    defer { position = end + 1 }
    return Self.fields(buffer[position..<end])
  }

  /// Reads more, and forgets the rows before the next one.
  private func refill() throws(ComparisonMistake) -> Bool {
    let kept = buffer[position...]
    guard kept.count < Self.rowLimit else {
      throw ComparisonMistake("'\(file.path)' has a row that the lab never wrote.")
    }
    do {
      let more = try file.read(at: base + buffer.count, count: 1 << 18)
      base += position
      buffer = kept + more
      return !more.isEmpty
    } catch {
      throw ComparisonMistake("'\(file.path)' cannot be read: \(error.reason).")
    }
  }

  private static func fields(_ row: ArraySlice<UInt8>) -> [String] {
    guard row.contains(UInt8(ascii: "\"")) else {
      return row.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    var fields: [[UInt8]] = [[]]
    var isQuoted = false
    var wasQuote = false
    for byte in row {
      if byte == UInt8(ascii: "\"") {
        // A doubled quote ends the quotation and begins it again, with one quote kept.
        if wasQuote, !isQuoted { fields[fields.count - 1].append(byte) }
        wasQuote = isQuoted
        isQuoted.toggle()
      } else {
        wasQuote = false
        if byte == UInt8(ascii: ","), !isQuoted {
          fields.append([])
        } else {
          fields[fields.count - 1].append(byte)
        }
      }
    }
    return fields.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Why two results cannot be compared.
public struct ComparisonMistake: Error, Hashable, CustomStringConvertible {
  /// What is wrong, and the remedy.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension ResultFolder.Failure {
  /// Why the system refused, in its own words.
  fileprivate var reason: String {
    switch self {
    case .refused(_, let reason), .interrupted(_, let reason): reason
    case .exists, .unfinished, .foreign: "it is in the way"
    }
  }
}
