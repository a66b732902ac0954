import LabKernel
import LabLoop
import Testing

/// The expected times are those of F05 and F06 of the catalogue's scenarios, or follow from the
/// rule.
@Suite struct `A timer of Foundation` {
  private let world = World()

  private func makeLoop(_ profile: Profile) -> FoundationRunLoop {
    FoundationRunLoop(SimulatedRunLoop(in: world, profile: profile, isMain: false))
  }

  /// Notes in milliseconds when something happened.
  private final class Log {
    var times: [Double] = []

    func note(_ timer: FoundationRunLoop.Timer) {
      times.append(Double(timer.loop.world.now.nanoseconds) / 1e6)
    }
  }

  @Test(arguments: [(Profile.linux, [0, 10, 20]), (.darwin, [10, 20])])
  func `made from an interval fires at once on Linux alone`(_ profile: Profile, _ times: [Double]) {
    let (runLoop, log) = (makeLoop(profile), Log())
    let timer = FoundationRunLoop.Timer(
      timeInterval: .milliseconds(10), repeats: true, on: runLoop, block: log.note)
    runLoop.add(timer, forMode: .default)
    runLoop.run(until: .milliseconds(25))
    #expect(log.times == times)
    #expect(world.now == .nanoseconds(25_000_001))
  }

  @Test func `ends a run when the clock in microseconds shows the limit`() {
    // F05: the real date lies a hair past 25 ms, so runs repeat until the clock shows 25.001 ms.
    let runLoop = makeLoop(.linux)
    FoundationRunLoop.Timer.scheduledTimer(
      withTimeInterval: .seconds(1), repeats: true, on: runLoop
    ) { _ in }
    runLoop.run(until: .nanoseconds(25_000_001))
    #expect(world.now == .microseconds(25_001))
  }

  @Test(arguments: [Profile.linux, .darwin])
  func `that is scheduled waits for its interval`(_ profile: Profile) {
    let (runLoop, log) = (makeLoop(profile), Log())
    FoundationRunLoop.Timer.scheduledTimer(
      withTimeInterval: .milliseconds(10), repeats: false, on: runLoop, block: log.note)
    runLoop.run()
    #expect(log.times == [10])
  }

  @Test(arguments: [
    (Profile.linux, Duration.zero), (.darwin, .microseconds(100)),
  ])
  func `has an interval of zero replaced on Darwin alone`(_ profile: Profile, _ step: Duration) {
    let timer = FoundationRunLoop.Timer(
      fire: .start, interval: .zero, repeats: true, on: makeLoop(profile)
    ) { _ in }
    #expect(timer.timeInterval == step)
  }

  @Test func `forgets its interval if it does not repeat`() {
    let timer = FoundationRunLoop.Timer(
      timeInterval: .milliseconds(10), repeats: false, on: makeLoop(.darwin)
    ) { _ in }
    #expect(timer.timeInterval == .zero)
  }

  @Test func `fires by hand beside its schedule`() {
    let (runLoop, log) = (makeLoop(.linux), Log())
    let timer = FoundationRunLoop.Timer(
      fire: .milliseconds(10), interval: .milliseconds(10), repeats: true, on: runLoop,
      block: log.note)
    runLoop.add(timer, forMode: .default)
    world.at(.milliseconds(4), "wake") { _ in
      runLoop.perform { timer.fire() }
      runLoop.loop.wakeUp()
    }
    #expect(runLoop.run(mode: .default, before: .milliseconds(5)))
    #expect(timer.fireDate == .milliseconds(10))
    runLoop.run(until: .milliseconds(25))
    #expect(log.times == [4, 10, 20])
  }

  @Test func `is invalid after it fired by hand without repeating`() {
    let log = Log()
    let timer = FoundationRunLoop.Timer(
      fire: .seconds(1), interval: .zero, repeats: false, on: makeLoop(.linux), block: log.note
    )
    timer.fire()
    timer.fire()
    #expect(log.times == [0])
    #expect(!timer.isValid)
    #expect(timer.fireDate == .start)
  }

  @Test func `moves its phase with its date`() {
    let (runLoop, log) = (makeLoop(.darwin), Log())
    let timer = FoundationRunLoop.Timer.scheduledTimer(
      withTimeInterval: .milliseconds(10), repeats: true, on: runLoop, block: log.note)
    timer.fireDate = .milliseconds(13)
    runLoop.run(until: .milliseconds(25))
    #expect(log.times == [13, 23])
    timer.invalidate()
    #expect(runLoop.limitDate(forMode: .default) == nil)
  }

  @Test(arguments: [(Profile.linux, Duration.zero), (.darwin, .milliseconds(5))])
  func `has a tolerance of at most half its interval`(_ profile: Profile, _ tolerance: Duration) {
    let timer = FoundationRunLoop.Timer.scheduledTimer(
      withTimeInterval: .milliseconds(10), repeats: true, on: makeLoop(profile)
    ) { _ in }
    timer.tolerance = .milliseconds(8)
    #expect(timer.tolerance == tolerance)
  }
}
