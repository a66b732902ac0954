import Foundation
import LabAnswer
import LabBrowser
import LabExperiment
import LabKernel
import LabLanguage
import LabLoop
import LabMetrics
import LabReport
import LabStudy
import LabWorkload
import TestSupport
import Testing

/// Every word that is printed is explained.
@Suite struct `A word that is printed` {
  private func unknown(_ words: some Sequence<String>) -> [String] {
    Set(words).filter { ColumnDictionary.explanation(of: $0) == nil }.sorted()
  }

  /// The words of a text in lower case, but for parts of numbers, paths and names of files.
  private static func words(of text: String) -> [String] {
    text.split { " ,|[]()".contains($0) }.map(String.init)
      .filter { $0.wholeMatch(of: /[a-z][a-z-]+/) != nil }
  }

  @Test func `is a word of a statement`() {
    var words = Grammar.forms.map(\.keyword)
    for clause in Grammar.forms.flatMap(\.clauses) {
      words += clause.words
      words.append(clause.name)
      if let unit = clause.unit { words.append(unit) }
    }
    #expect(words.count > 150)
    #expect(unknown(words.filter { $0.contains(where: \.isLetter) }) == [])
  }

  /// A word that is a value names the clause in which its example has it.
  @Test func `is a value of a clause that its example shows`() throws {
    var count = 0
    for name in ColumnDictionary.names {
      let text = (ColumnDictionary.explanation(of: name) ?? "").replacing("\n", with: " ")
      for entry in text.matches(of: /\(a value of ([^)]*)\)(.*?)(?:   \(|$)/) {
        let clauses = entry.1.matches(of: /‘([^’]+)’/).map { String($0.1) }
        guard !clauses.isEmpty, !entry.1.contains("behavior"),
          let example = entry.2.firstMatch(of: /Examples?: (.*)/)?.1
        else { continue }
        count += 1
        #expect(clauses.contains { example.contains($0) }, "\(name): \(entry.0)")
      }
    }
    #expect(count > 50)
  }

  /// A term is first said for the usual case, in words that are read once.
  @Test func `is a term that is said in a few lines before its rules`() {
    for entry in Glossary.chapters.flatMap(\.entries) {
      let words = entry.meaning.split(separator: " ").count
      #expect(words <= 65, "\(entry.word): \(words) words")
    }
  }

  @Test func `is what held the thread of an app`() {
    let causes = BlameCause.allCases.map { "(\($0.rawValue))" }
    #expect(unknown(causes + RecordedFindings.nameless.map(\.name)) == [])
  }

  @Test func `is a kind of value`() {
    #expect(unknown(Grammar.slots.map(\.name)) == [])
  }

  /// What stands in quotation marks in the reference, and lists of words.
  @Test func `is a value`() {
    // Names and signs that the writer of a script chooses.
    let examples: Set<String> = [
      "ms", "pt", "from", "touches", "hiccup", "noise", "touch", "page", "task", "named",
      "runlooplab",
      "import", "and", "or", "per", "of", "on", "its", "awake", "stays", "ball",
    ]
    let quoted = Grammar.slots.flatMap { slot in
      slot.meaning.matches(of: /'([^']+)'/).flatMap { Self.words(of: String($0.output.1)) }
    }
    let lists = Grammar.slots.filter { $0.meaning.wholeMatch(of: /[a-z-]+(, [a-z-]+)+/) != nil }
      .flatMap { Self.words(of: $0.meaning) }
    let cases =
      CatchUp.allCases.map(\.rawValue) + Delivery.allCases.map(\.rawValue)
      + TaskRules.Rule.allCases.map(\.rawValue)
    #expect(unknown((quoted + lists + cases).filter { !examples.contains($0) }) == [])
  }

  @Test func `heads a table of a screen`() throws {
    let path = Checkout.experiment("carousel").path
    let study = RankingStudy(
      RunSubject(path, named: "carousel", try Experiment(path: path).plan()), run: 0,
      WhyOptions(budget: 60))
    let text = AnswerText(on: Screen(width: 160)).text(of: try study.answer(Watch()))
    let head = try #require(text.split(separator: "\n").first { $0.contains("fewer  ") })
    let columns = head.split(separator: "  ", omittingEmptySubsequences: true).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    #expect(columns.count > 3)
    #expect(unknown(columns.filter { $0.contains(where: \.isLetter) }) == [], "\(head)")
  }

  @Test func `is a change that is recommended`() {
    for text in ["in common", "link", "elsewhere", "in chunks", "presents fifo", "catch-up"] {
      let words = ColumnDictionary.explanation(of: text)
      #expect(words?.contains("(a change)") == true && words?.contains(": ") == true, "\(text)")
    }
  }

  /// An entry says what it does, and its example is read.
  @Test func `has an example that is a statement`() throws {
    let others = ["mailbox", "fifo", "blocking", "at target", "slop", "tracking"]
    for word in CatchUp.allCases.map(\.rawValue) + others {
      let text = try #require(ColumnDictionary.explanation(of: word))
      let example = try #require(text.firstMatch(of: /Example: (.+)/)?.output.1)
      let line = String(example)
      let isDriver = line.hasPrefix("timer") || line.hasPrefix("link")
      let script =
        (line.hasPrefix("display") ? "" : "display 60 Hz\n") + "run 1 s\n"
        + (isDriver
          ? "arm a\n  \(line)\n" : "\(line)\narm a\n  link ui in common takes 1 ms\n")
      _ = try Experiment(
        inputs: [.init(path: "a.lab", bytes: Array(script.utf8))], overriding: []
      ).plan()
    }
  }
}
