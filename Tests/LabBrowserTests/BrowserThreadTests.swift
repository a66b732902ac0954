import LabBrowser
import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import Testing

@Suite struct `A browser's thread on a loop of one's own` {
  private final class Log {
    var begins: [String] = []
  }

  private let world = World()
  private let log = Log()

  private func loop(_ browser: TaskRules.Browser = .chromium) -> SimulatedRunLoop {
    let loop = SimulatedRunLoop(in: world)
    _ = BrowserThread(TaskRules(browser).without(.costs) ?? TaskRules(browser), in: loop)
    return loop
  }

  private func port(
    _ name: String, in loop: SimulatedRunLoop, takes cost: Duration = .milliseconds(1)
  ) -> SimulatedRunLoop.Port {
    let port = loop.makePort(name, capacity: .max) { [log] loop, _ in
      log.begins.append("\(name) \(loop.world.now)")
      loop.world.spend(cost)
    }
    loop.add(port, to: .common)
    return port
  }

  private func timer(
    _ name: String, at milliseconds: Int, in loop: SimulatedRunLoop
  ) -> SimulatedRunLoop.Timer {
    let timer = loop.makeTimer(name, at: .milliseconds(milliseconds)) { [log] loop, _ in
      log.begins.append("\(name) \(loop.world.now)")
    }
    loop.add(timer, to: .common)
    return timer
  }

  /// In Chromium a timer gets its place when the thread looks, behind all that was posted before.
  @Test(arguments: [
    (TaskRules.Browser.chromium, ["a", "b", "ball", "c"]), (.firefox, ["a", "ball", "b", "c"]),
  ])
  func `serves ports and timers in the order of its rules`(
    browser: TaskRules.Browser, order: [String]
  ) {
    let loop = loop(browser)
    let ports = ["a", "b", "c"].map { port($0, in: loop, takes: .milliseconds(10)) }
    _ = timer("ball", at: 5, in: loop)
    for (index, port) in ports.enumerated() {
      world.at(.milliseconds([0, 6, 15][index]), "message") { _ in loop.ring(port) }
    }
    loop.run(.default, for: .milliseconds(100))
    #expect(log.begins.map { String($0.prefix { $0 != " " }) } == order)
  }

  /// A timer that is invalid while it waits leaves no task behind, and none to what has its row.
  @Test func `forgets timers that are invalid`() {
    let loop = loop()
    let first = timer("first", at: 5, in: loop)
    let second = timer("second", at: 5, in: loop)
    let busy = loop.makePort("busy") { loop, _ in loop.world.spend(.milliseconds(10)) }
    let after = loop.makePort("after") { [self] loop, _ in
      for timer in [first, second] { loop.invalidate(timer) }
      _ = timer("third", at: 30, in: loop)
    }
    for port in [busy, after] { loop.add(port, to: .common) }
    world.at(.start, "message") { _ in loop.ring(busy) }
    world.at(.milliseconds(1), "message") { _ in loop.ring(after) }
    loop.run(.default, for: .milliseconds(100))
    #expect(log.begins == ["third \(Instant.milliseconds(30))"])
  }

  /// A callback lets go of the display, so that the next link is not called.
  @Test(arguments: TaskRules.Browser.allCases)
  func `outlives its display in the midst of a frame`(browser: TaskRules.Browser) {
    let loop = SimulatedRunLoop(in: world)
    let thread = BrowserThread(TaskRules(browser), in: loop)
    var display: Display? = Display(Panel(rate: .hertz(60)), in: world)
    display?.schedule(by: PageFrames(of: thread, period: .milliseconds(16)) { false })
    for name in ["one", "two", "three"] {
      guard let shown = display else { continue }
      let link = DisplayLink(name, in: loop, on: shown) { [log] _ in
        log.begins.append(name)
        if log.begins.count == 5 { display = nil }
      }
      link.add(to: .common)
    }
    loop.run(.default, for: .milliseconds(100))
    #expect(log.begins == ["one", "two", "three", "one", "two"] && world.failure == nil)
  }
}
