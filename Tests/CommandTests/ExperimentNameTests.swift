import Foundation
import LabKernel
import TestSupport
import Testing

@testable import runlooplab

@Suite struct `The name of a shipped experiment` {
  private static let names = Checkout.experimentNames
  private static let groups = Set(
    names.map { Checkout.experiment($0).deletingLastPathComponent().lastPathComponent })

  @Test func `is that of no group`() {
    #expect(Self.groups.intersection(Self.names).isEmpty)
    #expect(Self.groups.count > 5)
  }

  /// In a folder in which there is nothing.
  @Test(arguments: [
    ["run", "-q"], ["why"], ["show"], ["check"], ["list"], ["measure"],
    ["map", "--budget", "9"], ["prove", "--budget", "9"],
  ])
  func `stands for its path in a subcommand`(words: [String]) throws {
    let name = words[0] == "map" || words[0] == "prove" ? "where-to-put-the-phase" : "refresh-rates"
    let path = Checkout.experiment(name).path
    let outcomes = try [name, path].map { operand in
      try Tool(files: [:]).run([words[0], operand] + words.dropFirst())
    }
    #expect(outcomes[0].status == outcomes[1].status, "\(outcomes[0].errors)")
    #expect(outcomes[0].output == outcomes[1].output.replacing(path, with: name))
  }

  @Test func `is what commands and pages call it`() throws {
    let tool = try Tool(files: [:])
    let root = Checkout.root.path
    let outcome = try tool.run(["why", "carousel", "--report", "markdown"])
    #expect(!outcome.output.contains(root), "\(outcome.output)")
    for words in [["show", "carousel", "-o", "a.html"], ["run", "carousel", "--html=b.html"]] {
      #expect(try tool.run(words).status == 0)
    }
    for page in ["a.html", "b.html"] { #expect(!(try tool.text(of: page)).contains(root)) }
  }

  @Test func `stands for its result where results are read`() throws {
    let tool = try Tool(files: [:])
    let missing = try tool.run("verify", "carousel")
    #expect(missing.status == 2)
    #expect(missing.errors.contains("Make it: runlooplab run carousel."))
    #expect(try tool.run("run", "carousel", "-q").status == 0)
    #expect(try tool.run("verify", "carousel").status == 0)
    #expect(try tool.run("compare", "carousel", "carousel", "--identical").status == 0)
  }

  @Test func `of a script of one's own stands for its result, too`() throws {
    let tool = try Tool(files: ["mine.lab": Tool.script])
    #expect(try tool.run("verify", "mine").status == 2)
    #expect(try tool.run("run", "mine.lab", "-q").status == 0)
    #expect(try tool.run("verify", "mine").status == 0)
    #expect(try tool.run("compare", "mine", "mine", "--identical").status == 0)
  }

  /// Any name that lacks a letter.
  @Test func `is proposed for one that is misspelt`() throws {
    var random = RandomStream(seed: 7, name: "names")
    let tool = try Tool(files: [:])
    for name in Self.names.shuffled(using: &random).prefix(6) {
      var wrong = name
      wrong.remove(at: try #require(wrong.indices.dropFirst().randomElement(using: &random)))
      let outcome = try tool.run("why", wrong)
      #expect(outcome.status == 2)
      let told = "'\(wrong)' is no file and no experiment. Did you mean '\(name)'?"
      #expect(outcome.errors.contains(told), "\(outcome.errors)")
    }
    let outcome = try tool.run("why", "qqqqqqqq")
    #expect(outcome.errors.contains("'runlooplab list' names the experiments."))
  }

  @Test func `gives way to a file and to a folder`() throws {
    let tool = try Tool(files: ["carousel": Tool.script, "field/mine.lab": Tool.script])
    #expect(try tool.run("list", "field").output.contains("Does it run?"))
    #expect(try tool.run("why", "carousel").status == 3)
  }
}
