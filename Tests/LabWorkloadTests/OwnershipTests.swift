import LabBrowser
import LabDisplay
import LabKernel
import LabLoop
import LabMotion
import LabTrace
import LabWorkload
import Testing

@Suite struct `A loop that outlives its stage` {
  private static let moving = Motion(
    .animation(Animation(along: .linear, over: .milliseconds(80), by: .now), from: 0, to: 1),
    starts: [.milliseconds(20), .milliseconds(40)])

  private static func scenario(_ name: String) -> Scenario {
    var scenario = Scenario(
      panel: Panel(rate: .hertz(60)), duration: .milliseconds(100),
      drivers: [
        Driver(name: "timer", source: .timer(interval: .milliseconds(10)), modes: [.common]),
        Driver(name: "link", source: .link(), modes: [.common]),
      ])
    switch name {
    case "motion": for place in 0..<2 { scenario.drivers[place].motion = moving }
    case "gesture":
      scenario.gestures = [
        Gesture(
          name: "scroll", begins: .milliseconds(20), lasts: .milliseconds(40),
          moves: .milliseconds(5))
      ]
    case "action":
      scenario.actions = [DriverAction(.invalidate, "link", at: .milliseconds(30))]
    case "run-loop": break
    default:
      guard let browser = TaskRules.Browser(rawValue: name) else {
        Issue.record("there is no browser '\(name)'")
        break
      }
      scenario.browser = TaskRules(browser)
    }
    return scenario
  }

  @Test(arguments: ["run-loop", "chromium", "firefox-esr153", "motion", "gesture", "action"])
  func `goes on without what the stage had made`(name: String) {
    var stage: Stage? = Stage(Self.scenario(name), seed: 1)
    stage?.loop.advance(to: .milliseconds(17))
    // What is due meanwhile waits in the loop when the stage goes.
    stage?.world.spend(.milliseconds(20))
    let (recorder, loop) = (stage?.recorder, stage?.loop)
    weak let gone = stage
    stage = nil
    #expect(gone == nil)
    let count = recorder?.trace.records.count ?? 0
    loop?.advance(to: .milliseconds(200))
    #expect(loop?.world.now == .milliseconds(200) && loop?.world.failure == nil)
    let later = recorder?.trace.records.dropFirst(count) ?? []
    #expect(!later.contains { $0.kind == .calloutBegan || $0.kind == .input })
  }

  @Test func `lets go of the stage in the midst of a callback`() {
    var stage: Stage? = Stage(Self.scenario("run-loop"), seed: 1)
    let loop = stage?.loop
    let timer = loop?.makeTimer("end", at: .milliseconds(25)) { _, _ in stage = nil }
    if let timer { loop?.add(timer, to: .common) }
    loop?.advance(to: .milliseconds(100))
    #expect(stage == nil && loop?.world.failure == nil)
  }
}

@Suite struct `A driver` {
  @Test func `has the trace's index that its source was declared with`() throws {
    // The name is taken by a load, which is made later but has the same name in the script.
    let stage = Stage(
      Scenario(
        panel: Panel(rate: .hertz(60)), duration: .milliseconds(50),
        loads: [.work(.at([.start]), takes: .milliseconds(1), by: .port, named: "ball")],
        drivers: [Driver(name: "ball", source: .link(), modes: [.common])]), seed: 1)
    let trace = try stage.run()
    #expect(TraceContract.violations(of: trace) == [])
    #expect(trace.names.contains("ball 2"))
  }
}
