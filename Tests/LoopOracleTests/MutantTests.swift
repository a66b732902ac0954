import LabLoop
import LoopScenarios
import Testing

@Suite struct `Every mutant of a rule` {
  @Test(arguments: Mutant.allCases)
  func `changes the timeline of some scenario`(_ mutant: Mutant) throws {
    let wrong = Self.plainLoop(mutant)
    #expect(try Self.timelines.get().contains { wrong($0.scenario) != $0.right })
  }

  /// The scenarios of the conformance cases, and what the second statement says of each.
  private static let timelines = Result {
    try ConformanceCase.all().map { (scenario: $0.scenario, right: plainLoop()($0.scenario)) }
  }

  @Test func `such as a cancelled alarm changes the timeline of some scenario`() throws {
    var profile = Profile.linux
    profile.cancelsAlarmWithLastTimer = true
    #expect(
      try Self.timelines.get().map(\.scenario).contains {
        SimulatedLoop.play($0, profile: profile) != SimulatedLoop.play($0)
      })
  }

  #if os(Linux)
    @Test func `is noticed among random scenarios, and shrunk to what shows it`() throws {
      let play = Self.plainLoop(.stopsAllRuns)
      let scenarios = (0..<200).map { ScenarioGenerator.scenario($0, seed: 1) }
      let difference = try #require(Difference.all(in: scenarios, playing: play).first)
      let shrunk = try difference.shrunk(playing: play)
      #expect(shrunk.real != shrunk.simulated)
      #expect(shrunk.description.split(separator: "\n").count <= 8, "\(shrunk)")
    }
  #endif

  /// The second statement of the rules, with a mistake in it.
  private static func plainLoop(_ mutant: Mutant? = nil) -> (Scenario) -> Timeline {
    { PlainLoop.play($0, on: PlainLoop.Platform(isDarwin: false, mutant: mutant)) }
  }
}
