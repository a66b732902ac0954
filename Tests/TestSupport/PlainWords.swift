/// Phrases that gave way to plainer ones on screens, on pages and in failing tests.
public enum PlainWords {
  private static let phrases = [
    "of hitches a second", "frames a second", "of latency", "refreshes dropped",
    "put down to", "is owed", "becomes of", "became of", "asks less",
  ]

  /// Words that are refused as whole words; before ‘dates’ may stand what kind of date it is.
  private static let words: Set<Substring> = [
    "saves", "anew", "lives", "lived", "promise", "promises", "repair", "repairs", "remedy",
    "remedies", "performs", "owes",
  ]

  /// Returns the phrases that a text should not have.
  public static func flaws(in text: String) -> [String] {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    let found = text.split { !$0.isLetter && $0 != "_" }
    let dates = zip([""] + found, found).filter { before, word in
      word == "dates" && !["fire", "due"].contains(before)
    }
    return phrases.filter(text.contains) + words.intersection(found).map(String.init).sorted()
      + (dates.isEmpty ? [] : ["dates"])
      + text.matches(of: /dropped [0-9,]+ of [0-9,]+ refresh/).map { String($0.output) }
  }
}
