import Foundation
import TestSupport
import Testing

/// Scripts that lie in folders by their question.
@Suite struct `A folder of groups` {
  let tool: Tool

  init() throws {
    tool = try Tool()
    for (group, names) in ["links": ["one", "two"], "timers": ["three"], ".hidden": ["four"]] {
      try FileManager.default.createDirectory(
        at: tool.folder.appending(path: "experiments/\(group)"), withIntermediateDirectories: true)
      for name in names { try tool.write(Tool.script, to: "experiments/\(group)/\(name).lab") }
    }
  }

  @Test func `is run with one command, group by group`() throws {
    let outcome = try tool.run("run", "experiments", "--html")
    #expect(outcome.status == 0)
    let words = outcome.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0 != "✓" }.map(String.init)
    }
    #expect(
      words.filter { $0 != "It" } == ["links", "one", "two", "timers", "three", "3", "Page:"])
    #expect(outcome.output.hasPrefix("\nlinks\n✓ one  "))
    #expect(tool.names(in: "results").contains("three.html"))
    let index = try tool.text(of: "results/index.html")
    let places = [">links</th>", ">one</a>", ">two</a>", ">timers</th>", ">three</a>"].map {
      index.range(of: $0)?.lowerBound
    }
    #expect(
      !places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
  }

  @Test func `is listed by its groups`() throws {
    let outcome = try tool.run("list")
    #expect(
      outcome.output == """
        links
        one  Does it run?
        two  Does it run?

        timers
        three  Does it run?

        """)
    #expect(try tool.run("list", "experiments/links").output.hasPrefix("one  Does it run?\n"))
    #expect(try tool.run("list", "links").output == "one  Does it run?\ntwo  Does it run?\n")
  }

  @Test func `takes no more than two lines a script and one a group, of very many`() throws {
    let script = Tool.script.replacing("1 s", with: "100 ms")
    for index in 0..<60 { try tool.write(script, to: "experiments/timers/n\(index).lab") }
    let outcome = try tool.run("run", "experiments")
    #expect(outcome.output.split(separator: "\n").count <= 120)
  }

  @Test func `is where the script of a result is found again`() throws {
    let script = "experiments/timers/three.lab"
    try tool.write(Tool.script.replacing("== 0", with: "== 1"), to: script)
    for part in ["1/2", "2/2"] { _ = try tool.run("run", script, "--shard", part) }
    let outcome = try tool.run("merge", "results")
    #expect(outcome.output.contains("runlooplab show \(script) --run"))
  }

  @Test func `holds every experiment that is shipped`() throws {
    for name in Checkout.experimentNames {
      let folder = Checkout.experiment(name).deletingLastPathComponent()
      #expect(
        folder.deletingLastPathComponent().lastPathComponent == "experiments",
        "\(name) belongs into a folder of experiments, such as timers")
    }
  }
}
