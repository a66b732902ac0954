import LabAnswer
import LabKernel
import LabMetrics
package import LabText

/// Rows of comma-separated values, formatted into bytes.
///
/// Fields are quoted only where they must be, and no text is a formula of a spreadsheet. A row ends
/// in a line feed alone, which RFC 4180 readers accept and diffs prefer.
///
/// - Source: RFC 4180, section 2.
package struct CSVWriter: Sendable {
  /// The bytes written so far, in UTF-8.
  ///
  /// - Complexity: O(n), since they are copied.
  package var bytes: [UInt8] { buffer.bytes }

  /// The fields of the last row as cells of a table, in place of bytes; `nil` for bytes.
  private var cells: [Table.Cell]?
  private var buffer = ByteBuffer()
  private var rowIsEmpty = true

  package init() {}

  /// Creates a writer that keeps the fields of a row as cells of a table, for ``takeCells()``.
  init(keepingCells: Void) { cells = [] }

  /// Returns the fields since the last call.
  mutating func takeCells() -> [Table.Cell] {
    defer { cells = [] }
    return cells ?? []
  }

  /// Creates a writer that begins with a header.
  package init(header: [String]) {
    self.init()
    for name in header { field(name) }
    endRow()
  }

  /// Appends a text field; an empty one stands for what is undefined.
  package mutating func field(_ text: String) {
    if keeps(text.isEmpty ? .blank : .text(text)) { return }
    var isSpecial = false
    // Letters, of which nearly all names begin with one, stand behind every sign.
    var text = text.utf8.first.map { $0 < 65 } == true ? CSVFormula.guarded(text) : text
    // The bytes of a string in a row cost half of what its view of them does.
    text.withUTF8 { bytes in
      field(room: bytes.count) { room, place in
        for index in bytes.indices {
          let byte = unsafe bytes[index]
          room.write(byte, at: &place)
          isSpecial = isSpecial || Self.isSpecial(byte)
        }
      }
    }
    guard isSpecial else { return }
    buffer.cut(to: buffer.count - text.utf8.count)
    buffer.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { buffer.append(byte) }
      buffer.append(byte)
    }
    buffer.append(UInt8(ascii: "\""))
  }

  /// Whether a field with this byte must be quoted: a quote, a comma, or an end of a line.
  @inline(__always)
  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte <= 44 && (byte == 34 || byte == 44 || byte == 10 || byte == 13)
  }

  /// Appends a whole number.
  package mutating func field(_ number: Int) {
    if keeps(.count(number)) { return }
    field(room: 20) { room, place in
      if number < 0 { room.write(UInt8(ascii: "-"), at: &place) }
      room.write(UInt64(number.magnitude), at: &place)
    }
  }

  /// Appends a duration in milliseconds, exact to the nanosecond; `nil` leaves the field empty.
  package mutating func milliseconds(_ nanoseconds: Int64?) {
    if keeps(.time(nanoseconds.map { .nanoseconds($0) })) { return }
    field(room: 24) { room, place in
      guard let nanoseconds else { return }
      if nanoseconds < 0 { room.write(UInt8(ascii: "-"), at: &place) }
      let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
      room.write(whole, at: &place)
      guard rest != 0 else { return }
      room.write(UInt8(ascii: "."), at: &place)
      room.write(rest, digits: 6, at: &place)
      while room[place - 1] == UInt8(ascii: "0") { place -= 1 }
    }
  }

  /// Appends a number with at most six decimals; `nil` leaves the field empty.
  package mutating func number(_ number: Double?) {
    if keeps(.number(number)) { return }
    guard let number else { return field(room: 0) { _, _ in } }
    let parts = DecimalParts(number)
    guard let whole = parts.whole else {
      return field(decimalText(number))
    }
    field(room: 28) { room, place in
      if parts.isNegative { room.write(UInt8(ascii: "-"), at: &place) }
      room.write(whole, at: &place)
      guard parts.millionths != 0 else { return }
      room.write(UInt8(ascii: "."), at: &place)
      room.write(parts.millionths, digits: 6, at: &place)
      while room[place - 1] == UInt8(ascii: "0") { place -= 1 }
    }
  }

  /// Appends an empty field, as an empty text.
  mutating func emptyField() {
    if !keeps(.blank) { field(room: 0) { _, _ in } }
  }

  /// Appends a number as a text, for readers whose numbers have fewer digits.
  package mutating func digits(_ number: UInt64) {
    if keeps(.text("\(number)")) { return }
    field(room: 20) { room, place in room.write(number, at: &place) }
  }

  /// Appends a number as a text of sixteen hexadecimal digits.
  package mutating func hexadecimal(_ number: UInt64) {
    if keeps(.text(LabResults.hexadecimal(number))) { return }
    field(room: 16) { room, place in
      for shift in stride(from: UInt64(60), through: 0, by: -4) {
        let digit = UInt8(truncatingIfNeeded: number >> shift & 15)
        room.write(digit < 10 ? 48 + digit : 87 + digit, at: &place)
      }
    }
  }

  /// Keeps a field as a cell, and returns whether it does.
  @inline(__always)
  private mutating func keeps(_ cell: @autoclosure () -> Table.Cell) -> Bool {
    guard cells != nil else { return false }
    cells?.append(cell())
    return true
  }

  /// Appends a word outside of any row, the lowest byte first.
  mutating func append(word: UInt64) {
    buffer.fill(8) { room, place in
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        room.write(UInt8(truncatingIfNeeded: word >> shift), at: &place)
      }
    }
  }

  package mutating func endRow() {
    buffer.append(10)
    rowIsEmpty = true
  }

  /// Hands over the bytes written so far, if they are more than a limit, and forgets them.
  package mutating func drain<Refusal>(
    to write: ([UInt8]) throws(Refusal) -> Void, beyond limit: Int = 0
  ) throws(Refusal) {
    guard buffer.count > limit else { return }
    try write(bytes)
    removeAll()
  }

  /// Forgets the bytes written so far, and keeps their memory.
  package mutating func removeAll() {
    buffer.removeAll()
  }

  /// Appends a field of at most so many bytes, behind a comma unless it is the first of its row.
  @inline(__always)
  private mutating func field(
    room: Int, _ write: (inout ByteBuffer.Room, inout Int) -> Void
  ) {
    let isFirst = rowIsEmpty
    rowIsEmpty = false
    buffer.fill(room + 1) { room, place in
      if !isFirst { room.write(UInt8(ascii: ","), at: &place) }
      write(&room, &place)
    }
  }
}

extension CSVWriter {
  /// Appends a whole number; `nil` leaves the field empty.
  package mutating func field(_ number: Int?) {
    if let number { field(number) } else { emptyField() }
  }

  /// Appends the value of a metric; `nil` leaves the field empty.
  mutating func value(_ value: MetricValue?) {
    switch value {
    case nil: emptyField()
    case .count(let count): field(count)
    case .time(let time): milliseconds(time.wholeNanoseconds)
    case .number(let number): self.number(number)
    }
  }
}

/// A row of a file of comma-separated values.
package struct CSVRow {
  private let path: String
  /// The line in which it begins, from 1.
  let line: Int
  /// The row as it stands in the file, without its end.
  let bytes: ArraySlice<UInt8>
  /// The fields without their quotation marks.
  package let fields: [String]
  /// The positions of the columns by their names.
  private let columns: [String: Int]

  init(path: String, line: Int, bytes: ArraySlice<UInt8>, columns: [String: Int] = [:]) {
    (self.path, self.line, self.bytes, self.columns) = (path, line, bytes, columns)
    fields = Self.fields(bytes)
  }

  /// The field of a column that the row is known to have.
  subscript(_ column: Int) -> String { fields[column] }

  /// The field of a column that the header is known to have, as it was given to the writer.
  subscript(_ name: String) -> String { columns[name].map { CSVFormula.bare(fields[$0]) } ?? "" }

  /// Returns the mistake of a field.
  func mistake(in name: String, _ message: String) -> InputError {
    mistake(at: columns[name], message)
  }

  /// Whether nothing but white space stands in it.
  var isBlank: Bool { bytes.allSatisfy { [9, 13, 32].contains($0) } }

  /// Returns the mistake of a field, or of the end of the row if it has no such field, or of the
  /// whole row.
  package func mistake(at column: Int?, _ message: String) -> InputError {
    InputError(path: path, line: line, column: column.map(place) ?? 1, message)
  }

  /// In which column of the text a field begins, from 1.
  private func place(of field: Int) -> Int {
    var (isQuoted, commas, characters) = (false, 0, 1)
    for byte in bytes {
      if commas == field { break }
      if byte & 0xc0 != 0x80 { characters += 1 }
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ","), !isQuoted { commas += 1 }
    }
    return characters
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

/// Keeps the text of a cell from being taken for a formula by a spreadsheet.
///
/// A text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return may be a formula, and
/// calls programs in some spreadsheets; an apostrophe before it makes it a text. A signed number
/// stays as it is, with a unit or with others behind commas, since nothing is called by it.
/// Apostrophes that stand there already get one more, so that ``bare(_:)`` gives every text back.
///
/// - Source: OWASP, "CSV Injection".
enum CSVFormula {
  private static let apostrophe = UInt8(ascii: "'")

  /// Returns a text as a cell holds it.
  static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

  /// Returns the text of a cell that was guarded.
  static func bare(_ cell: String) -> String {
    guard cell.utf8.first == apostrophe else { return cell }
    let text = cell.dropFirst()
    return isFormula(text) ? String(text) : cell
  }

  /// Whether a text needs an apostrophe.
  static func isFormula(_ text: some StringProtocol) -> Bool {
    var bytes = text.utf8.drop { $0 == apostrophe }
    guard let sign = bytes.popFirst() else { return false }
    switch sign {
    case UInt8(ascii: "="), UInt8(ascii: "@"), 9, 13: return true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): break
    default: return false
    }
    let beginsNumber = bytes.first.map { isDigit($0) || $0 == UInt8(ascii: ".") } ?? false
    guard beginsNumber else { return true }
    var last: UInt8 = 0
    for byte in bytes {
      // The sign of an exponent.
      let isSign = (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")) && last | 32 == 101
      guard isSign || isPlain(byte) else { return true }
      last = byte
    }
    return false
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Whether a byte stands in numbers, units, and between them.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "%"): true
    default: isDigit(byte)
    }
  }
}
