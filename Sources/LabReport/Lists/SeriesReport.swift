package import LabSeries
import LabText

/// What a pasted list tells, as text and as JSON.
package struct SeriesReport {
  private let answer: SeriesAnswer
  private let name: String
  /// Where the script was written; `nil` if it was not.
  private let script: String?

  /// Prepares the reports of an answer.
  package init(_ answer: SeriesAnswer, of name: String, script: String?) {
    (self.answer, self.name, self.script) = (answer, name, script)
  }

  /// The lines for a screen.
  package func text(width: Int) -> String {
    var lines = wrappedText(head, width: width)
    lines += mistakes.flatMap { wrappedText($0, width: width) }
    lines += [""] + wrappedText(answer.sentences.joined(separator: " "), width: width)
    lines += [""] + answer.strip(width: width) + [""]
    lines += findings
    lines += [""] + candidates
    if let script {
      lines += ["", "'\(script)' makes such a list: runlooplab why \(script)"]
    } else {
      lines += ["", "--save FILE.lab writes the script that makes such a list."]
    }
    return lines.joined(separator: "\n")
  }

  private var head: String {
    let reading = answer.reading
    let kind =
      switch reading.kind {
      case .intervals: "intervals"
      case .timestamps: "intervals between timestamps"
      case .clock: "intervals between times of day"
      }
    let guessed = reading.isUnitGuessed ? ", which is a guess; --unit tells it" : ""
    return
      "\(name): \(grouped(reading.intervals.count)) \(kind) in \(reading.unit.rawValue)\(guessed)."
  }

  /// The first lines that were left out.
  private var mistakes: [String] {
    let all = answer.reading.mistakes
    let first = all.prefix(5).map { "\(name):\($0.line): '\($0.text.onOneLine)' is left out." }
    return all.count > 5 ? first + ["… and \(grouped(all.count - 5)) lines more."] : first
  }

  private var findings: [String] {
    answer.findings.map { finding in
      let label = (finding.name.rawValue + "                       ").prefix(22)
      return label + number(finding.value) + (finding.name.unit.map { " \($0)" } ?? "")
    }
  }

  private var candidates: [String] {
    answer.candidates.map { candidate in
      let behind = Int(min(1e15, candidate.behind.rounded()))
      let label = (candidate.mechanism.rawValue + "             ").prefix(12)
      return label
        + (behind == 0 && candidate == answer.candidates[0]
          ? "the shortest description" : "\(grouped(behind)) bits more")
    }
  }

  private func number(_ value: Double) -> String {
    decimalText(max(-1e18, min(1e18, value)), decimals: 0...6)
  }

  /// The same as one object of JSON.
  package var json: String {
    let reading = answer.reading
    var parts = [
      "\"list\": \(JSONText.quoted(name))", "\"kind\": \"\(reading.kind.rawValue)\"",
      "\"unit\": \"\(reading.unit.rawValue)\"", "\"unit_guessed\": \(reading.isUnitGuessed)",
      "\"resolution_ms\": \(number(reading.resolution))",
    ]
    let skipped = reading.mistakes.map {
      "{\"line\": \($0.line), \"text\": \(JSONText.quoted($0.text))}"
    }
    parts.append("\"left_out\": [\(skipped.joined(separator: ", "))]")
    parts.append("\"mechanism\": \(quoted(answer.mechanism) ?? "\"undecided\"")")
    parts.append("\"certainty\": \"\(answer.certainty)\"")
    parts.append("\"rest\": \(quoted(answer.rest) ?? "null")")
    parts.append(
      "\"alike\": [\(answer.alike.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]")
    let candidates = answer.candidates.map {
      "{\"mechanism\": \"\($0.mechanism.rawValue)\", \"bits\": \(number($0.bits)), \"behind_bits\":"
        + " \(number($0.behind))}"
    }
    parts.append("\"candidates\": [\n    \(candidates.joined(separator: ",\n    "))\n  ]")
    let findings = answer.findings.map { "\"\($0.name.rawValue)\": \(number($0.value))" }
    parts.append("\"findings\": {\n    \(findings.joined(separator: ",\n    "))\n  }")
    parts.append(
      "\"sentences\": [\(answer.sentences.map(JSONText.quoted).joined(separator: ", "))]")
    parts.append("\"script\": \(JSONText.quoted(answer.script(of: name)))")
    return "{\n  \(parts.joined(separator: ",\n  "))\n}"
  }

  private func quoted(_ mechanism: SeriesMechanism?) -> String? {
    mechanism.map { "\"\($0.rawValue)\"" }
  }
}
