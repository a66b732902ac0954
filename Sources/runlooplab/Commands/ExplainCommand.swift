import Foundation
import LabAnswer
import LabBrowser
import LabLanguage
import LabMetrics
import LabReport
import LabStudy
import LabText

/// `runlooplab explain`: what a metric or CSV column means.
enum ExplainCommand {
  static let subcommand = Command.Subcommand(
    usage, "say what a metric, a column or a word means"
  ) { words in
    let arguments = try usage.parse(words)
    let output = try AnswerOutput(arguments)
    var names = arguments.operands
    guard !names.isEmpty else {
      try output.show(whole, as: list)
      return try output.finish()
    }
    // Words without quotation marks may be one: run loop, common modes, late p99.
    let phrase = names.joined(separator: " ")
    let isChange = change(in: phrase) != nil && names.contains { explanation(of: $0) == nil }
    if explanation(of: phrase) != nil || isChange { names = [phrase] }
    for name in names {
      let known = explanation(of: name) ?? change(in: name).flatMap(explanation)
      guard let text = known ?? simpler(name) else {
        let all = ColumnDictionary.names + TaskRules.Browser.words.map { "like \($0)" }
        let meant = Spelling.nearest(to: phrase, among: all.filter { $0.contains(" ") })
        throw UsageError(
          "there is no metric, column or word '\(name)'."
            + (FileManager.default.fileExists(atPath: name)
              ? " The file is explained by 'runlooplab why \(name)'."
              : Command.subcommands.contains { $0.name == name }
                ? " It is a subcommand. Write 'runlooplab help \(name)'."
                : hint(for: meant == nil ? name : phrase, among: all)))
      }
      try output.show(
        Answer("explain", of: name, [[.sentences([Answer.Sentence(text, as: "meaning")])]]),
        as: wrapped(text))
    }
    return try output.finish()
  }

  /// What is meant by a name: the entry in which it stands behind another word, as 'chromium' in
  /// 'like chromium', the kind of value of which it is one, or the nearest word.
  private static func hint(for name: String, among all: [String]) -> String {
    let word = " \(name.lowercased())"
    if let entry = all.first(where: { $0.lowercased().hasSuffix(word) }) {
      return " Did you mean '\(entry)'?"
    }
    if let slot = Grammar.slots.first(where: { $0.choices.contains(name.lowercased()) }) {
      return " It is a value. Write 'runlooplab explain \(slot.name)'."
    }
    let near = Spelling.hint(for: name, among: all)
    guard near.isEmpty, name.count > 2 else { return near }
    let longer = all.first { $0.lowercased().contains(word) }
    return longer.map { " Did you mean '\($0)'?" } ?? ""
  }

  private static func explanation(of name: String) -> String? {
    if name.hasPrefix("like ") { return rules(of: String(name.dropFirst(5))) }
    // Several words are first what a sentence says: 'wrong steps' are no steps.
    let whole = name.contains(" ") ? ColumnDictionary.explanation(of: name) : nil
    return whole ?? ColumnDictionary.explanation(of: TableWords.metric(name))
      ?? ColumnDictionary.explanation(of: name)
  }

  /// What one is of several things ('wrong pictures'), or a word that has a value ('policy skip').
  private static func simpler(_ name: String) -> String? {
    if let usual = everydayWords[name.lowercased()] { return explanation(of: usual) }
    if name.hasSuffix("s"), let one = explanation(of: String(name.dropLast())) { return one }
    let words = name.split(separator: " ").dropLast()
    return words.isEmpty || words == ["like"] ? nil : explanation(of: words.joined(separator: " "))
  }

  /// What is called otherwise here.
  private static let everydayWords = [
    "wanted": "slot", "wanted frame": "slot", "choreographer": "display link",
    "cadisplaylink": "display link", "requestanimationframe": "display link",
    "nstimer": "timer", "setinterval": "timer", "settimeout": "timer", "looper": "run loop",
    "runloop": "run loop",
  ]

  /// The kind of a change that 'why' printed, as 'in chunks' of 'page in chunks of 4 ms'.
  private static func change(in text: String) -> String? {
    let words = text.split(separator: " ")
    return ChangeWords.all.map(\.name).filter { name in
      let sought = name.split(separator: " ")
      return words.indices.contains { words[$0...].starts(with: sought) }
    }.max { $0.count < $1.count }
  }

  /// The rules that a thread has under a 'like', each with its source.
  private static func rules(of name: String) -> String? {
    guard TaskRules.Browser.words.contains(name) else { return nil }
    guard let browser = TaskRules.Browser(rawValue: name) else {
      return "like \(name)  the rules of CFRunLoop, the default"
        + "\nSource   CFRunLoop.c of swift-corelibs-foundation; the page TheRules lists them."
    }
    return "like \(name)  the rules of \(browser.name)\n\n"
      + browser.sources.map { "\($0.rule)\nSource   \($0.source)" }.joined(separator: "\n\n")
  }

  /// All metrics, family by family.
  private static var whole: Answer {
    let metrics = MetricFamily.all.flatMap { family in family.metrics.map { (family.name, $0) } }
    return Answer(
      "explain", of: "metrics",
      MetricFamily.all.map { family in
        [
          .heading(family.name), .sentences([Answer.Sentence(family.meaning)]),
          .terms(family.metrics.map { Answer.Term($0.name, $0.meaning) }),
        ]
      },
      data: [
        Table(
          "metrics",
          [
            .words("name"), .words("family"), .words("column"), .words("usual"),
            .words("meaning"),
          ],
          metrics.map { family, metric in
            [
              .text(metric.name), .text(family), .text(metric.column), .flag(metric.isUsual),
              .text(metric.meaning),
            ]
          })
      ])
  }

  /// The same as text; those that are columns only on demand are marked.
  private static var list: String {
    MetricFamily.all.map { family in
      "\(family.name): \(family.meaning)\n"
        + Terminal.list(family.metrics.map { ($0.name + ($0.isUsual ? "" : "*"), $0.meaning) })
    }.joined(separator: "\n\n") + "\n\n* a column of runs.csv with --metrics all"
  }

  /// The width of the words before the parts of an explanation, as ‘Formula’.
  private static let partWidth = 9

  /// Breaks an explanation into lines as wide as the terminal; its parts stay beside their names.
  private static func wrapped(_ text: String) -> String {
    let screen = Terminal.screen
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.flatMap { line -> [String] in
      guard line.count > screen.width else { return [line] }
      let name = String(line.prefix(partWidth).prefix { $0 != " " })
      guard line.dropFirst(name.count).prefix(partWidth - name.count).allSatisfy({ $0 == " " }),
        !name.isEmpty, name.count < partWidth - 1
      else { return screen.wrapped(line) }
      return screen.hanging(name, String(line.dropFirst(partWidth)), indent: partWidth)
    }.joined(separator: "\n")
  }

  private static let usage = Usage(
    name: "explain", operands: "[NAME …]", options: AnswerOutput.options,
    text:
      "Prints what a word means, and of a metric its unit, formula, edge cases and source. Words are"
      + " metrics and their families, columns of files and tables, frame rules, terms such as 'run"
      + " loop', and 'like PROFILE', the rules of a thread. Without a name, lists all metrics.",
    examples: ["runlooplab explain common modes"], experiment: nil)
}
