import Foundation
import LabExperiment
import LabLanguage
import TestSupport
import Testing

@testable import runlooplab

/// What people type that is wrong: each answer names what to type, and what it names works.
///
/// The part that is wrong stands in double brackets. What an answer names is put in its place, each
/// of several, and is accepted.
@Suite struct `A wrong input` {
  /// Lines of a script: the number of the line that each replaces, 6 for one more, and the line.
  static let lines = rows("wrong-lines.txt")

  /// A script to which the lines belong.
  private static let script = [
    "display 60 Hz", "run 1 s", "arm timer", "  timer ball every 16 ms in default", "arm link",
    "  link ball in default",
  ]

  /// Words of a command, with bars between them.
  static let commands = rows("wrong-commands.txt")

  private static func rows(_ name: String) -> [String] {
    let text = try? String(contentsOf: Checkout.fixtures().appending(path: name), encoding: .utf8)
    return (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("# ") }.map(String.init)
  }

  @Test func `has four hundred rows`() {
    #expect(Self.lines.count + Self.commands.count >= 400)
    #expect(Set(Self.lines + Self.commands).count == Self.lines.count + Self.commands.count)
  }

  @Test(arguments: lines)
  func `in a script is answered with what to write`(row: String) throws {
    let (before, wrong, after) = try parts(row)
    let line = try #require(Int(before.prefix(1)))
    func script(_ words: String) -> String {
      var lines = Self.script
      var start = before.dropFirst(2) + (words.hasPrefix("\n") ? "" : words)
      if words.isEmpty, start.last == " " { start.removeLast() }
      if row.contains("block") {
        if !row.contains("sweep"), !row.contains("] block") {
          lines.append("sweep block = 1 ms, 2 ms")
        }
        lines.append("load page at 100 ms takes {block} as port")
      }
      if line == 6 { lines.append(start + after) } else { lines[line] = start + after }
      if words.hasPrefix("\n") { lines.append(String(words.dropFirst())) }
      return lines.joined(separator: "\n") + "\n"
    }
    let error = try #require(mistake(in: script(wrong)), "accepted: \(row)")
    let message = error.diagnostics[0].message
    let answers = remedies(in: message)
    #expect(!answers.isEmpty, "\(row): \(message)")
    for answer in answers {
      let left = mistake(in: script(answer))
      #expect(left == nil, "\(row): \(message)\n\(answer): \(left.map { "\($0)" } ?? "")")
    }
  }

  /// Whatever rules the thread has, and wherever they stand: at some sweep point they may be a
  /// browser's.
  @Test(arguments: [
    "like run-loop", "like chromium", "like firefox-esr153 except batch", "like {rules}",
  ])
  func `as a delivery is answered with what the thread takes`(like: String) throws {
    let sweep = "sweep rules = run-loop, chromium, firefox-esr153"
    func script(_ delivery: String, isAbove: Bool) -> String {
      let load = "load page at 1 ms takes 2 ms as \(delivery)"
      let lines = isAbove ? [like, load] : [load, like]
      return
        (Self.script.map { $0.replacing("default", with: "common") }
        + lines + (like.contains("{") ? [sweep] : [])).joined(separator: "\n") + "\n"
    }
    for (wrong, isAbove) in [("setTimeout", true), ("message", false), ("postMessage", true)] {
      let error = try #require(mistake(in: script(wrong, isAbove: isAbove)))
      let answers = remedies(in: error.diagnostics[0].message)
      #expect(!answers.isEmpty, "\(error)")
      for answer in answers {
        let left = mistake(in: script(answer, isAbove: isAbove))
        #expect(left == nil, "\(error)\(answer): \(left.map { "\($0)" } ?? "")")
      }
    }
  }

  /// A script, its result and a capture of frames.
  private static let files = Result {
    let tool = try Tool()
    try tool.write(
      """
      display 60 Hz
      run 1 s
      load feed every 150 ms takes 40 ms as main-queue
      arm app
        timer ball every 1/60 s phase 0.5 in common

      """, to: "load.lab")
    _ = try tool.run("run", "good.lab", "-q", "--presentmon", "v1")
    try tool.write(tool.data(of: "results/good/presentmon.csv"), to: "f.csv")
    return try tool.allFiles()
  }

  @Test(arguments: commands)
  func `on the command line is answered with what to type`(row: String) throws {
    let (before, wrong, after) = try parts(row)
    func words(_ answer: String) -> [String] {
      // A whole command stands for the line, an option with its value for the value.
      if answer.hasPrefix("runlooplab ") {
        return answer.split(separator: " ").dropFirst().map(String.init)
      }
      let isValue = answer.hasPrefix("--") && answer.contains(" ")
      let value = isValue ? String(answer.split(separator: " ")[1]) : answer
      return (before + value + after).split(separator: "|").map(String.init)
    }
    let tool = try Tool(Self.files.get())
    let outcome = try tool.run(words(wrong))
    #expect(outcome.status == 2 || outcome.status == 3, "\(row): \(outcome)")
    let answers = remedies(in: outcome.errors)
    #expect(!answers.isEmpty, "\(row): \(outcome.errors)")
    for answer in answers {
      let right = try tool.run(words(answer))
      #expect(
        right.status == 0 || right.status == 1,
        "\(row): \(outcome.errors)\(answer): \(right.errors)")
    }
  }

  /// A shipped line is right, and no habit explains it away.
  @Test func `is never seen in a line that can be read`() throws {
    for name in Checkout.experimentNames {
      let bytes = try Data(contentsOf: Checkout.experiment(name))
      let source = try SourceText(path: "x.lab", bytes: Array(bytes), limit: 1 << 20)
      for line in source.lines.indices {
        guard let place = Lexer.tokens(of: source, line: line + 1).first?.place else { continue }
        let mistake = Mistake(place, "something is missing.")
        #expect(
          mistake.diagnostic(path: "x.lab").message == "something is missing.",
          "\(source.lines[line])")
      }
    }
  }

  private func parts(_ row: String) throws -> (before: String, wrong: String, after: String) {
    let start = try #require(row.range(of: "[["))
    // A list in brackets of its own ends with three.
    let end = try #require(row.range(of: "]]", options: .backwards))
    return (
      String(row[..<start.lowerBound]), String(row[start.upperBound..<end.lowerBound]),
      String(row[end.upperBound...])
    )
  }

  private func mistake(in script: String) -> ScriptError? {
    do throws(ScriptError) {
      _ = try Experiment(
        inputs: [Experiment.Input(path: "x.lab", bytes: Array(script.utf8))], overriding: [])
      return nil
    } catch {
      return error
    }
  }

  /// What an answer names: nothing where something is to be left out.
  private func remedies(in message: String) -> [String] {
    if message.contains(/Leave '.+?' out\./) { return [""] }
    if let line = message.firstMatch(of: /on a line of its own: '(.+)'\./) {
      return ["\n\(line.1)"]
    }
    let words =
      /(?:Did you mean|Write for example|Write|such as|for example|but) (?:--set )?'(.*?)'(?:[.?]| for | is there)/
    guard let found = message.firstMatch(of: words) else { return [] }
    return found.1.split(separator: /', '|' or '/).map(String.init)
  }
}
