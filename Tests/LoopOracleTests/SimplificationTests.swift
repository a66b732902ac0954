import LabLoop
import LoopScenarios
import Testing

@Suite struct `Every simplification of a rule` {
  @Test(arguments: Mutant.allCases)
  func `changes the timeline of some scenario`(_ simplification: Mutant) throws {
    var profile = Profile.linux
    profile.simplification = simplification
    #expect(try isNoticed(profile))
  }

  @Test func `such as a cancelled alarm changes the timeline of some scenario`() throws {
    var profile = Profile.linux
    profile.cancelsAlarmWithLastTimer = true
    #expect(try isNoticed(profile))
  }

  /// Whether the scenarios of this suite tell a loop from the true one.
  private func isNoticed(_ profile: Profile) throws -> Bool {
    let directed = try ConformanceCase.all().map(\.scenario)
    return directed.contains {
      SimulatedLoop.play($0, profile: profile) != SimulatedLoop.play($0)
    }
  }

  #if os(Linux)
    @Test func `is noticed among random scenarios, and shrunk to what shows it`() throws {
      var profile = Profile.linux
      profile.simplification = .stopsAllRuns
      let scenarios = (0..<200).map { ScenarioGenerator.scenario($0, seed: 1) }
      let difference = try #require(Difference.all(in: scenarios, profile: profile).first)
      let shrunk = try difference.shrunk(profile: profile)
      #expect(shrunk.real != shrunk.simulated)
      #expect(shrunk.description.split(separator: "\n").count <= 8, "\(shrunk)")
    }
  #endif
}
