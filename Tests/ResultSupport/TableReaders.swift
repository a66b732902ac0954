/// What pandas, R and a spreadsheet would change of a table when they open it without being told of
/// its types.
///
/// - Source: pandas, `read_csv` (`na_values`, and types by column); R, `read.csv`, `type.convert`
///   and `make.names`; Excel and LibreOffice read cell by cell, with 15 digits of a number.
package enum TableReaders {
  /// Columns whose cells are no numbers even where they look like one; the article on notebooks and
  /// `datapackage.json` say to read them as texts.
  package static let texts: Set = ["seed", "fingerprint"]

  /// The cells that pandas takes for missing ones.
  private static let missing: Set = [
    "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>",
    "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null",
  ]
  private static let truths: Set = ["true", "false", "t", "f"]
  private static let months: Set = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let reserved: Set = [
    "if", "else", "repeat", "while", "function", "for", "next", "break", "in", "TRUE", "FALSE",
    "NULL", "Inf", "NaN", "NA",
  ]

  /// What would be changed of a table with its header.
  package static func flaws(in table: [[String]]) -> [String] {
    guard let header = table.first else { return ["there is no header"] }
    let columns = header.enumerated().flatMap { index, name in
      texts.contains(name)
        ? [] : flaws(ofColumn: table.dropFirst().map { $0[index] }).map { "\(name): \($0)" }
    }
    return flaws(ofNames: header) + columns
  }

  /// What is wrong with the names of columns: R changes what is no name, and doubles.
  package static func flaws(ofNames names: [String]) -> [String] {
    let doubles = Set(names.filter { name in names.count { $0 == name } > 1 }).sorted()
    let wrong = names.filter { name in
      let isWord = name.utf8.allSatisfy { byte in
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
      }
      return !isWord || !(name.utf8.first.map(isLetter) ?? false) || reserved.contains(name)
    }
    return doubles.map { "two columns '\($0)'" } + wrong.map { "'\($0)' is no name in R" }
  }

  private static func flaws(ofColumn cells: [String]) -> [String] {
    let values = cells.filter { !$0.isEmpty }
    // A column is of numbers if each of its cells is one, hexadecimal ones and inf as well.
    let areNumbers = values.allSatisfy { Double($0) != nil }
    let areTruths = !values.isEmpty && values.allSatisfy { truths.contains($0.lowercased()) }
    return values.flatMap { cell -> [String] in
      var flaws: [String] = []
      if missing.contains(cell) { flaws.append("'\(cell)' is a missing value") }
      if areTruths { flaws.append("'\(cell)' is a truth value") }
      let isNumber = Double(cell) != nil
      if (areNumbers || isNumber) && !isPlain(cell) { flaws.append("'\(cell)' is another number") }
      if isDate(cell) { flaws.append("'\(cell)' is a date") }
      if cell.utf8.count > 32_767 { flaws.append("a text is longer than a cell") }
      return flaws
    }
  }

  /// Whether a number keeps its text: at most 15 digits, no exponent, no zeros in front.
  private static func isPlain(_ cell: String) -> Bool {
    let digits = cell.hasPrefix("-") ? cell.dropFirst() : cell[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) })
    else { return false }
    let isZero = digits.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
    return (parts[0] == "0" || !parts[0].hasPrefix("0"))
      && digits.utf8.count { isDigit($0) } <= (parts[0] == "0" ? 16 : 15)
      && (parts.count == 1 || !parts[1].hasSuffix("0")) && !(isZero && cell.hasPrefix("-"))
  }

  /// Whether a spreadsheet takes a cell for a date, a time, a fraction or a number with commas.
  private static func isDate(_ cell: String) -> Bool {
    let parts = cell.split(omittingEmptySubsequences: false) { "/-:,. ".contains($0) }
    let isNumeric = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
    if isNumeric, (2...3).contains(parts.count) { return parts.count == 3 || Double(cell) == nil }
    guard parts.count > 1 else { return false }
    // Such as ‘Mar 1’ and ‘1-Mar’.
    return parts.count <= 3
      && parts.contains { months.contains($0.prefix(3).lowercased()) && $0.count <= 9 }
      && parts.contains { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte }
  private static func isLetter(_ byte: UInt8) -> Bool { 97...122 ~= byte | 32 }
}
