/// The text of a script or another input file: checked, and cut into lines.
package final class SourceText: Sendable {
  /// The path under which mistakes are reported.
  let path: String

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
      lines.append(
        try Self.line(
          piece.last == UInt8(ascii: "\r") ? piece.dropLast() : piece,
          number: lines.count + 1))
    }
    self.lines = lines
  }

  /// A line that the lab wrote itself.
  init(path: String, line: String) {
    self.path = path
    lines = [line]
  }

  private static func line(_ bytes: ArraySlice<UInt8>, number: Int) throws(Mistake) -> String {
    guard bytes.count <= Limits.lineBytes else {
      throw Mistake(nil, "line \(number) is longer than \(Limits.lineBytes) bytes.")
    }
    guard let line = String(validating: bytes, as: UTF8.self) else {
      throw Mistake(nil, "line \(number) is not text in UTF-8.")
    }
    for scalar in line.unicodeScalars where scalar != "\t" && scalar.isControl {
      throw Mistake(
        nil, "line \(number) holds the control character \(scalar.value). Is this a text file?")
    }
    return line
  }

  /// Returns the path of a file that this text names relative to its own folder.
  func beside(_ path: String) -> String {
    guard !path.hasPrefix("/"), let slash = self.path.lastIndex(of: "/") else { return path }
    return self.path[...slash] + path
  }

  /// Returns the part of a line between two columns, counted from 0 in Unicode scalars.
  func text(line: Int, columns: Range<Int>) -> String {
    let scalars = lines[line - 1].unicodeScalars.dropFirst(columns.lowerBound)
    return String(String.UnicodeScalarView(scalars.prefix(columns.count)))
  }
}

extension Unicode.Scalar {
  /// Whether this is one of the 65 characters of the category Cc.
  fileprivate var isControl: Bool { value < 0x20 || 0x7f...0x9f ~= value }
}
