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
