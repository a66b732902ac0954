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
