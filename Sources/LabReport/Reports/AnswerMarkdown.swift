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
      let subject = plain(answer.subject)
      let verdict = sign(of: answer.outcome) + plain(answer.headline)
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
    if check.outcome == .mistaken { return "- ❌ \(plain(check.details))" }
    return "- \(sign(of: check.outcome))\(code(check.words))"
      + (check.measured.isEmpty ? "" : ": \(plain(check.measured))")
      + (check.details.isEmpty ? "" : "; \(plain(check.details))")
      + (check.reason.isEmpty || check.outcome < .fails ? "" : ". \(plain(check.reason))")
      + (check.command.map { "; \(code($0))" } ?? "")
  }

  private static func sign(of outcome: Outcome) -> String {
    switch outcome {
    case .answered: ""
    case .holds: "✅ "
    case .undecided: "❔ "
    case .fails, .mistaken: "❌ "
    }
  }

  /// Returns the answer with a line feed at its end.
  package static func text(of answer: Answer) -> String {
    let head = "\(mark)\n# \(answer.study): \(plain(answer.subject))"
    return ([head] + blocks(of: answer)).joined(separator: "\n\n") + "\n"
  }

  private static func blocks(of answer: Answer) -> [String] {
    var drawn = SignKey()
    return answer.parts.flatMap { blocks(of: $0, &drawn) }
      + answer.next.map { "Next: \(code($0))" }
      + [answer.command].compactMap { $0 }.map { "Repeat with \(code($0))." }
  }

  /// A text in which nothing is markup.
  package static func plain(_ text: String) -> String {
    let line = spaced(text)
    // At the beginning of a line the runner of GitHub Actions would take it for a command.
    var plain = line.drop { $0.isWhitespace }.hasPrefix("::") ? "\\" : ""
    for character in line {
      if "\\`*_{}[]<>#|~&!".contains(character) { plain += "\\" }
      plain.append(character)
      // GitHub looks for '@NAME' in what it has drawn, so that '&#64;' would be a mention as well.
      if character == "@" { plain += "&#8203;" }
    }
    return plain
  }

  /// A text on one line, with spaces for the ends of lines.
  private static func spaced(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 }).onOneLine
  }

  /// A text as code, between as many backticks as it takes.
  package static func code(_ text: String) -> String {
    let line = spaced(text).replacing("|", with: "\\|")
    guard line.contains("`") else { return "`\(line)`" }
    var longest = 0
    var length = 0
    for character in line {
      length = character == "`" ? length + 1 : 0
      longest = max(longest, length)
    }
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence) \(line) \(fence)"
  }

  private static func blocks(of part: Answer.Part, _ drawn: inout SignKey) -> [String] {
    switch part {
    case .heading(let text, _): return ["## \(plain(text))"]
    case .sentences(let sentences):
      return sentences.isEmpty
        ? [] : [plain(sentences.map { $0.text }.joined(separator: " "))]
    case .list(let sentences):
      return sentences.isEmpty
        ? [] : [sentences.map { "- \(plain($0.text))" }.joined(separator: "\n")]
    case .table(let table): return [text(of: table)]
    case .script(let script): return [fenced(script)]
    case .command(let command): return [code(command)]
    case .checks(let checks):
      return checks.isEmpty ? [] : [checks.map(line).joined(separator: "\n")]
    case .key:
      let lines = drawn.lines(on: Screen(width: .max / 2))
      return lines.isEmpty ? [] : [lines.map(plain).joined(separator: "  \n")]
    case .terms(let terms):
      return [
        terms.map {
          "- **\(plain($0.word))** \(plain($0.meaning))"
        }.joined(separator: "\n")
      ]
    case .figure(.picture(let picture)):
      return [plain("\(picture.name). \(picture.caption)")]
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
    var rows = [table.names(shown).map(plain), rule]
    for (index, row) in table.texts(shown).enumerated() {
      if let title = titles[index] {
        rows.append(["**\(plain(title))**"] + row.dropFirst().map { _ in "" })
      }
      rows.append(row.map(plain))
    }
    return rows.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  /// Lines as they are, between more backticks than stand in them.
  private static func fenced(_ text: String) -> String {
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return "\(fence)\n\(text)\(text.hasSuffix("\n") ? "" : "\n")\(fence)"
  }
}
