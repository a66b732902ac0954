/// Texts as JSON spells them.
package enum JSONText {
  /// Returns a text in quotation marks.
  ///
  /// - Source: RFC 8259, section 7.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        quoted += "\\"
        quoted.unicodeScalars.append(scalar)
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Returns whole numbers as an array.
  static func array(_ numbers: [some BinaryInteger]) -> String {
    "[" + numbers.map { String($0) }.joined(separator: ", ") + "]"
  }
}
