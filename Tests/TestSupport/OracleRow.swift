import Foundation
import Testing

/// A row of a table in the folder of fixtures beside a test, by the names of its columns.
package struct OracleRow: CustomTestStringConvertible, Sendable {
  let fields: [String: String]
  /// The row as it stands in the file.
  package let testDescription: String

  /// The text in a column; empty if there is no such column.
  package subscript(name: String) -> String { fields[name] ?? "" }

  /// The number in a column; not a number if there is none.
  package func number(_ name: String) -> Double { Double(self[name]) ?? .nan }

  /// The whole number in a column; −1 if there is none.
  package func count(_ name: String) -> Int { Int(self[name]) ?? -1 }

  /// Reads the rows of a file below `Fixtures`; lines that begin with `#` are remarks.
  package static func rows(of file: String, beside test: String = #filePath) throws -> [OracleRow] {
    try known.value(
      of: URL(filePath: test).deletingLastPathComponent().appending(path: "Fixtures/\(file)"))
  }

  private static let known = Once<URL, [OracleRow]> { url in
    let lines = try String(contentsOf: url, encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
    guard let header = lines.first?.split(separator: ",").map(String.init) else { return [] }
    return lines.dropFirst().map { line in
      let fields = fields(of: line)
      return OracleRow(
        fields: Dictionary(uniqueKeysWithValues: zip(header, fields)), testDescription: "\(line)")
    }
  }

  /// Cuts a line at its commas, but for those between quotation marks.
  private static func fields(of line: Substring) -> [String] {
    guard line.utf8.contains(UInt8(ascii: "\"")) else {
      return line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    var fields = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}
