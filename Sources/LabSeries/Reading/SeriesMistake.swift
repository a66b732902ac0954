/// A line of a pasted text that holds no number of the list.
package struct SeriesMistake: Hashable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// What stands there, at most forty characters.
  package let text: String

  init(line: Int, text: some StringProtocol) {
    self.line = line
    self.text = text.count > 40 ? text.prefix(39) + "…" : String(text)
  }
}
