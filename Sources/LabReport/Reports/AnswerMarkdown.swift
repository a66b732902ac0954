package import LabAnswer
import LabMetrics
import LabPictures
import LabText

/// An answer as GitHub Flavored Markdown, such as for a comment.
package enum AnswerMarkdown {
  /// By what such a file is known for one of the lab's; a reader does not see it.
  package static let mark = "<!-- RunLoopLab -->"

  /// GitHub rejects comments of more than 65,536 characters; what is folded ends before.
  private static let limit = 60_000

  /// Returns answers with a line feed at the end: the verdict of each, with the rest folded below.
  package static func comment(of answers: [Answer]) -> String {
    var text = mark + "\n"
    for answer in answers {
      let subject = MarkdownDocument.plain(answer.subject)
      let verdict = sign(of: answer.outcome) + MarkdownDocument.plain(answer.headline)
      text += "\n### \(subject)\n\n\(verdict)\n"
      let rest = blocks(of: answer).joined(separator: "\n\n")
      text +=
        text.count + rest.count > limit
        ? "\nThe rest is too long for a comment.\n"
        : "\n<details><summary>All of it</summary>\n\n\(rest)\n\n</details>\n"
    }
    return text
  }

  private static func line(_ check: Answer.Check) -> String {
    let code = MarkdownDocument.code
    return "- \(sign(of: check.outcome))\(code(check.text))"
      + (check.measured.isEmpty ? "" : ": \(MarkdownDocument.plain(check.measured))")
      + (check.details.isEmpty ? "" : "; \(MarkdownDocument.plain(check.details))")
      + (check.command.map { "; \(code($0))" } ?? "")
  }

  private static func sign(of outcome: Outcome) -> String {
    switch outcome {
    case .answered: ""
    case .holds: "✅ "
    case .undecided: "❔ "
    case .fails: "❌ "
    }
  }

  /// Returns the answer with a line feed at its end.
  package static func text(of answer: Answer) -> String {
    let head = "\(mark)\n# \(answer.study): \(MarkdownDocument.plain(answer.subject))"
    return ([head] + blocks(of: answer)).joined(separator: "\n\n") + "\n"
  }

  private static func blocks(of answer: Answer) -> [String] {
    var drawn = SignKey()
    return answer.parts.flatMap { blocks(of: $0, &drawn) }
      + answer.next.map { "Next: \(MarkdownDocument.code($0))" }
  }

  private static func blocks(of part: Answer.Part, _ drawn: inout SignKey) -> [String] {
    switch part {
    case .heading(let text, _): return ["## \(MarkdownDocument.plain(text))"]
    case .sentences(let sentences):
      return sentences.isEmpty
        ? [] : [MarkdownDocument.plain(sentences.map { $0.text }.joined(separator: " "))]
    case .list(let sentences):
      return sentences.isEmpty
        ? [] : [sentences.map { "- \(MarkdownDocument.plain($0.text))" }.joined(separator: "\n")]
    case .table(let table): return [text(of: table)]
    case .script(let script): return [fenced(script)]
    case .command(let command): return [MarkdownDocument.code(command)]
    case .checks(let checks):
      return checks.isEmpty ? [] : [checks.map(line).joined(separator: "\n")]
    case .key:
      let lines = drawn.lines(on: Screen(width: .max / 2))
      return lines.isEmpty ? [] : [lines.map(MarkdownDocument.plain).joined(separator: "  \n")]
    case .terms(let terms):
      return [
        terms.map {
          "- **\(MarkdownDocument.plain($0.word))** \(MarkdownDocument.plain($0.meaning))"
        }.joined(separator: "\n")
      ]
    case .figure(.picture(let picture)):
      return [MarkdownDocument.plain("\(picture.name). \(picture.caption)")]
    case .figure(.timeline(let timeline, _)):
      let text = timeline.text(width: 100)
      drawn.timelines += text
      return [fenced(text)]
    case .figure(.bar(let bar, let values)):
      let signs = bar.signs(over: values, width: 72)
      drawn.bars += signs
      return [fenced(signs)]
    case .figure(.strip(let strip)):
      let signs = strip.signs(width: 100)
      drawn.strips += signs
      return [fenced(signs)]
    }
  }

  private static func text(of table: Table) -> String {
    let shown = table.shown()
    let rule = shown.map { table.columns[$0].isNumber ? "---:" : "---" }
    let titles = table.titles
    let rows = table.texts(shown).enumerated().flatMap { index, row in
      (titles[index].map {
        [["**\(MarkdownDocument.plain($0))**"] + row.dropFirst().map { _ in "" }]
      }
        ?? []) + [row.map(MarkdownDocument.plain)]
    }
    return ([table.names(shown).map(MarkdownDocument.plain), rule] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  /// Lines as they are, between more backticks than stand in them.
  private static func fenced(_ text: String) -> String {
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return "\(fence)\n\(text)\(text.hasSuffix("\n") ? "" : "\n")\(fence)"
  }
}
