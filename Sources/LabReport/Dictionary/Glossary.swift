import LabLanguage
import LabMetrics
import LabText

/// The terms that scripts, tables, files and documentation use, each with one meaning.
package enum Glossary {
  /// A word, what it means, and the metrics or the family of metrics that measure it.
  package struct Entry: Sendable {
    package let word: String
    /// What it means; of a term a sentence that goes on from the word, and what is usual, if there
    /// are rules.
    package fileprivate(set) var meaning = ""
    /// What holds in every case; empty where the meaning says all.
    package fileprivate(set) var rules = ""
    fileprivate var measures: [String] = []

    /// The names of the metrics that measure it.
    package var metrics: [String] {
      measures.flatMap { MetricFamily.named($0)?.metrics.map(\.name) ?? [$0] }
    }
  }

  /// All terms, in the order in which they lean on one another.
  package static let chapters = words(of: PackageText.named("Terms.txt"))

  /// Returns the entry of a word, however it is joined and whether it is one or several.
  package static func entry(of word: String) -> Entry? {
    chapters.lazy.flatMap(\.entries).first { isSame($0.word, word) }
  }

  /// Whether two words are the same, however they are joined and whether they are one or several.
  static func isSame(_ known: String, _ word: String) -> Bool {
    let (known, word) = (key(known), key(word))
    return [known, known + "s", known + "es"].contains(word) || known == word + "s"
  }

  private static func key(_ word: String) -> String {
    word.lowercased().filter { !" -_".contains($0) }
  }

  /// Returns the words of a file of the folder `Words`, under the headings that say where they
  /// stand.
  ///
  /// An entry is a word, a colon and what it says; lines with an indent go on with it. A bar stands
  /// between words that say the same. Behind a term ‘Exactly’ says the rules, and ‘Metrics’ what
  /// measures it. Words in braces stand for what other code says.
  static func words(of file: String) -> [(name: String, entries: [Entry])] {
    let text = file.with(" ", for: "\n  ")
      .with(MetricWords.breaks, for: "{breaks}").with(MetricWords.hitch, for: "{hitch}")
      .with(Unit.all.map(\.name).joined(separator: ", "), for: "{units}")
    var words: [(name: String, entries: [Entry])] = []
    for line in text.split(separator: "\n") {
      guard !line.hasPrefix("# ") else {
        words.append((String(line.dropFirst(2)), []))
        continue
      }
      let word = line.prefix { $0 != ":" }
      let meaning = String(line.dropFirst(word.count + 2))
      let (chapter, last) = (words.count - 1, (words.last?.entries.count ?? 0) - 1)
      switch word {
      case "Exactly": words[chapter].entries[last].rules = meaning
      case "Metrics":
        words[chapter].entries[last].measures = meaning.split(separator: ", ").map(String.init)
      default:
        words[chapter].entries += word.split(separator: " | ").map {
          Entry(word: String($0), meaning: meaning)
        }
      }
    }
    return words
  }
}
