#if os(Linux)
  import LoopScenarios
  import Testing

  /// A scenario whose timelines on the two loops differ.
  struct Difference: CustomStringConvertible {
    let scenario: Scenario
    let real: String
    let simulated: String

    /// Returns those of some scenarios that differ.
    static func all(
      in scenarios: [Scenario], playing play: (Scenario) -> Timeline = { SimulatedLoop.play($0) }
    ) throws -> [Difference] {
      let real = try RealLoopProcess.play(scenarios)
      try #require(real.count == scenarios.count)
      return zip(scenarios, real).compactMap { scenario, real in
        let simulated = play(scenario).description
        return real == simulated
          ? nil : Difference(scenario: scenario, real: real, simulated: simulated)
      }
    }

    /// Returns the difference in the simplest scenario that can be had by taking things away.
    func shrunk(
      playing play: (Scenario) -> Timeline = { SimulatedLoop.play($0) }
    ) throws -> Difference {
      var smallest = self
      while let smaller = try Self.all(in: smallest.scenario.simpler, playing: play).first {
        smallest = smaller
      }
      return smallest
    }

    /// The scenario, and both timelines around the first place where they differ.
    var description: String {
      let (real, simulated) = (real.split(separator: " "), simulated.split(separator: " "))
      let common = zip(real, simulated).prefix { $0 == $1 }.count
      func excerpt(_ words: [Substring]) -> String {
        let range = max(0, common - 40)..<min(words.count, common + 20)
        return (range.lowerBound > 0 ? "… " : "") + words[range].joined(separator: " ")
          + (range.upperBound < words.count ? " …" : "")
      }
      return "\n\(scenario)\nreal:      \(excerpt(real))\nsimulated: \(excerpt(simulated))"
    }
  }
#endif
