#if os(Linux)
  import Foundation
  import LoopScenarios
  import TestSupport
  import Testing

  /// The recorder on the real loop in virtual time, beside what the simulated loop does.
  @Suite struct `The recorder` {
    /// What a recorder tells of the first random scenarios.
    private static let first = Result {
      let scenarios = (0..<60).map { ScenarioGenerator.scenario($0, seed: 1) }
      return (scenarios, recorded: try RealLoopProcess.play(scenarios, isRecorded: true))
    }

    @Test(arguments: FuzzBatch.all(Count("to the nanosecond what").whole))
    func `tells to the nanosecond what the simulated loop does`(_ batch: FuzzBatch) throws {
      let scenarios = batch.numbers.map { ScenarioGenerator.scenario($0, seed: batch.seed) }
      let recorded = try RealLoopProcess.play(scenarios, isRecorded: true)
      try #require(recorded.count == scenarios.count)
      var timers = 0
      for (scenario, recorded) in zip(scenarios, recorded) {
        var (recorded, simulated) = (recorded, SimulatedLoop.record(scenario).description)
        if scenario.tellsTimers {
          timers += recorded.components(separatedBy: ",timer").count - 1
        } else {
          (recorded, simulated) = (Self.withoutTimers(recorded), Self.withoutTimers(simulated))
        }
        #expect(
          recorded == simulated, "\(scenario)\nrecorded:  \(recorded)\nsimulated: \(simulated)")
      }
      #expect(timers > batch.numbers.count / 10)
    }

    @Test func `tells the same in every repetition`() throws {
      let (scenarios, first) = try Self.first.get()
      #expect(first.contains { $0.contains("ended(") && $0.contains(",2)") })
      for _ in 0..<2 {
        let again = try RealLoopProcess.play(Array(scenarios.prefix(40)), isRecorded: true)
        #expect(again == Array(first.prefix(40)))
      }
    }

    @Test func `calls what belongs to the main actor, as its article shows`() throws {
      let outcome = try BuiltProgram(named: "realloop").run(["--article"])
      // On a busy machine more than three steps are done when the loop returns.
      #expect(outcome.output.contains(/^\d+ steps, 1 parsed\n$/), "\(outcome.output)")
    }

    /// What the recorder tells is another thing than it would be with the mistake.
    @Test(arguments: ["observers of order 0", "no depth", "no exits"])
    func `would be noticed if it had`(_ mistake: String) throws {
      let (scenarios, told) = try Self.first.get()
      let recorded = told.map(Self.withoutTimers)
      let wrong = scenarios.map { scenario in
        let isFirst = mistake == "observers of order 0"
        let right = SimulatedLoop.record(scenario, orders: isFirst ? (0, 0) : (.min, .max))
        let text = Self.withoutTimers(right.description)
        return switch mistake {
        case "no depth": text.replacing(/,[2-9]\)/, with: ",1)")
        case "no exits": text.replacing(/\ (first|last)\(X[^)]*\)/, with: "")
        default: text
        }
      }
      #expect(zip(recorded, wrong).count { $0 != $1 } > 6)
    }

    private static func withoutTimers(_ text: String) -> String {
      text.replacingOccurrences(of: ",timer", with: "")
    }
  }

  extension Scenario {
    /// Whether a timer's firing can be told by the date of the first timer: no callout runs the
    /// loop again, and no date changes but by firing.
    fileprivate var tellsTimers: Bool {
      let inner = items.flatMap { $0.reactions.map(\.action) } + events.flatMap(\.actions)
      return (inner + program).allSatisfy { action in
        switch action {
        case .setDate, .add, .remove, .invalidate: false
        case .run, .foundation: !inner.contains(action)
        default: true
        }
      }
    }
  }
#endif
