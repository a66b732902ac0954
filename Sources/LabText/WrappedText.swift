/// Returns text in lines that are no longer than a width, unless one word is.
///
/// Line breaks of the text stay; several spaces count as one. A command or an option in quotation
/// marks is one word, since people copy it.
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
    for word in unbrokenWords(of: paragraph) {
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

/// The words of a paragraph, each quoted command or option, and each name in brackets, with all its
/// words.
private func unbrokenWords(of paragraph: Substring) -> [String] {
  let words = paragraph.split(separator: " ")
  var whole: [String] = []
  var next = 0
  while next < words.count {
    let count = commandLength(words[next...])
    whole.append(words[next..<next + count].joined(separator: " "))
    next += count
  }
  return whole
}

/// How many words a quoted command has that begins here, or a name in brackets; 1 for any other
/// word, and for what has no end.
private func commandLength(_ words: ArraySlice<Substring>) -> Int {
  let head = words[words.startIndex].drop { $0 == "(" }
  if head.hasPrefix("[") {
    let end = words.prefix(16).firstIndex { word in
      let end = word.last.map { ".,;:)".contains($0) } == true ? word.dropLast() : word
      return end.hasSuffix("]")
    }
    return end.map { $0 - words.startIndex + 1 } ?? 1
  }
  guard head.hasPrefix("'runlooplab") || head.hasPrefix("'--") else { return 1 }
  // Within a command a value may stand in quotation marks of its own.
  var open = 0
  for (count, word) in words.prefix(64).enumerated() {
    if count == 0 || word.hasPrefix("'") { open += 1 }
    var end = word[...]
    while let last = end.last, ".,;:)?!".contains(last) { end.removeLast() }
    while end.last == "'", open > 0, end.count > 1 {
      end.removeLast()
      open -= 1
    }
    if open == 0 { return count + 1 }
  }
  return 1
}
