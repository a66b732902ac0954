/// Finds the word that was meant.
package enum Spelling {
  /// Returns ` Did you mean 'x'?` for the nearest candidate, or nothing if none is near.
  ///
  /// Near is a third of the letters, at least one; the first of equally near candidates wins.
  package static func hint(for word: String, among candidates: some Sequence<String>) -> String {
    nearest(to: word, among: candidates).map { " Did you mean '\($0)'?" } ?? ""
  }

  /// Returns the hint, or all candidates if none is near and there are at most four.
  package static func choice(for word: String, among candidates: [String]) -> String {
    let hint = hint(for: word, among: candidates)
    guard hint.isEmpty, 1...4 ~= candidates.count else { return hint }
    return " Write \(list(candidates))."
  }

  /// Returns the nearest candidate, or `nil` if none is near.
  ///
  /// Of candidates that are about as long as the word, the first 500 are compared.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    var best: (candidate: String, distance: Int)?
    let count = word.utf8.count
    guard count <= 64 else { return nil }
    let limit = max(1, count / 3)
    for candidate in candidates.lazy.filter({ abs($0.utf8.count - count) <= limit }).prefix(500) {
      let distance = distance(Array(word.utf8), Array(candidate.utf8))
      if distance <= limit, distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.candidate
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
    let quoted = words.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}
