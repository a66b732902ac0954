package import LabAnswer
import LabMetrics
import LabResults

/// An answer as one JSON object on one line, for programs.
///
/// A row of a table is an object whose keys are the names of the columns, with their units; what is
/// undefined or does not apply has no key. Within one schema keys and columns are added, never
/// changed.
package enum AnswerJSON {
  /// The name of the schema, with its version.
  package static let schema = "runlooplab/answer/3"

  /// Returns the object with a line feed behind it.
  package static func text(of answer: Answer) -> String {
    var members = [
      ("schema", JSONText.quoted(schema)), ("lab_version", JSONText.quoted(RunLoopLab.version)),
      ("study", JSONText.quoted(answer.study)), ("subject", JSONText.quoted(answer.subject)),
      ("outcome", JSONText.quoted(answer.outcome.rawValue)),
      (
        "sentences",
        JSONText.array(
          of:
            answer.namedSentences.map {
              JSONText.object([
                ("name", JSONText.quoted($0.name ?? "")), ("text", JSONText.quoted($0.text)),
              ])
            })
      ),
      (
        "tables",
        JSONText.object(
          answer.namedTables.map { table in
            (table.name ?? "", JSONText.array(of: table.rows.map { row($0, of: table) }))
          })
      ),
    ]
    if !answer.checks.isEmpty {
      members.append(("checks", JSONText.array(of: answer.checks.map(object))))
    }
    if let name = answer.name { members.append(("name", JSONText.quoted(name))) }
    if let command = answer.command { members.append(("command", JSONText.quoted(command))) }
    for (name, texts) in [
      ("scripts", answer.scripts), ("files", answer.files.map { $0.path }), ("next", answer.next),
    ] where !texts.isEmpty {
      members.append((name, JSONText.array(ofTexts: texts)))
    }
    return JSONText.object(members) + "\n"
  }

  private static func object(_ check: Answer.Check) -> String {
    var members = [
      ("outcome", JSONText.quoted(check.outcome.rawValue)), ("text", JSONText.quoted(check.text)),
    ]
    for (name, text) in [
      ("name", check.name), ("measured", check.measured), ("details", check.details),
      ("reason", check.reason), ("path", check.place?.path), ("command", check.command),
    ] {
      if let text, !text.isEmpty { members.append((name, JSONText.quoted(text))) }
    }
    for (name, number) in [("line", check.place?.line), ("column", check.place?.column)] {
      if let number { members.append((name, "\(number)")) }
    }
    return JSONText.object(members)
  }

  private static func row(_ cells: [Table.Cell], of table: Table) -> String {
    JSONText.object(
      zip(table.columns, cells).flatMap { column, cell in
        let member = value(of: cell).map { [(column.name, $0)] } ?? []
        guard case .metric(_, let unit) = cell, !unit.isEmpty else { return member }
        return member + [("unit", JSONText.quoted(unit))]
      })
  }

  private static func value(of cell: Table.Cell) -> String? {
    switch cell {
    case .none, .blank: nil
    case .text(let text): JSONText.quoted(text)
    case .metric(let name, _): JSONText.quoted(name)
    case .flag(let isSo): "\(isSo)"
    case .value(let value): "\(value)"
    case .interval(let mean, _): "\(MetricValue.number(mean))"
    }
  }
}

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
