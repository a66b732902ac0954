import Foundation
import LoopScenarios
import TestSupport
import Testing

/// A scenario with the timeline that the real loop gave for it.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  /// The name under which the rules cite it, such as `P04`.
  let id: String
  /// The numbers of the rules that it shows.
  let rules: [Int]
  let summary: String
  let scenario: Scenario
  let timeline: String

  var testDescription: String { "\(id): \(summary)" }

  /// Every case of the fixtures.
  ///
  /// A case is a line with its name and its rules, then indented lines: the scenario, and after `=`
  /// the timeline.
  static func all() throws -> [ConformanceCase] { try known.get() }

  private static let known = Result { try read() }

  private static func read() throws -> [ConformanceCase] {
    let folder = Checkout.fixtures()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try files.flatMap { file in
      try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        .split(separator: "\n\n").dropFirst().map { try ConformanceCase(text: $0) }
    }
  }

  private init(text: Substring) throws {
    let lines = text.split(separator: "\n")
    let heading = try #require(lines[0].wholeMatch(of: /(\w+) \[((?:R\d+ ?)+)\] (.*)/))
    (id, summary) = (String(heading.1), String(heading.3))
    rules = heading.2.split(separator: " ").compactMap { Int($0.dropFirst()) }
    let body = lines.dropFirst().map { $0.dropFirst(2) }
    scenario = try ScenarioParser.parse(
      body.filter { !$0.hasPrefix("=") }.joined(separator: "\n"))
    timeline = body.filter { $0.hasPrefix("=") }.map { String($0.dropFirst(2)) }.joined()
  }
}
