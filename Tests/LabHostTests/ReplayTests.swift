import LabDisplay
import LabHost
import LabKernel
import LabLoop
import LabTrace
import LabWorkload
import Testing

@Suite struct `The replay of a run` {
  private static let plan = Scenario(
    panel: Panel(rate: .hertz(60)), duration: .seconds(2),
    loads: [
      Load(
        name: "task",
        tasks: .drawn(
          .every(.milliseconds(97), first: .start), takes: .constant(.milliseconds(20))),
        delivery: .mainQueue, modes: [.common])
    ],
    drivers: [
      Driver(
        name: "link", source: .link(), modes: [.common], cost: .constant(.milliseconds(1)))
    ])

  private static func callouts(_ scenario: Scenario) throws -> [Instant] {
    try Stage(scenario, seed: 1).run().records.filter { $0.kind == .calloutBegan }.map(\.time)
  }

  @Test func `has the vsyncs, arrivals and durations of the run`() throws {
    var real = Self.plan
    real.panel = Panel(rate: .hertz(60), jitter: .milliseconds(4))
    real.loads[0].tasks = .drawn(
      .every(.milliseconds(97), first: .milliseconds(3)), takes: .constant(.milliseconds(27)))
    let replay = Self.plan.replaying(try Stage(real, seed: 1).run())
    #expect(try Self.callouts(replay) == Self.callouts(real))
    #expect(try Self.callouts(Self.plan) != Self.callouts(real))
  }

  @Test(arguments: HostSource.allCases)
  func `and the plan have the law of their source`(_ source: HostSource) {
    var scenario = Self.plan
    scenario.drivers[0].source = .timer(interval: .milliseconds(10))
    let isTold = ![HostSource.timer, .task].contains(source)
    #expect(
      scenario.onThisHost(by: source).drivers[0].source
        == .timer(interval: .milliseconds(10), catchUp: isTold ? .skip : .coalesce))
  }
}
