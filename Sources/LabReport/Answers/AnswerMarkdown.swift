package import LabAnswer
import LabMetrics
import LabPictures
import LabText

/// An answer as GitHub Flavored Markdown, such as for a comment.
package enum AnswerMarkdown {
  /// By what such a file is known for one of the lab's; a reader does not see it.
  package static let mark = "<!-- RunLoopLab -->"

  /// Returns the answer with a line feed at its end.
  package static func text(of answer: Answer) -> String {
    var drawn = SignKey()
    var blocks = ["\(mark)\n# \(answer.study): \(MarkdownDocument.plain(answer.subject))"]
    for part in answer.parts { blocks += self.blocks(of: part, &drawn) }
    blocks += answer.next.map { "Next: \(MarkdownDocument.code($0))" }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static func blocks(of part: Answer.Part, _ drawn: inout SignKey) -> [String] {
    switch part {
    case .heading(let text, _): return ["## \(MarkdownDocument.plain(text))"]
    case .sentences(let sentences):
      return sentences.isEmpty
        ? [] : [MarkdownDocument.plain(sentences.map(\.text).joined(separator: " "))]
    case .list(let sentences):
      return sentences.isEmpty
        ? [] : [sentences.map { "- \(MarkdownDocument.plain($0.text))" }.joined(separator: "\n")]
    case .table(let table): return [text(of: table)]
    case .script(let script): return [fenced(script)]
    case .key:
      let lines = drawn.lines(on: Screen(width: .max / 2))
      return lines.isEmpty ? [] : [lines.map(MarkdownDocument.plain).joined(separator: "  \n")]
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
