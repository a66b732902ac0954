import Foundation
import LabAnswer
import LabMetrics
import LabReport
import Testing

@Suite struct `An answer` {
  private var table: Table {
    Table(
      "changes",
      [
        .words("change", ["", "change"]).cut,
        .number("saves_ms", ["saves", "ms"], .atMost(1)),
        .number("lateness_ms", leastWidth: 100), .words("dominated", [""]), .number("run").hidden,
      ],
      [
        [.text("a | b"), .value(.time(.microseconds(16_667))), .none, .flag(true), .count(0)],
        [.text("c"), .value(.number(-0.25)), .count(3), .flag(false), .count(1)],
      ])
  }

  private var answer: Answer {
    Answer(
      "why", of: "a \"b\".lab",
      [
        [
          .heading("run 0, timer", isRun: true),
          .sentences([Answer.Sentence("It dropped 3.", as: "what")]),
        ],
        [.list(["one", Answer.Sentence("two", as: "help")])], [.table(table)],
        [.script("run 1 s\n")],
        [
          .command("runlooplab show a.lab"),
          .checks([
            Answer.Check(.holds, "a == 0", "0"), Answer.Check(.answered, "b == 0", "not judged"),
            Answer.Check(
              .fails, "c == 0", "1 at x = 2", details: "fails in 1 of 2", command: "show c"),
          ]),
        ],
      ], next: ["runlooplab run a.lab"], outcome: .fails)
  }

  @Test func `is text whose table leaves out what has no room`() {
    let text = AnswerText(on: Screen(width: 80)).text(of: answer)
    #expect(text.hasPrefix("# run 0, timer\nIt dropped 3.\n\n  one\n  two\n\n"))
    #expect(
      text.contains("a | b    16.7  yes\nc        -0.3\n")
        && text.hasSuffix("\n    show c\n\nNext: runlooplab run a.lab"))
    #expect(
      text.contains(
        """
        run 1 s

            runlooplab show a.lab
        ✓ a == 0  0
        – b == 0  not judged
        ✗ c == 0  1 at x = 2
            fails in 1 of 2
            show c
        """))
    #expect(!text.contains("lateness_ms") && !text.contains("run  "))
    #expect(AnswerText(on: Screen(width: 120)).text(of: answer).contains("lateness_ms"))
  }

  @Test func `is JSON with exact numbers, and no key for what is undefined`() throws {
    let line = AnswerJSON.text(of: answer)
    #expect(line.hasSuffix("}\n") && !line.dropLast().contains("\n"))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["subject"] as? String == "a \"b\".lab")
    #expect(object["outcome"] as? String == "fails")
    #expect(
      object["sentences"] as? [[String: String]] == [
        ["name": "what", "text": "It dropped 3."], ["name": "help", "text": "two"],
      ])
    let rows = (object["tables"] as? [String: [[String: Any]]])?["changes"]
    #expect(rows?[0].keys.sorted() == ["change", "dominated", "run", "saves_ms"])
    #expect(line.contains("\"saves_ms\":16.667,"))
    #expect(rows?[1]["saves_ms"] as? Double == -0.25 && rows?[0]["dominated"] as? Bool == true)
    #expect(object["next"] as? [String] == ["runlooplab run a.lab"])
  }

  @Test func `is Markdown in which nothing of it is markup`() {
    let text = AnswerMarkdown.text(of: answer)
    #expect(text.hasPrefix(AnswerMarkdown.mark))
    #expect(text.contains("| a \\| b | 16.7 | – | yes |"))
    #expect(text.contains("```\nrun 1 s\n```\n\n`runlooplab show a.lab`\n\n- ✅ `a == 0`: 0\n"))
    #expect(text.contains("- ❌ `c == 0`: 1 at x = 2; fails in 1 of 2; `show c`\n"))
  }

  @Test func `has a table that says for which columns there is no room, and what stands out`() {
    var table = Table(
      nil, [.words("arm"), .number("few"), .number("many").spare], hint: "'--metric' chooses")
    table.append([.text("a"), .count(0), .count(7)], strong: [2])
    let answer = Answer("run", of: "a.lab", [[.table(table)]])
    let wide = AnswerText(on: Screen(hasColors: true)).text(of: answer)
    #expect(wide.contains("\u{1b}[2m0\u{1b}[0m") && wide.contains("\u{1b}[1m7\u{1b}[0m"))
    table.append([.text(String(repeating: "a", count: 34)), .none, .none])
    let narrow = AnswerText(on: Screen(width: 40)).text(
      of: Answer("run", of: "a.lab", [[.table(table)]]))
    #expect(narrow.hasSuffix("… no room for many; '--metric' chooses."))
  }

  @Test func `is a page of closed elements`() throws {
    let page = AnswerPage.text(of: [answer])
    #expect(page.contains("<meta name=\"generator\" content=\"RunLoopLab\"/>"))
    #expect(page.contains("<li>two</li>") && page.contains("a \"b\".lab") == false)
    for name in ["p", "ul", "li", "table", "tr", "td", "pre", "h2", "div"] {
      let opened = page.matches(of: try Regex("<\(name)[ >]")).count
      let closed = page.matches(of: try Regex("</\(name)>")).count
      #expect(opened > 0 && opened == closed)
    }
  }

  private var sound: Answer {
    Answer("why", of: "b.lab", [[.sentences(["Nothing."])]], outcome: .holds)
  }

  @Test func `is folded below its verdict in a comment`() {
    let text = AnswerMarkdown.comment(of: [sound, answer])
    #expect(text.hasPrefix("\(AnswerMarkdown.mark)\n\n### b.lab\n\n✅ Nothing.\n\n<details>"))
    #expect(text.contains("### a \"b\".lab\n\n❌ It dropped 3.\n\n<details>"))
    let many = AnswerMarkdown.comment(of: Array(repeating: answer, count: 300))
    #expect(many.utf8.count < 65_536 * 2 && many.contains("too long for a comment"))
  }

  @Test func `is a test case, and an annotation unless it holds`() {
    var open = sound
    open.outcome = .undecided
    let answers = [sound, open, answer]
    let xml = AnswerJUnit(answers).text
    #expect(xml.contains("tests=\"3\" failures=\"1\" errors=\"0\" time=\"0\" skipped=\"1\">"))
    #expect(xml.contains("<failure type=\"why\" message=\"It dropped 3.\"># run 0, timer\n"))
    #expect(
      AnswerGitHub.text(of: answers) == """
        ::warning title=why 'b.lab' is undecided::Nothing.
        ::error title=why 'a "b".lab' fails::It dropped 3.

        """)
  }

  @Test func `joins tables of one name in data`() {
    var longer = answer
    longer.data = [table]
    #expect(longer.namedTables.map(\.rows.count) == [4])
  }
}
