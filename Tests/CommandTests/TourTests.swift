import Foundation
import LabExperiment
import LabReport
import LabResults
import TestSupport
import Testing

@testable import runlooplab

@Suite struct `The tour` {
  @Test(arguments: Lesson.all.map(\.name))
  func `has lessons whose expectations hold, also after the change`(name: String) throws {
    let lesson = try #require(Lesson.all.first { $0.name == name })
    #expect(lesson.guesses.indices.contains(lesson.answer) && lesson.guesses.count <= 3)
    let words = ["--set", lesson.change.set]
    let options = try PlanOptions(Arguments(words, options: PlanOptions.options))
    let change = try #require(options.overriding.first)
    for overriding in [[], [change]] {
      let experiment = try Experiment(path: "lesson.lab", overriding: overriding) { _ in
        Array(lesson.file.utf8)
      }
      let result = try ExperimentResult(name: name, performing: experiment.plan(), jobs: 1)
      try result.table.check()
      let failing = result.verdicts.filter { $0.outcome == .fails }
      #expect(!overriding.isEmpty || failing.isEmpty, "\(failing)")
      #expect(experiment.because == lesson.reason && experiment.question == lesson.question)
    }
  }

  @Test func `goes on where it was, and leaves what was changed`() throws {
    let tool = try Tool()
    let first = try tool.run("tour")
    #expect(first.status == 0 && first.output.hasPrefix("Lesson 1 of 10: "))
    #expect(first.output.contains("\nIt is c: it stops, and then jumps.\n"))
    #expect(first.output.contains("The worst moment: "))
    #expect(first.output.contains("watch tour/1-late-fire.lab --set 'block=5 ms'"))
    try tool.write(Tool.script, to: "tour/1-late-fire.lab")
    #expect(try tool.run("tour").output.hasPrefix("Lesson 2 of 10: "))
    #expect(try tool.run("tour", "1").output.contains("✓ link.ball.double_fires == 0"))
    #expect(try tool.data(of: "tour/1-late-fire.lab") == Data(Tool.script.utf8))
    try tool.write("display 60\n", to: "tour/1-late-fire.lab")
    #expect(try tool.run("tour", "1").status == 3)
    #expect(try tool.run("tour", "11").status == 2)
  }

  @Test func `says in its fourth lesson what common is, and in its fifth where the ball is`() throws
  {
    let tool = try Tool()
    let common = try tool.run("tour", "4").words
    #expect(common.contains("Common is no mode: no loop ever runs in it. It is a set"))
    #expect(common.contains("this nested loop serves only what is in its mode"))
    #expect(common.contains("# run 1, common, timer-mode = default"))
    let place = try tool.run("tour", "5").output
    #expect(place.contains("\nReplay. 500 to 620 ms.") && !place.contains("The worst moment"))
    #expect(
      place.contains("now: 0 dropped frames in 8 refreshes, 4 with a jump;\ntimestamp: 0 dropped"))
    let lines = place.split(separator: "\n")
    #expect(lines.contains { $0.contains("now") && !$0.contains("timestamp") })
  }

  @Test func `says in its ninth lesson what happens for every phase, and what never does`() throws {
    let outcome = try Tool().run("tour", "9")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("  1: 53.0 % of these phases\n  0: 47.0 % of these phases\n"))
    #expect(outcome.output.contains("\nproven  run 1, link.ball, block = 20 ms\n"))
    #expect(outcome.output.contains("map tour/9-every-phase.lab --set 'block=5 ms'"))
  }

  @Test func `performs its last lesson on this machine as well`() throws {
    let outcome = try Tool().run("tour", "10")
    #expect(outcome.status == 0)
    let real = outcome.output.components(separatedBy: "And on the run loop of this machine:")
    #expect(real.count == 2 && real.last?.contains("\nreplay") == true)
    #expect(real.last?.contains("live tour/10-this-machine.lab --set 'block=5 ms'") == true)
  }

  @Test func `is one page as well, with the answer below each question`() throws {
    let tool = try Tool()
    #expect(try tool.run("tour", "--html").status == 0)
    let page = try tool.text(of: "tour/tour.html")
    let parts = page.components(separatedBy: "<section class=\"lesson\"").dropFirst()
    #expect(parts.count == Lesson.all.count)
    for (part, (lesson, number)) in zip(parts, zip(Lesson.all, 1...)) {
      #expect(tool.names(in: "tour").contains("\(number)-\(lesson.name).lab"))
      let halves = part.components(separatedBy: "<details class=\"answer\"")
      #expect(halves.count == 2 && halves[0].contains(escaped("\(number). \(lesson.question)")))
      for guess in lesson.guesses {
        #expect(halves[0].contains("<button>\(escaped(guess))</button>"))
      }
      #expect(halves.last?.contains("<b>\(escaped(lesson.solution)).</b>") == true)
      #expect(halves.last?.contains(escaped(lesson.reason)) == true)
      #expect(halves[1].components(separatedBy: "<svg ").count > 2)
    }
    let numbers =
      "timer fires twice in 1 refresh, drops 2 of 57 frames."
      + " link never fires twice in a refresh, drops 1 of 57 frames."
    let second = try #require(page.range(of: numbers)).lowerBound
    #expect(try second > #require(page.range(of: "2. Does a display link")).lowerBound)
    #expect(!page.contains(" src=") && page.utf8.count < 500_000)
    #expect(try tool.run("tour", "--html").status == 0)
    #expect(try tool.run("tour", "1", "--html").status == 2)
  }
}

@Suite struct `A script to begin with` {
  @Test func `is written once, and its expectations hold`() throws {
    let tool = try Tool()
    #expect(try tool.run("init").output == "wrote mine.lab. Go on with: runlooplab run mine.lab\n")
    #expect(try tool.run("run", "mine.lab").output.contains("all 3 expectations hold"))
    let again = try tool.run("init")
    #expect(
      again.status == 4 && again.errors.contains("choose another name: runlooplab init NAME."))
    #expect(try tool.run("init", "other").status == 0)
    #expect(tool.names().contains("other.lab"))
  }

  @Test func `or what a package needs for tests`() throws {
    let outcome = try Tool().run("init", "--tests")
    #expect(outcome.output.contains(".product(name: \"LabTesting\", package: \"RunLoopLab\")"))
    let folder = Checkout.root.appending(path: "Sources/LabTesting/LabTesting.docc")
    for article in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      #expect(outcome.output.contains(article))
    }
  }
}

/// Text as markup has it.
private func escaped(_ text: String) -> String {
  text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("'", with: "&#39;")
}
