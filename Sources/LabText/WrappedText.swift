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

extension String {
  /// Returns the first place at which another text stands from a position on, compared character by
  /// character; `nil` if it does not.
  package func place(of text: String, from position: Index? = nil) -> Range<Index>? {
    var begin = position ?? startIndex
    while true {
      var (end, index) = (begin, text.startIndex)
      while index < text.endIndex, end < endIndex, self[end] == text[index] {
        (end, index) = (self.index(after: end), text.index(after: index))
      }
      if index == text.endIndex { return begin..<end }
      guard end < endIndex else { return nil }
      begin = self.index(after: begin)
    }
  }

  /// Returns the text with another one in all places of a part, which is not empty.
  package func with(_ text: String, for part: String) -> String {
    precondition(!part.isEmpty, "nothing stands nowhere")
    var (result, begin) = ("", startIndex)
    while let place = place(of: part, from: begin) {
      result += self[begin..<place.lowerBound] + text
      begin = place.upperBound
    }
    return result + self[begin...]
  }
}

extension Unicode.Scalar {
  /// Whether a reader cannot see it, or it changes how the text around it is shown: a control, such
  /// as the end of a line, or a mark that turns the direction of writing.
  package var isTrick: Bool {
    switch value {
    case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200b, 0x200e...0x200f, 0x2028...0x202e, 0x2060...0x206f,
      0xfeff:
      true
    default: false
    }
  }

  /// How it is written out, as `\u{202e}`.
  package var escape: String { "\\u{\(String(value, radix: 16))}" }
}

extension String {
  /// The text with every scalar written out that could play tricks, the ends of lines as well.
  package var onOneLine: String {
    guard unicodeScalars.contains(where: { $0.isTrick }) else { return self }
    return unicodeScalars.map { $0.isTrick ? $0.escape : String($0) }.joined()
  }
}

extension String {
  /// The folder of what a path leads to: all before the last name, and empty for a bare name.
  ///
  /// Foundation's own function traps for a path of one letter on Linux.
  package var parentPath: String {
    var rest = self[...]
    while rest.count > 1, rest.last == "/" { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/") else { return "" }
    rest = rest[..<slash]
    while rest.last == "/" { rest.removeLast() }
    return rest.isEmpty ? "/" : String(rest)
  }
}
