import Foundation
import TestSupport
import Testing

@Suite struct `A hostile script` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// Expects that a script is refused with a message that contains a text, and leaves no files.
  private func expectRefusal(_ message: String, of name: String = "hostile.lab") throws {
    let before = tool.names()
    let outcome = try tool.run("run", name)
    #expect(outcome.exited)
    #expect(outcome.status == 3)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(tool.names(in: "results").isEmpty && tool.names().count <= before.count + 1)
  }

  @Test(arguments: [
    ("run       1 s", "run       1e30 s", "hostile.lab:5:"),
    ("run       1 s", "run       0 s", "hostile.lab:5:"),
    ("run       1 s", "run       -1 s", "hostile.lab:5:"),
    ("60 Hz", "1/0 Hz", "hostile.lab:4:"),
    ("60 Hz", "99999999999999999999999999999999 Hz", "hostile.lab:4:"),
    ("every 1/60 s", "every 0 s", "hostile.lab:7:"),
    ("every 1/60 s", "every {every}", "hostile.lab:7:"),
    ("title     A test", "include hostile.lab", "hostile.lab:1:"),
    ("title     A test", "repeat 1000001", "hostile.lab:1:"),
    (
      "title     A test", "\u{1b}]0;owned\u{7}",
      "hostile.lab:1:1: error: the control character 27 is not text."
    ),
    ("link.ball", "*.*.ball", "hostile.lab:10:"),
    ("== 0", "== " + String(repeating: "(", count: 500), "hostile.lab:10:"),
  ])
  func `is refused with its place`(old: String, new: String, place: String) throws {
    try tool.write(Tool.script.replacing(old, with: new), to: "hostile.lab")
    try expectRefusal(place)
  }

  @Test func `of nothing, of any bytes, of an endless line or of endless runs is refused`() throws {
    let values = (1...1000).map { "\($0) ms" }.joined(separator: ", ")
    let sweeps = ["a", "b", "c", "d"].map { "sweep \($0) = \(values)\n" }.joined()
    for bytes in [
      Data(), Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 197) }),
      Data(repeating: 97, count: 3 << 20), Data((sweeps + Tool.script).utf8),
    ] {
      try tool.write(bytes, to: "hostile.lab")
      try expectRefusal("hostile.lab")
    }
  }

  @Test func `that lets no time pass is stopped, and told who kept it`() throws {
    let storm = "load storm every 1 ns takes 0 ms as port\narm timer"
    try tool.write(Tool.script.replacing("arm timer", with: storm), to: "hostile.lab")
    let outcome = try tool.run("check", "--plan", "hostile.lab")
    #expect(outcome.status == 0)
  }

  /// A timer of every nanosecond, whose events fill any memory if they are all kept.
  ///
  /// Half a million events take long: a test of `LabExperiment` reaches a lower bound.
  @Test(
    .enabled(if: Count.isComplete), arguments: [["show"], ["measure"], ["show", "--as", "strip"]])
  func `is not kept beyond a bound to be shown`(words: [String]) throws {
    let tool = try Tool()
    try tool.write(
      "display 60 Hz\nrun 1 s\narm x\n  timer b every 1 ns in default\n", to: "a.lab")
    let outcome = try tool.run(words + ["a.lab", "--run", "0"])
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("524288 events happened by "))
    #expect(outcome.errors.contains("Make them rarer, or the run shorter. More are not kept"))
    let length = try #require(outcome.errors.firstMatch(of: #/add --set '(run=[^']+)'/#)?.1)
    let shorter = try tool.run(words + ["a.lab", "--run", "0", "--set", String(length)])
    #expect(!shorter.errors.contains("are not kept"), "\(shorter.errors)")
  }
}
