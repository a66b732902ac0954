/// Returns text in lines that are no longer than a width, unless one word is.
///
/// Line breaks of the text stay; several spaces count as one.
///
/// - Parameters:
///   - text: The text, which may have several paragraphs.
///   - width: The greatest number of characters in a line, those before the text included.
///   - first: What the first line begins with.
///   - rest: What the other lines begin with.
/// - Returns: The lines; none for a text without words.
package func wrappedText(
  _ text: String, width: Int, first: String = "", rest: String = ""
) -> [String] {
  var lines: [String] = []
  for paragraph in text.split(separator: "\n") {
    var line: String?
    for word in paragraph.split(separator: " ") {
      if let full = line, full.count + 1 + word.count > width {
        lines.append(full)
        line = nil
      }
      line = line.map { "\($0) \(word)" } ?? (lines.isEmpty ? first : rest) + word
    }
    if let line { lines.append(line) }
  }
  return lines
}
