import LoopScenarios
import Testing

@Suite struct `Every conformance scenario` {
  @Test func `has a timeline`() throws {
    let cases = try ConformanceCase.all()
    // All of the catalogue's scenarios but two, which need timers of Foundation, and seven more.
    #expect(cases.count == 149 + 7 + 7)
    #expect(Set(cases.map(\.id)).count == cases.count)
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
