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
