/// Phrases that gave way to plainer ones on screens, on pages, in articles and in failing tests.
package enum PlainWords {
  private static let phrases = [
    "of hitches a second", "frames a second", "of latency",
    "put down to", "is owed", "becomes of", "became of", "asks less", "performs a ",
    "ran in a mode without", "word of the trade", "words of the trade", "to blame for",
    "single task is to blame", "read it: the window", "as few are left", "runs together:",
    "starved of the arms", "those of public threads", "the page is ", "to be mended at once",
    "no number is called so", "comes to grief", "gave light", "to the glass",
  ]

  /// Words that are refused as whole words; ‘dates’ as well, unless it says which dates.
  private static let words: Set<Substring> = [
    "saves", "anew", "lives", "lived", "promise", "promises", "promised", "repair", "repairs",
    "remedy", "remedies", "mended", "owes", "nobody", "whoever",
  ]

  /// Returns the phrases that a text should not have.
  package static func flaws(in text: String) -> [String] {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    // In a list of metrics it is the name of one.
    let found = text.replacing(/, dates,|dates\*|dates +\(column/, with: "")
      .split { !$0.isLetter && $0 != "_" }
    let dates = zip([""] + found, found).filter { before, word in
      word == "dates" && !["fire", "due"].contains(before)
    }
    return phrases.filter(text.contains) + words.intersection(found).map(String.init).sorted()
      + (dates.isEmpty ? [] : ["dates"])
      + text.matches(of: /dropped [0-9,]+ of [0-9,]+ refresh|[0-9] refreshes dropped/)
      .map { String($0.output) }
  }
}
