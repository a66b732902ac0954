/// Texts, arrays and objects as JSON spells them.
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

  /// Returns an object of members whose values are JSON already.
  package static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { quoted($0.0) + ":" + $0.1 }.joined(separator: ",") + "}"
  }

  /// Returns an array of values that are JSON already.
  package static func array(of values: [String]) -> String {
    "[" + values.joined(separator: ",") + "]"
  }

  /// Returns an array of texts.
  package static func array(ofTexts texts: [String]) -> String {
    array(of: texts.map { quoted($0) })
  }

  /// Returns whole numbers as an array.
  static func array(_ numbers: [some BinaryInteger]) -> String {
    "[" + numbers.map { String($0) }.joined(separator: ", ") + "]"
  }
}
