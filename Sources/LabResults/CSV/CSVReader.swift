package import LabText

/// The rows of a file of comma-separated values, read one at a time.
///
/// - Source: RFC 4180, section 2.
package final class CSVReader {
  /// Who wrote a file, and so what may stand in it.
  enum Origin {
    /// The lab: every row ends in a line feed and has as many fields as the header.
    case lab
    /// Another tool: there may be a byte order mark, comments before the header, empty lines, ends
    /// of lines as in Windows, and none at the end; rows may be shorter or longer than the header,
    /// and no field reaches over the end of a line.
    case foreign
  }

  /// Where a row begins.
  struct Position: Hashable, Comparable {
    /// How many bytes of the file are before it.
    fileprivate(set) var offset = 0
    fileprivate var line = 1

    static func < (first: Self, second: Self) -> Bool { first.offset < second.offset }
  }

  /// The names of the columns.
  package private(set) var header = CSVRow(path: "", line: 1, bytes: [])
  /// The positions of the columns by their names.
  private var columns: [String: Int] = [:]

  private let path: String
  private let origin: Origin
  /// The column with the version of the columns, and the last version that was found to be known.
  private var schema: (position: Int, known: String)?
  private let read: (_ offset: Int, _ count: Int) throws(InputError) -> [UInt8]
  private var buffer: [UInt8] = []
  /// Where the buffer begins in the file, and the next row in the buffer.
  private var base = 0
  private var start = 0
  private var line = 1

  /// The longest row that is read.
  private static let rowLimit = 1 << 22

  /// Opens a file that the lab wrote, and reads its header, which must have some columns.
  convenience init(_ path: String, with columns: [String] = []) throws(InputError) {
    func attempt<Value>(_ body: () throws(WriteError) -> Value) throws(InputError) -> Value {
      do throws(WriteError) {
        return try body()
      } catch {
        let reason = if case .refused(_, let reason) = error { reason } else { "it is in use" }
        throw InputError(path: path, "the file cannot be read: \(reason).")
      }
    }
    let file = try attempt { () throws(WriteError) in try DiskFile(reading: path).reading }
    try self.init(path, .lab) { offset, count throws(InputError) in
      try attempt { () throws(WriteError) in try file.read(at: offset, count: count) }
    }
    for name in columns { _ = try column(name) }
  }

  /// Takes the bytes of a file of another tool, and reads its header.
  package convenience init(_ path: String, foreign bytes: [UInt8]) throws(InputError) {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    try self.init(path, .foreign) { offset, count in
      Array(text.dropFirst(offset).prefix(count))
    }
  }

  private init(
    _ path: String, _ origin: Origin,
    read: @escaping (_ offset: Int, _ count: Int) throws(InputError) -> [UInt8]
  ) throws(InputError) {
    self.path = path
    self.origin = origin
    self.read = read
    while let row = try nextLine() {
      if origin == .foreign, row.isBlank || row.bytes.starts(with: [47, 47]) { continue }
      header = row
      let names = row.fields.map {
        origin == .lab ? SchemaColumn.today($0) : $0
      }
      columns = Dictionary(keepingFirst: names.enumerated().map { ($1, $0) })
      if origin == .lab { schema = SchemaColumn.position(in: row).map { ($0, "") } }
      return
    }
    throw InputError(
      path: path, line: 1, column: 1, "there is no line with the names of columns.")
  }

  /// Where the next row begins.
  var position: Position { Position(offset: base + start, line: line) }

  /// Goes to where a row begins.
  func seek(to position: Position) {
    (base, start, buffer, line) = (position.offset, 0, [], position.line)
  }

  /// Returns the position of a column, by its name of today.
  ///
  /// - Throws: That there is none of that name.
  func column(_ name: String) throws(InputError) -> Int {
    guard let index = columns[name] else {
      throw header.mistake(at: nil, "there is no column '\(name)'.")
    }
    return index
  }

  /// Returns the next row; `nil` after the last one.
  ///
  /// - Throws: That the row is not as the lab writes it, or was written by a newer version.
  package func next() throws(InputError) -> CSVRow? {
    while let row = try nextLine() {
      switch origin {
      case .foreign where row.isBlank: continue
      case .lab where row.fields.count != header.fields.count:
        throw row.mistake(
          at: nil,
          "the row has \(row.fields.count) fields and the header \(header.fields.count).")
      case .lab:
        if let schema, row[schema.position] != schema.known {
          try SchemaColumn.check(row, at: schema.position)
          self.schema = (schema.position, row[schema.position])
        }
        return row
      case .foreign: return row
      }
    }
    return nil
  }

  private func nextLine() throws(InputError) -> CSVRow? {
    var isQuoted = false
    var end = start
    var lines = 1
    while true {
      if end == buffer.count {
        end -= start
        guard try refill() else {
          guard end > 0 else { return nil }
          guard origin == .foreign else {
            throw InputError(
              path: path, line: line, column: 1, "the file breaks off in the middle of a row.")
          }
          break
        }
      }
      let byte = buffer[end]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == 10 {
        if !isQuoted || origin == .foreign { break }
        lines += 1
      }
      end += 1
    }
    defer { (start, line) = (min(end + 1, buffer.count), line + lines) }
    var row = buffer[start..<end]
    if origin == .foreign, row.last == 13 { row.removeLast() }
    return CSVRow(path: path, line: line, bytes: row, columns: columns)
  }

  /// Reads more, and forgets the rows before the next one; false at the end of the file.
  private func refill() throws(InputError) -> Bool {
    let kept = buffer[start...]
    guard kept.count < Self.rowLimit else {
      throw InputError(path: path, line: line, column: 1, "the row is too long.")
    }
    let more = try read(base + buffer.count, 1 << 18)
    base += start
    buffer = kept + more
    start = 0
    return !more.isEmpty
  }
}
