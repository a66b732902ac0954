import Foundation
import LabLoop
import LoopScenarios
import TestSupport
import Testing

@Suite struct `Every timeline in the documentation` {
  @Test func `is found`() throws {
    #expect(try Example.all().count > 20)
  }

  @Test(arguments: try Example.all())
  func `is what the simulated loop does`(_ example: Example) {
    let scenario = example.scenario
    #expect(SimulatedLoop.play(scenario, profile: .linux).description == example.linux)
    #expect(SimulatedLoop.play(scenario, profile: .darwin).description == example.darwin)
  }

  #if os(Linux)
    @Test func `is what the real loop does`() throws {
      let examples = try Example.all()
      let timelines = try RealLoopProcess.play(examples.map(\.scenario))
      #expect(timelines == examples.map(\.linux))
    }
  #endif
}

@Suite struct `The catalogue of rules` {
  @Test func `is in order and complete`() throws {
    let rules = try Documentation.text(of: "TheRules").split(separator: "\n")
      .compactMap { $0.wholeMatch(of: /- \*\*R([0-9]+)\.\*\* .*/).flatMap { Int($0.1) } }
    #expect(rules == Array(1...110))
  }

  @Test func `has a scenario for every rule, or says where else it is tested`() throws {
    let shown = Set(try ConformanceCase.all().flatMap(\.rules))
    let text = try Documentation.text(of: "TheRules")
    let table = try #require(text.split(separator: "### Rules without a scenario").last)
    var others: Set<Int> = []
    for line in table.split(separator: "\n").prefix(while: { !$0.hasPrefix("#") }) {
      guard let row = line.wholeMatch(of: /\| (R\d+(?:, R\d+)*) \| (?:`(\w+)`|.*) \|/) else {
        continue
      }
      others.formUnion(row.1.matches(of: /\d+/).compactMap { Int($0.0) })
      guard let suite = row.2 else { continue }
      let folder = Checkout.root.appending(path: "Tests")
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      #expect(files.contains { $0.hasSuffix("/\(suite).swift") }, "\(suite)")
    }
    #expect(shown.isDisjoint(with: others), "\(shown.intersection(others))")
    #expect(shown.union(others) == Set(1...110))
  }

  @Test func `holds every rule that is cited`() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Documentation.module.path)
    for file in files where file.hasSuffix(".swift") || file.hasSuffix(".md") {
      let text = try String(contentsOf: Documentation.module.appending(path: file), encoding: .utf8)
      for rule in text.matches(of: /\bR([0-9]+)\b/).compactMap({ Int($0.1) }) {
        #expect((1...110).contains(rule), "\(file) cites R\(rule)")
      }
    }
  }
}

/// A scenario in an article, with the timelines that the article gives for it.
///
/// A code block without a language is one; a line that begins with `=` holds its timeline, or two
/// lines that begin with `linux =` and `darwin =` where the platforms differ.
struct Example: Sendable, CustomTestStringConvertible {
  let article: String
  let scenario: Scenario
  let linux: String
  let darwin: String

  var testDescription: String { "\(article): \(scenario)" }

  static func all() throws -> [Example] {
    try Documentation.articles().flatMap { article in
      try Documentation.text(of: article).matches(of: /\n\n```\n((?s).*?)\n```\n/)
        .map { try Example(article: article, text: $0.1) }
    }
  }

  private init(article: String, text: Substring) throws {
    self.article = article
    var lines = text.split(separator: "\n")
    func takeTimeline(_ mark: String) -> String? {
      guard let index = lines.firstIndex(where: { $0.hasPrefix(mark) }) else { return nil }
      return String(lines.remove(at: index).dropFirst(mark.count))
    }
    if let timeline = takeTimeline("= ") {
      (linux, darwin) = (timeline, timeline)
    } else {
      linux = try #require(takeTimeline("linux = "))
      darwin = try #require(takeTimeline("darwin = "))
    }
    scenario = try ScenarioParser.parse(lines.joined(separator: "\n"))
  }
}

/// The documentation of the loop's module.
private enum Documentation {
  static let module = Checkout.root.appending(path: "Sources/LabLoop")

  static let folder = module.appending(path: "LabLoop.docc")

  static func articles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
  }

  static func text(of article: String) throws -> String {
    try String(contentsOf: folder.appending(path: "\(article).md"), encoding: .utf8)
  }
}
