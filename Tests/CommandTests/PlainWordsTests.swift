import Foundation
import LabReport
import TestSupport
import Testing

@testable import runlooplab

/// Phrases that gave way to plainer ones stand on no screen and in no article.
@Suite struct `A phrase that gave way` {
  private static let refused = [
    "word of the trade", "words of the trade", "who is to blame for", "read it: the window",
    "as few are left", "performs a script", "runs together:", "result anew",
    "becomes of", "became of", "is owed", "put down to", "the page is ", "to be mended at once",
    "no number is called so",
  ]

  /// Words that are refused as whole words.
  private static let refusedWords: Set<Substring> = [
    "anew", "remedy", "remedies", "repair", "repairs", "mended", "lives", "lived", "promise",
    "promises", "promised",
  ]

  /// What an entry of the dictionary may have: its own name.
  private static let left = ["anew": "anew"]

  /// What the captions of pictures still have.
  private static let open = ["refreshes dropped"]

  private func check(_ text: String, _ place: String) {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    let place = place.lowercased()
    for phrase in Self.refused where Self.left[place] != phrase {
      #expect(!words.contains(phrase), "\(place): '\(phrase)'")
    }
    let found = Self.refusedWords.intersection(words.split { !$0.isLetter })
      .filter { Self.left[place] != String($0) }
    #expect(found.isEmpty, "\(place): \(found)")
  }

  @Test func `is in no help`() {
    check(Command.help + Command.wholeHelp, "--help")
    for subcommand in Command.subcommands {
      check(subcommand.usage.help + "\n" + subcommand.usage.wholeHelp, subcommand.name)
    }
  }

  @Test func `is in no entry of the dictionary`() {
    for name in ColumnDictionary.names {
      let text = ColumnDictionary.explanation(of: name) ?? ""
      check(text, name)
    }
  }

  @Test func `is in no article`() throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Checkout.root.path)
    let articles = paths.filter { path in
      path == "README.md" || path.hasPrefix("Sources/") && path.hasSuffix(".md")
    }
    #expect(articles.count > 20)
    for path in articles {
      check(try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8), path)
    }
  }

  @Test(arguments: ["carousel", "lost-ticks", "beat", "who-is-to-blame", "where-to-put-the-phase"])
  func `is on no screen of a shipped experiment`(name: String) throws {
    let tool = try Tool()
    let script = Checkout.experiment(name).path
    func check(_ text: String, _ place: String) {
      self.check(text, place)
      // What a script says of itself is its own.
      let own = (try? String(contentsOfFile: script, encoding: .utf8)) ?? ""
      let flaws = PlainWords.flaws(in: text).filter { !own.contains($0) }
      #expect(flaws.filter { !Self.open.contains($0) } == [], "\(place):\n\(text)")
    }
    for words in [
      ["run", script, "--html", "--trace"], ["why", script], ["why", script, "--all"],
      ["show", script],
    ] {
      let outcome = try tool.run(words + ["--set", "run=1 s"])
      #expect(!outcome.output.isEmpty, "\(outcome.errors)")
      check(outcome.output + outcome.errors, words.joined(separator: " "))
    }
    let page = String(decoding: try tool.data(of: "results/\(name).html"), as: UTF8.self)
    check(page.replacing(/<(script|style)[^>]*>[^\u{0}]*?<\/(script|style)>/, with: ""), name)
  }
}
