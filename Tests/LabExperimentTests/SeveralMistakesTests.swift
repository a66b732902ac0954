import Foundation
import LabLanguage
import TestSupport
import Testing

@testable import LabExperiment

@Suite struct `Several mistakes on a line` {
  /// The parts of a line: what is right, and what is not.
  private static let lines: [[(right: String, wrong: [String])]] = [
    [
      ("load x", []), ("at 3 ms", ["at 3", "at -3 ms", "at 3 ms; 5 ms"]),
      ("takes 5 ms", ["takes 12-40 ms", "takes 5 mss", "takes -5 ms", "takes 5 ms ± 1 ms"]),
      ("as port", ["on main", "as queue", ""]), ("in common", ["in .common", "in comon"]),
    ],
    [
      ("timer spinner", []), ("every 16 ms", ["60 Hz", "every 16", "every -16 ms", ""]),
      ("in common", ["in .common", "in comon"]),
      ("takes 5 ms", ["takes 12-40 ms", "takes 5 mss", "takes -5 ms"]),
      ("tolerance 1 ms", ["tolerance 1"]),
    ],
  ]

  private static func told(of words: [String]) -> [String] {
    let isLoad = words[0].hasPrefix("load")
    let line = words.filter { !$0.isEmpty }.joined(separator: " ")
    let script =
      "display 60 Hz\nrun 1 s\n"
      + (isLoad ? line + "\narm a\n  link l in common\n" : "arm a\n  \(line)\n")
    do {
      _ = try Experiment(path: "a.lab") { _ in Array(script.utf8) }
      return []
    } catch {
      return error.diagnostics.map(\.message)
    }
  }

  /// Each is told as if it were the only one.
  @Test(arguments: lines.indices)
  func `are all told`(_ index: Int) {
    let parts = Self.lines[index]
    let right = parts.map(\.right)
    #expect(Self.told(of: right) == [])
    let wrong = parts.indices.flatMap { part in parts[part].wrong.map { (part, $0) } }
    func told(_ mistakes: [(Int, String)]) -> [String] {
      var words = right
      for (part, text) in mistakes { words[part] = text }
      return Self.told(of: words)
    }
    for (number, first) in wrong.enumerated() {
      let own = told([first])
      #expect(own.count == 1, "\(first): \(own)")
      for second in wrong[number...] where second.0 > first.0 {
        #expect(Set(told([first, second])) == Set(own + told([second])), "\(first), \(second)")
        for third in wrong[number...] where third.0 > second.0 {
          let all = told([first, second, third])
          let each = own + told([second]) + told([third])
          #expect(Set(all) == Set(each), "\(first), \(second), \(third)")
          #expect(Set(all).count == all.count)
        }
      }
    }
  }

  private static let changed = Checkout.experimentNames.filter { name in
    let text = try? String(contentsOf: Checkout.experiment(name), encoding: .utf8)
    return text?.contains("\nwhat if") == true && text?.contains("saving(") == true
      && text?.contains(".csv") == false
  }

  /// What a mistake above keeps from being made is not missed below.
  @Test(arguments: changed)
  func `elsewhere are not followed by changes that are missed`(_ name: String) throws {
    let text = try String(contentsOf: Checkout.experiment(name), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(Fixture.messages(path: "a.lab") { _ in Array(text.utf8) } == "")
    // A line in five is enough: any mistake hides all changes.
    for (number, line) in lines.enumerated() where number % 5 == 2 || line.hasPrefix("display") {
      let words = line.split(separator: " ")
      guard let word = words.dropFirst().last, !line.hasPrefix("#"), !line.hasPrefix("expect")
      else { continue }
      var mistaken = lines
      mistaken[number] = line.replacing(word, with: "\(word)xq")
      let script = Array(mistaken.joined(separator: "\n").utf8)
      let messages = Fixture.messages(path: "a.lab") { _ in script }
      #expect(!messages.contains("makes this change"), "\(mistaken[number])")
    }
  }
}
