import LabLoop
import LoopScenarios
import Testing

@Suite struct `Every mutant of a rule` {
  // Release builds have no mutants.
  #if DEBUG
    @Test(arguments: Mutant.allCases)
    func `changes the timeline of some scenario`(_ mutant: Mutant) throws {
      var profile = Profile.linux
      profile.mutant = mutant
      #expect(try isNoticed(profile))
    }
  #endif

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

  #if os(Linux) && DEBUG
    @Test func `is noticed among random scenarios, and shrunk to what shows it`() throws {
      var profile = Profile.linux
      profile.mutant = .stopsAllRuns
      let scenarios = (0..<200).map { ScenarioGenerator.scenario($0, seed: 1) }
      let difference = try #require(Difference.all(in: scenarios, profile: profile).first)
      let shrunk = try difference.shrunk(profile: profile)
      #expect(shrunk.real != shrunk.simulated)
      #expect(shrunk.description.split(separator: "\n").count <= 8, "\(shrunk)")
    }
  #endif
}
