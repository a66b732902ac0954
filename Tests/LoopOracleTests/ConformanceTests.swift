import Foundation
import LoopScenarios
import TestSupport
import Testing

@Suite struct `Every conformance scenario` {
  @Test func `has a name of its own, and is counted in the overview`() throws {
    let cases = try ConformanceCase.all()
    #expect(Set(cases.map(\.id)).count == cases.count)
    let overview = try String(
      contentsOf: Checkout.root.appending(path: "README.md"), encoding: .utf8)
    #expect(overview.contains(" \(cases.count) directed scenarios"))
  }

  @Test func `reads back from its own text`() throws {
    for item in try ConformanceCase.all() {
      #expect(try ScenarioParser.parse(item.scenario.description) == item.scenario)
    }
  }

  @Test(arguments: try ConformanceCase.all())
  func `gives the recorded timeline on the simulated loop`(_ item: ConformanceCase) {
    #expect(SimulatedLoop.play(item.scenario).description == item.timeline, "\(item.scenario)")
  }

  #if os(Linux)
    @Test func `gives the recorded timeline on the real loop`() throws {
      let cases = try ConformanceCase.all()
      let timelines = try RealLoopProcess.play(cases.map(\.scenario))
      try #require(timelines.count == cases.count)
      for (item, timeline) in zip(cases, timelines) {
        #expect(timeline == item.timeline, "\(item.testDescription)\n\(item.scenario)")
      }
    }
  #endif
}
