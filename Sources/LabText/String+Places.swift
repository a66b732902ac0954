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
