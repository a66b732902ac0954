/// Names of foreign files, made fit for a line of a table and for a terminal.
package enum Label {
  package static let length = 60

  /// Returns a name of one line without control and bidirectional characters, at most 60
  /// characters long.
  ///
  /// All letters stay.
  package static func clean(_ name: String, length: Int = Label.length) -> String {
    // Most names are plain, also in the letter behind their end, which could carry on the last one.
    if name.utf8.prefix(length == .max ? length : length + 1).allSatisfy({ 0x20..<0x7f ~= $0 }) {
      var bytes = name.utf8.prefix(length).drop { $0 == 0x20 }
      while bytes.last == 0x20 { bytes.removeLast() }
      return String(Substring(bytes))
    }
    var scalars = String.UnicodeScalarView()
    var (count, letters, marks) = (0, 0, 0)
    for scalar in name.unicodeScalars {
      // A letter may carry marks, but not hundreds.
      marks =
        scalar.isASCII || scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
      if marks <= 4 {
        scalars.append(isPlain(scalar) ? scalar : "_")
        count += 1
      }
      // A scalar of ASCII begins a character, which others may carry on.
      letters += scalar.isASCII ? 1 : 0
      if letters > length || count / 4 >= length { break }
    }
    var text = String(scalars)
    if text.count > length { text = String(text.prefix(length)) }
    text = String(text.drop { $0 == " " })
    while text.last == " " { text.removeLast() }
    return text
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7f: return true
    case 0..<0x20, 0x7f..<0xa0, 0x061c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff:
      return false
    default:
      return scalar.properties.generalCategory != .control
    }
  }
}
