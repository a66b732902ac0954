import LabDisplay
import LabKernel
import LabLoop
import LabMotion
import LabTrace
import LabWorkload
import Testing

@Suite struct `An action under way` {
  /// The milliseconds at which a driver calls back within 95 ms, on a display of 100 Hz.
  private func times(_ driver: Driver, _ actions: [(DriverAction.Kind, Int)]) throws -> [Double] {
    let scenario = Scenario(
      panel: Panel(rate: .hertz(100)), duration: .milliseconds(95), drivers: [driver],
      actions: actions.map { DriverAction($0.0, "ball", at: .milliseconds($0.1)) })
    let trace = try Stage(scenario, seed: 1).run()
    return trace.records.filter {
      $0.kind == .calloutBegan && trace.names[Int($0.subject)] == "ball"
    }
    .map { Double($0.time.nanoseconds) / 1e6 }
  }

  @Test func `pauses a link and lets it go on`() throws {
    #expect(
      try times(.link(), [(.pause, 25), (.resume, 65)]) == [0, 10, 20, 70, 80, 90])
  }

  @Test func `pauses a timer, which then counts as long as from its start`() throws {
    let timer = Driver.timer(every: .milliseconds(10), first: .milliseconds(13))
    #expect(
      try times(timer, [(.pause, 24), (.pause, 26), (.resume, 50), (.resume, 52)])
        == [13, 23, 63, 73, 83, 93])
  }

  @Test func `resumes a timer within the callback that it was paused in`() throws {
    let timer = Driver.timer(every: .milliseconds(10), takes: .milliseconds(6))
    #expect(
      try times(timer, [(.pause, 21), (.resume, 24)])
        == [10, 20, 34, 44, 54, 64, 74, 84, 94])
    #expect(try times(timer, [(.pause, 21)]) == [10, 20])
  }

  @Test func `brings back no timer that has fired for good`() throws {
    let once = Driver.timer(every: .zero, first: .milliseconds(20))
    #expect(try times(once, [(.pause, 10), (.resume, 30)]) == [50])
    #expect(try times(once, [(.pause, 25), (.resume, 30)]) == [20])
  }

  @Test func `takes a link or a timer out for ever`() throws {
    #expect(try times(.link(), [(.invalidate, 25)]) == [0, 10, 20])
    #expect(try times(.timer(every: .milliseconds(30)), [(.invalidate, 65)]) == [30, 60])
  }

  @Test func `outlives the driver whose motion is started again`() throws {
    let animation = Animation(along: .linear, over: .milliseconds(20), by: .timestamp)
    var link = Driver.link()
    link.motion = Motion(
      .animation(animation, from: 0, to: 1), starts: [.start, .milliseconds(60)])
    #expect(try times(link, [(.invalidate, 25)]).allSatisfy { $0 < 25 })
  }

  @Test func `happens to no driver of another name`() throws {
    var link = Driver.link()
    link.name = "other"
    #expect(try times(link, [(.pause, 25)]).isEmpty)
  }
}

@Suite struct `A thread that shares its processor` {
  @Test func `takes longer for all work, but wakes up as late as before`() throws {
    let scenario = Scenario(
      panel: Panel(rate: .hertz(100)), duration: .milliseconds(50),
      wakeUpDelay: .constant(.milliseconds(1)), stretch: 1.5,
      loads: [.work(.at([.milliseconds(10)]), takes: .milliseconds(4))],
      drivers: [.timer(every: .milliseconds(30), takes: .milliseconds(2))])
    let trace = try Stage(scenario, seed: 1).run()
    let times = trace.records.filter { [.taskBegan, .taskEnded].contains($0.kind) }
      .map { $0.time.nanoseconds / 1000 }
    #expect(times == [11_000, 17_000])
    let timer = trace.records.filter {
      [.calloutBegan, .calloutEnded].contains($0.kind) && trace.names[Int($0.subject)] == "ball"
    }
    #expect(timer.map { $0.time.nanoseconds / 1000 } == [31_000, 34_000])
  }
}
