import LabDisplay
import LabExperiment
import LabKernel
import LabLanguage
import LabWorkload
import Testing

@Suite struct `A plan` {
  private static let script = """
    display {rate}
    run 1 s
    repeat 2, seed 11
    sweep rate = 60 Hz, 50 Hz
    sweep cost = 1 ms, 2 ms, 3 ms
    arm timer
      timer ball every 16 ms phase 0.5 in default takes {cost}
    arm link
      link ball in default takes {cost}
    """

  @Test func `goes through sweep points, then replications, then arms`() throws {
    let plan = try Fixture.experiment(Self.script).plan()
    #expect(plan.count == 24)
    #expect(plan.map(\.index) == Array(0..<24))
    let lines = plan.prefix(6).map { run in
      let point = run.point.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
      return "\(point) \(run.replication) \(run.arm)"
    }
    #expect(
      lines == [
        "rate=60 Hz cost=1 ms 0 timer", "rate=60 Hz cost=1 ms 0 link",
        "rate=60 Hz cost=1 ms 1 timer", "rate=60 Hz cost=1 ms 1 link",
        "rate=60 Hz cost=2 ms 0 timer", "rate=60 Hz cost=2 ms 0 link",
      ])
  }

  @Test func `puts the values of its sweep point in every place`() throws {
    let run = try Fixture.experiment(Self.script).plan()[20]
    #expect(run.scenario.panel.rate == .hertz(50))
    #expect(run.scenario.drivers.map(\.cost) == [.constant(.milliseconds(3))])
    let source = Driver.Source.timer(
      interval: .milliseconds(16), firstFire: .milliseconds(10), tolerance: .zero)
    #expect(run.scenario.drivers.map(\.source) == [source])
  }

  @Test func `gives the same draws to all arms and sweep points of a replication`() throws {
    let plan = try Fixture.experiment(Self.script).plan()
    let seeds = Set(plan.map { [UInt64($0.replication), $0.seed] })
    #expect(seeds.count == 2)
  }

  @Test func `keeps the seed for the first replication, so that it can be repeated alone`() throws {
    let experiment = try Fixture.experiment(Self.script)
    #expect(try experiment.plan()[0].seed == 11)
    #expect(
      try experiment.plan(seed: 5, replications: 3).filter { $0.replication == 0 }
        .allSatisfy { $0.seed == 5 })
  }

  @Test func `has as many replications as it is told`() throws {
    #expect(try Fixture.experiment(Self.script).plan(replications: 7).count == 84)
  }

  @Test func `is refused beyond a million runs`() throws {
    let experiment = try Fixture.experiment(Self.script)
    #expect(throws: ScriptError.self) { try experiment.plan(replications: .max) }
  }

  @Test func `takes other values for a sweep`() throws {
    let experiment = try Fixture.experiment(Self.script, overriding: [("cost", "4 ms")])
    #expect(try experiment.plan().count == 8)
    #expect(try experiment.plan()[0].scenario.drivers[0].cost == .constant(.milliseconds(4)))
  }

  @Test func `says where a value that was set is wrong`() throws {
    let error = #expect(throws: ScriptError.self) {
      try Fixture.experiment(Self.script, overriding: [("cost", "4")])
    }
    #expect(error?.description.hasPrefix("--set:1:6: error: '4' has no unit.") == true)
  }

  @Test func `knows no sweep that the script does not declare`() throws {
    let error = #expect(throws: ScriptError.self) {
      try Fixture.experiment(Self.script, overriding: [("cosst", "4 ms")])
    }
    #expect(
      error?.description
        == """
        --set:1:1: error: 'test.lab' has no sweep 'cosst'. Did you mean 'cost'?
        cosst=4 ms
        ^
        """)
  }
}
