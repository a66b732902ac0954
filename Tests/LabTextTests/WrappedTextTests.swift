import LabText
import Testing

@Suite struct `A text in lines` {
  @Test func `keeps to the width, with what the lines begin with`() {
    #expect(
      wrappedText("one two three four", width: 12, first: "a: ", rest: "   ")
        == ["a: one two", "   three", "   four"])
    #expect(wrappedText("one two", width: 7) == ["one two"])
    #expect(wrappedText("one two", width: 6) == ["one", "two"])
  }

  @Test func `breaks no word`() {
    #expect(wrappedText("a incomprehensible b", width: 5) == ["a", "incomprehensible", "b"])
  }

  @Test func `keeps its own line breaks, and one space of several`() {
    #expect(
      wrappedText("a  b\nc", width: 80, first: "1 ", rest: "2 ") == ["1 a b", "2 c"])
  }

  @Test func `is no line without a word`() {
    #expect(wrappedText(" \n ", width: 80, first: "x").isEmpty)
  }
}
