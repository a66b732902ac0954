import Foundation
import LabExperiment
import LabKernel
import LabLanguage
import TestSupport
import Testing

@Suite struct `A handle of a script` {
  private static func source(_ text: String) throws -> SourceText {
    try SourceText(path: "test.lab", bytes: Array(text.utf8), limit: 1 << 20)
  }

  @Test(arguments: Checkout.experimentNames)
  func `covers its value, and another value leaves all others where they are`(name: String) throws {
    let bytes = try Data(contentsOf: Checkout.experiment(name))
    let source = try Self.source(String(decoding: bytes, as: UTF8.self))
    let handles = source.handles
    #expect(!handles.isEmpty)
    var random = RandomStream(seed: 3, name: name)
    for handle in handles {
      #expect(source.text(line: handle.line, columns: handle.columns) == handle.text)
    }
    for _ in 0..<min(4, handles.count) {
      let handle = handles[Int(random.next(in: 0...Int64(handles.count - 1)))]
      let value: String
      switch handle.kind {
      case .number: value = "\(random.next(in: 1...99)).5"
      case .word(let words): value = words[Int(random.next(in: 0...Int64(words.count - 1)))]
      }
      var lines = source.lines
      let line = Array(lines[handle.line - 1].unicodeScalars)
      lines[handle.line - 1] =
        String(String.UnicodeScalarView(line[..<handle.columns.lowerBound])) + value
        + String(String.UnicodeScalarView(line[handle.columns.upperBound...]))
      let turned = try Self.source(lines.joined(separator: "\n")).handles
      // A word such as 'fixed' brings a value of its own, and no other one does.
      #expect(turned.map(\.name) == handles.map(\.name))
    }
  }

  @Test func `has the unit of its number, and the words among which one may choose`() throws {
    let handles = try Self.source(
      """
      title    A 60 Hz timer
      display  60 Hz depth 2
      run      1.5 s
      load     parse every 700 ms takes 30 ms as main-queue
      arm both
        timer ball every 1/60 s phase 0.5 in common
        animate ball along bounce from 0 to 300 over 1 s by now
      expect   both.ball.dropped <= 3
      """
    ).handles
    let told = handles.map { handle in
      switch handle.kind {
      case .number(let unit): "\(handle.name): \(handle.text) \(unit)"
      case .word: "\(handle.name): \(handle.text)"
      }
    }
    #expect(
      told == [
        "display: 60 Hz", "display depth: 2 ", "run: 1.5 s", "load parse every: 700 ms",
        "load parse takes: 30 ms", "load parse as: main-queue", "timer ball every: 60 s",
        "timer ball phase: 0.5 ", "timer ball in: common", "animate ball along: bounce",
        "animate ball from: 0 ", "animate ball to: 300 ", "animate ball over: 1 s",
        "animate ball by: now",
      ])
    #expect(handles[8].kind == .word(among: ["default", "tracking", "common"]))
  }

  @Test func `of a sweep has the words of the place where the sweep stands`() throws {
    let handles = try Self.source(
      """
      sweep modes = default, common
      sweep block = 20 ms
      arm one
        timer ball every 1/60 s in {modes} takes {block}
      """
    ).handles
    #expect(handles.map(\.text) == ["default", "common", "20", "60"])
    #expect(handles[0].kind == .word(among: ["default", "tracking", "common"]))
    #expect(handles[2].kind == .number(unit: "ms"))
  }
}
