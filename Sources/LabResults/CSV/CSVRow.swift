package import LabText

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
