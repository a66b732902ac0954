import Foundation
import TestSupport
import Testing

/// A row of `Fixtures/refusals.txt`: the status and the words, then lines of what is said.
@Suite struct `What the command refuses` {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(trace, to: "page.trace.json")
    try tool.write("16.7\n16.6\n33.4\n16.7\n16.6\n16.7\n33.3\n", to: "n.txt")
    try tool.write(
      """
      Application,ProcessID,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,MsUntilDisplayed
      game.exe,77,0.00833,8.33,16.667,21
      game.exe,77,0.01666,8.33,16.667,21

      """, to: "game.csv")
    try tool.write("<!DOCTYPE html>\n<html><body>A page</body></html>\n", to: "page.html")
    try tool.write(
      """
      display 60 Hz
      run 1 s
      input tap at 100 ms takes 1 ms shown through ball
      input other at 300 ms takes 1 ms
      arm a
        timer ball every 16 ms in common

      """, to: "taps.lab")
    try tool.write("display 60 Hz\nrun 5 ms\narm a\n  link b in common\n", to: "short.lab")
    try tool.write(
      Tool.script + "prove never link.ball.double_fires over phase 0 .. 1\n", to: "proof.lab")
    try FileManager.default.createDirectory(
      at: tool.folder.appending(path: "empty"), withIntermediateDirectories: true)
  }

  private static let rows: [String] = {
    let file = Checkout.fixtures().appending(path: "refusals.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: /\n(?! )/).map(String.init)
  }()

  @Test func `is known`() { #expect(Self.rows.count > 100) }

  @Test(arguments: rows)
  func `is said, with the status, and nothing is written`(row: String) throws {
    let lines = row.split(separator: "\n")
    let words = lines[0].dropFirst(2).split(separator: "|", omittingEmptySubsequences: false)
    let names = tool.names()
    let outcome = try tool.run(words.map(String.init))
    #expect(outcome.status == Int32(lines[0].prefix(1)) && outcome.output == "", "\(outcome)")
    #expect(lines.count > 1)
    for line in lines.dropFirst() {
      #expect(outcome.errors.contains(line.dropFirst(2)), "\(outcome.errors)")
    }
    #expect(tool.names() == names)
  }
}
