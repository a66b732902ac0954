import LabDisplay
import LabHost
import LabKernel
import LabLoop
import LabWorkload
import Testing

@Suite struct `What the host cannot perform` {
  private static func scenario(_ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
    var scenario = Scenario(
      panel: Panel(rate: .hertz(60)), duration: .seconds(2),
      loads: [
        Load(
          name: "noise",
          tasks: .drawn(
            .every(.milliseconds(100), first: .start), takes: .constant(.milliseconds(20))),
          delivery: .port, modes: [.common])
      ],
      gestures: [Gesture(name: "scroll", begins: .start, lasts: .seconds(1))],
      drivers: [
        Driver(name: "ball", source: .timer(interval: .milliseconds(10)), modes: [.common]),
        Driver(name: "link", source: .link(), modes: [.common]),
      ])
    change(&scenario)
    return scenario
  }

  private static func subjects(_ change: (inout Scenario) -> Void) -> [String?] {
    HostStage.obstacles(to: scenario(change)).map(\.subject)
  }

  @Test func `is nothing of a plain scenario`() {
    #expect(HostStage.obstacles(to: Self.scenario()) == [])
  }

  @Test func `is what describes a host`() {
    #expect(Self.subjects { $0.wakeUpDelay = .constant(.milliseconds(1)) } == [nil])
    #expect(Self.subjects { $0.stretch = 2 } == [nil])
    #expect(Self.subjects { $0.renderCost = .constant(.milliseconds(1)) } == [nil])
    #expect(Self.subjects { $0.panel = Panel(slowest: .hertz(24), fastest: .hertz(120)) } == [nil])
    #expect(Self.subjects { $0.duration = .seconds(601) } == [nil])
    #expect(Self.subjects { $0.actions = [DriverAction(.pause, "link", at: .start)] } == [nil])
  }

  @Test func `is a mode that a source of timers does not know`() {
    let scenario = Self.scenario { $0.drivers[0].modes = [.default] }
    #expect(HostStage.obstacles(to: scenario) == [])
    #expect(HostStage.obstacles(to: scenario, source: .task).map(\.subject) == ["ball"])
  }

  @Test func `is a mode or a delivery that a queue does not have`() {
    let plain = Self.scenario { $0.gestures = [] }
    #expect(HostStage.obstacles(to: plain, source: .loop) == [])
    #expect(HostStage.obstacles(to: plain, source: .dispatch).map(\.subject) == ["noise"])
    var scenario = Self.scenario { $0.loads[0].delivery = .mainQueue }
    #expect(HostStage.obstacles(to: scenario, source: .dispatch).map(\.subject) == ["scroll"])
    scenario.gestures = []
    #expect(HostStage.obstacles(to: scenario, source: .dispatchStrict) == [])
    scenario.drivers[1].modes = [.default]
    #expect(HostStage.obstacles(to: scenario, source: .task) == [])
    #expect(HostStage.obstacles(to: scenario, source: .loop).map(\.subject) == ["link"])
  }

  @Test func `is named by its driver, load or gesture`() {
    #expect(
      Self.subjects { $0.drivers[0].source = .timer(interval: .seconds(1), catchUp: .burst) }
        == ["ball"])
    #expect(Self.subjects { $0.drivers[1].source = .link(pace: .every(2)) } == ["link"])
    #expect(
      Self.subjects {
        $0.loads[0].tasks = .following(Following("other", takes: .constant(.zero)))
      } == ["noise"])
    #expect(Self.subjects { $0.gestures[0].kind = .tap } == ["scroll"])
    #expect(Self.subjects { $0.gestures[0].moves = .nanoseconds(1) } == ["scroll"])
  }

  @Test func `is told with the clause that is to be left out`() {
    func remedies(_ link: Driver.Source) -> [String] {
      HostStage.obstacles(to: Self.scenario { $0.drivers[1].source = link }).map(\.description)
    }
    for (pace, clause) in [
      (LinkPace.every(2), "every 2 refreshes"), (.preferred(.hertz(30)), "prefers 30 Hz"),
    ] {
      let told = remedies(.link(pace: pace))
      #expect(told.count == 1 && told[0].contains("Leave '\(clause)' out."), "\(told)")
    }
    #expect(remedies(.link(lateDelivery: .skip)).map { $0.contains("'policy'") } == [true])
    #expect(remedies(.link(lateDelivery: .offMain(.queue))).map { $0.contains("common") } == [true])
  }

  @Test func `is more than nine tenths of the time before all others`() {
    let busy = Self.scenario { $0.drivers[0].cost = .constant(.milliseconds(8)) }
    #expect(HostStage.obstacles(to: busy) == [])
    #expect(HostStage.obstacles(to: busy, isRealtime: true).count == 1)
    #expect(HostStage.obstacles(to: Self.scenario(), isRealtime: true) == [])
  }
}
