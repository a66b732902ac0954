/// Finds the word that was meant.
package enum Spelling {
  /// Returns ` Did you mean 'x'?` for the nearest candidate, or nothing if none is near.
  ///
  /// The first of equally near candidates wins.
  package static func hint(for word: String, among candidates: some Sequence<String>) -> String {
    nearest(to: word, among: candidates).map { " Did you mean '\($0)'?" } ?? ""
  }

  /// Returns the hint, or all candidates if none is near and there are at most four.
  package static func choice(for word: String, among candidates: [String]) -> String {
    let hint = hint(for: word, among: candidates)
    guard hint.isEmpty, 1...4 ~= candidates.count else { return hint }
    return " Write \(list(candidates))."
  }

  /// Returns the nearest candidate, or the first one that the word begins, or `nil` if none is
  /// near.
  ///
  /// Near is a third of the letters, at least one, whatever their case, and one more if letters are
  /// only left out. Of equally near ones that with the same letters, in another order or several
  /// times in a row, wins. The first letter is seldom a wrong one, so that a candidate with another
  /// one must have all the word's letters, as `rtimer` for `timer` does: `jank` does not mean
  /// `rank`. A beginning has three letters or more. Of candidates that are about as long as the
  /// word, the first 2,000 are compared.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased().utf8)
    guard 1...64 ~= letters.count else { return nil }
    let limit = max(1, letters.count / 3)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates.lazy
      .filter({ abs($0.utf8.count - letters.count) <= limit + 1 }).prefix(2_000)
    {
      let others = Array(candidate.lowercased().utf8)
      let isShortened = letters.count > 3 && isSequence(letters, in: others)
      let isShuffled = letters.sorted() == others.sorted()
      guard
        letters.first == others.first || isShuffled || abs(others.count - letters.count) == 1
      else { continue }
      let hasSame = isShuffled || letters.isRepeating(others)
      let distance = 2 * distance(letters, others) - (isShortened ? 2 : hasSame ? 1 : 0)
      if distance <= 2 * limit, distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    let beginning = word.lowercased()
    return best?.candidate
      ?? (letters.count < 3 ? nil : candidates.first { $0.lowercased().hasPrefix(beginning) })
  }

  /// Whether letters are in a word in their order, perhaps with others between them.
  private static func isSequence(_ letters: [UInt8], in word: [UInt8]) -> Bool {
    var rest = word[...]
    return letters.allSatisfy { letter in
      guard let place = rest.firstIndex(of: letter) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }

  /// Returns how many letters must be put in, taken out, replaced or swapped with a neighbour.
  ///
  /// - Complexity: O(*nm*).
  /// - Source: Damerau, "A technique for computer detection and correction of spelling errors"
  ///   (1964), in the form that edits no part of a word twice.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(row[j], last[j + 1]) + 1
        cost = min(cost, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }

  /// Returns words as a list in prose: `'a', 'b' or 'c'`.
  package static func list(_ words: [String], _ conjunction: String = "or") -> String {
    listed(words.map { "'\($0)'" }, conjunction)
  }
}

/// Returns parts of a sentence with commas between them, the last one behind a conjunction.
package func listed(_ parts: [String], _ conjunction: String = "and") -> String {
  guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
  return parts.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}

extension [UInt8] {
  /// Whether the letters are those of another word, with some of them several times in a row.
  fileprivate func isRepeating(_ word: [UInt8]) -> Bool {
    func once(_ letters: [UInt8]) -> [UInt8] {
      letters.indices.filter { $0 == 0 || letters[$0] != letters[$0 - 1] }.map { letters[$0] }
    }
    return once(self) == once(word)
  }
}

extension String {
  /// A name as a part of a sentence: one of several words in quotation marks.
  package var asName: String { contains { $0 == " " } ? "‘\(self)’" : self }
}

extension Dictionary {
  /// Keeps the first value of each key.
  ///
  /// Swift's own initializer asks a closure which of two to keep; Embedded Swift has none.
  package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
    self.init()
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }
}
