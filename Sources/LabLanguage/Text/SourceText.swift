/// The text of a script or another input file: checked, and cut into lines.
package final class SourceText: Sendable {
  /// The path under which mistakes are reported.
  package let path: String

  /// The lines without their ends; a file whose last line lacks its end is as good as another.
  package let lines: [String]

  /// Reads UTF-8 with lines that end in LF or CR LF.
  ///
  /// - Throws: A mistake if there are more than `limit` bytes, a line is too long, a byte is not
  ///   UTF-8, or a control character could play tricks on the terminal that shows it.
  package init(path: String, bytes: [UInt8], limit: Int) throws(Mistake) {
    self.path = path
    guard bytes.count <= limit else {
      throw Mistake(nil, "the file is larger than \(limit >> 10) KB.")
    }
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    var lines: [String] = []
    for piece in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = piece.last == UInt8(ascii: "\r") ? piece.dropLast() : piece
      if let flaw = Self.flaw(of: line) {
        let source = SourceText(path: path, line: "")
        throw Mistake(
          Place(source: source, line: lines.count + 1, column: flaw.column), flaw.message,
          showsLine: false)
      }
      lines.append(String(decoding: line, as: UTF8.self))
    }
    self.lines = lines
  }

  /// Reads what was typed in an option, which is one line.
  package convenience init(typed text: String, in option: String) throws(Mistake) {
    try self.init(path: option, bytes: Array(text.utf8), limit: Limits.scriptBytes)
    guard lines.count == 1 else {
      throw Mistake(Place(source: self, line: 2, column: 1), "this must stand on one line.")
    }
  }

  /// A line that the lab wrote itself.
  package init(path: String, line: String) {
    self.path = path
    lines = [line]
  }

  /// Some lines of another text.
  package init(path: String, lines: ArraySlice<String>) {
    self.path = path
    self.lines = Array(lines)
  }

  /// Returns what keeps a line from being text, and the column; `nil` if it is text.
  private static func flaw(of bytes: ArraySlice<UInt8>) -> (column: Int, message: String)? {
    guard bytes.count <= Limits.lineBytes else {
      return (
        Limits.lineBytes + 1,
        "the line is longer than \(Limits.lineBytes) bytes. Shorten it; a list of values can be a"
          + " range, such as '1 ms .. 100 ms step 1 ms'."
      )
    }
    guard let line = String(validating: bytes, as: UTF8.self) else {
      // As many scalars as are sound, each of which begins with a byte that continues no other.
      var sound = bytes
      while String(validating: sound, as: UTF8.self) == nil { sound.removeLast() }
      let column = String(decoding: sound, as: UTF8.self).unicodeScalars.count + 1
      return (column, "this is not text in UTF-8. Save the file in UTF-8.")
    }
    for (index, scalar) in line.unicodeScalars.enumerated()
    where scalar != "\t" && scalar.isControl {
      return (index + 1, "the control character \(scalar.value) is not text. Delete it.")
    }
    return nil
  }

  /// Returns the path of a file that this text names relative to its own folder.
  package func beside(_ path: String) -> String {
    guard !path.hasPrefix("/"), let slash = self.path.lastIndex(of: "/") else { return path }
    return self.path[...slash] + path
  }

  /// Returns the part of a line between two columns, counted from 0 in Unicode scalars.
  package func text(line: Int, columns: Range<Int>) -> String {
    let scalars = lines[line - 1].unicodeScalars.dropFirst(columns.lowerBound)
    return String(String.UnicodeScalarView(scalars.prefix(columns.count)))
  }
}

extension Unicode.Scalar {
  /// Whether this is one of the 65 characters of the category Cc.
  fileprivate var isControl: Bool { value < 0x20 || 0x7f...0x9f ~= value }
}
