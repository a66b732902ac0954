import LabPhysics
import LabTesting
import Testing

/// Crates that a test author's own code steps by the ticks that it is given.
private final class Game {
  private(set) var scene = SceneRecipe(.crates).scene
  private(set) var stepping: Stepping
  private(set) var simulated: Int64 = 0
  private var start: Duration?

  init(_ policy: Stepping.Policy, _ ticks: any TickSource) {
    stepping = Stepping(policy)
    ticks.start { [unowned self] tick in
      let elapsed = tick.timestamp - (start ?? tick.timestamp)
      start = start ?? tick.timestamp
      for length in stepping.advance(to: Int64(elapsed / .nanoseconds(1))) {
        scene.step(nanoseconds: length)
        simulated += length
      }
    }
  }
}

@Suite struct `The repeatability of a simulation` {
  private func expectRepeatability(of policy: Stepping.Policy) {
    Laboratory.expectRepeatability(for: .seconds(1)) {
      Game(policy, $0)
    } progress: {
      $0.simulated
    } state: {
      $0.scene.world.fingerprint
    }
  }

  @Test(arguments: [Stepping.Policy.fixed(.listing), .interpolated(StepGrid(90))])
  func `holds for fixed steps`(_ policy: Stepping.Policy) {
    #expect(allReports { expectRepeatability(of: policy) }.isEmpty)
  }

  @Test(arguments: [Stepping.Policy.variable, .semiFixed(atMost: 5_000_000)])
  func `does not hold for steps that follow the ticks`(_ policy: Stepping.Policy) throws {
    let reports = reports { expectRepeatability(of: policy) }
    #expect(reports.count == 1)
    #expect(try #require(reports.first).contains("does not repeat with"))
  }

  @Test func `needs an equal progress somewhere`() throws {
    final class Counter {
      let number: Int
      var ticks = 0
      init(_ source: any TickSource, number: Int) {
        self.number = number
        source.start { [unowned self] _ in ticks += 1 }
      }
    }
    var made = 0
    let text = reports {
      Laboratory.expectRepeatability(for: .seconds(1)) { ticks -> Counter in
        made += 1
        return Counter(ticks, number: made)
      } progress: { (counter: Counter) in
        counter.number * 1000 + counter.ticks
      } state: { counter in
        counter.ticks
      }
    }
    #expect(try #require(text.first).contains("none of its 61 states"))
    #expect(made == 2)
  }
}
