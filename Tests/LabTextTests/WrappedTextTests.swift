import LabText
import TestSupport
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

  @Test(arguments: FuzzBatch.all("no quoted command"))
  func `breaks no quoted command and no name in brackets`(batch: FuzzBatch) {
    let words = ["a", "run", "'word'", "(see", "below)", "carousel.lab", "it's", "results/"]
    let parts = ["run a.lab", "why", "--set 'display=120 Hz'", "-o x", "compare a b --same"]
    for number in batch.numbers {
      var state = batch.seed &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(number)
      func draw(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
      }
      var text: [String] = []
      var commands: [String] = []
      for _ in 0..<20 {
        guard draw(4) == 0 else {
          text.append(words[draw(words.count)])
          continue
        }
        let begin = ["'runlooplab ", "'--apply 1 "][draw(2)]
        let inside = (0...draw(3)).map { _ in parts[draw(parts.count)] }.joined(separator: " ")
        let command = draw(3) == 0 ? "[in chunks of \(draw(9)) ms]" : begin + inside + "'"
        commands.append(command)
        let isName = command.hasPrefix("[")
        text.append(
          (isName ? "" : ["", "("][draw(2)]) + command + [",", "", isName ? "." : ")."][draw(3)])
      }
      let whole = text.joined(separator: " ")
      let lines = wrappedText(whole, width: 20 + draw(80))
      #expect(lines.joined(separator: " ") == whole)
      for command in commands {
        #expect(lines.contains { $0.contains(command) }, "\(command) in \(lines)")
      }
    }
  }

  @Test func `is no line without a word`() {
    #expect(wrappedText(" \n ", width: 80, first: "x").isEmpty)
  }
}
