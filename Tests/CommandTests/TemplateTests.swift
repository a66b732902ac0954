import Foundation
import LabExperiment
import LabResults
import LabTesting
import TestSupport
import Testing

@testable import runlooplab

@Suite struct `A template of the init command` {
  @Test(arguments: Template.all.map(\.name))
  func `is a script whose expectations hold, and a test that is built`(name: String) throws {
    let tool = try Tool()
    #expect(
      try tool.run("init", name).output
        == "wrote my-\(name).lab. Go on with: runlooplab run my-\(name).lab\n")
    let run = try tool.run("run", "my-\(name).lab")
    #expect(run.status == 0 && run.errors == "", "\(run.output)\(run.errors)")
    let again = try tool.run("init", name)
    #expect(again.status == 4 && again.errors.contains("runlooplab init \(name) NAME"))
    #expect(try tool.run("init", name, "other").status == 0)
    #expect(tool.names().contains("other.lab"))
    let tests = try tool.run("init", name, "--tests").output
    let test = try #require(Template.all.first { $0.name == name }).test
    #expect(tests.contains(".product(name: \"LabTesting\"") && tests.hasSuffix(test + "\n"))
    #expect(try Self.source.contains(test))
  }

  @Test func `is not needed to begin`() throws {
    #expect(try Self.source.contains(InitCommand.test))
    let wrong = try Tool().run("init", "a", "b")
    #expect(wrong.status == 2 && wrong.errors.contains("'carousel', 'list', 'spinner' or 'game'"))
  }

  /// This file, which holds the tests as they are printed.
  private static var source: String {
    get throws { try String(contentsOf: URL(filePath: #filePath), encoding: .utf8) }
  }
}

// The tests as they are printed.

@Test func `the carousel moves while the page scrolls`() {
  Laboratory.test(display: .hertz(60)) { lab in
    let carousel = lab.link("carousel", in: .common) { _ in lab.spend(.milliseconds(1)) }
    lab.scroll(at: .milliseconds(2004), for: .seconds(1))
    lab.load("parse", every: .milliseconds(701), takes: .milliseconds(20))
    lab.advance(to: .seconds(6))
    lab.expect(carousel, \.starved == 0)
    lab.expect(carousel, \.dropped <= 8)
  }
}

@Test func `the list scrolls evenly while images return`() {
  Laboratory.test(display: .hertz(120)) { lab in
    let list = lab.link("list", in: .common) { _ in lab.spend(.milliseconds(2)) }
    lab.scroll(at: .milliseconds(504), for: .seconds(3))
    lab.load("images", every: .milliseconds(91), takes: .milliseconds(1))
    lab.advance(to: .seconds(4))
    lab.expect(list, \.dropped == 0)
  }
}

@Test func `the spinner turns while a file is opened in chunks`() {
  Laboratory.test(display: .hertz(60)) { lab in
    let spinner = lab.link("spinner", in: .common) { _ in lab.spend(.milliseconds(1)) }
    lab.load("open", every: .milliseconds(11), takes: .milliseconds(6))
    lab.advance(to: .seconds(2))
    lab.expect(spinner, \.longestGap <= .milliseconds(34))
  }
}

@Test(arguments: [60, 120] as [Int64])
func `the game is equally fast on a display`(hertz: Int64) {
  Laboratory.test(display: .hertz(hertz)) { lab in
    var place = 0.0
    let ball = lab.link("ball", in: .common) { tick in
      place = 300 * (tick.target / .seconds(1))
      lab.spend(.milliseconds(2))
    }
    lab.advance(to: .seconds(2))
    lab.expect(ball, \.doubleFires == 0)
    #expect(place > 590 && place < 615)
  }
}

@Test func `The ball never jumps`() {
  Laboratory.test(display: .hertz(60)) { lab in
    let ball = lab.timer("ball", every: .seconds(1) / 60, in: .common) { _ in
      lab.spend(.milliseconds(2))
    }
    lab.load("network", at: .milliseconds(504), takes: .milliseconds(12))
    lab.advance(to: .seconds(2))
    lab.expect(ball, \.doubleFires == 0)
    lab.expect(ball, \.dropped <= 1)
  }
}
