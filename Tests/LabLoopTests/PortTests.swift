import LabKernel
import LabLoop
import LabTrace
import Testing

@Suite struct `A port` {
  /// A loop with one port, which notes what its callouts answer.
  private final class Setting {
    let loop: SimulatedRunLoop
    private(set) var port: SimulatedRunLoop.Port?
    private(set) var answered: [Callback] = []

    init(_ profile: Profile, capacity: Int) {
      loop = SimulatedRunLoop(in: World(), profile: profile, isMain: false)
      let port = loop.makePort("p", capacity: capacity) { [unowned self] _, occasion in
        answered.append(occasion)
      }
      self.port = port
      loop.add(port, to: .default)
    }

    func ring(at times: Int...) throws {
      let port = try #require(port)
      for time in times {
        loop.world.at(.milliseconds(time), "ring") { [loop] _ in loop.ring(port) }
      }
    }
  }

  @Test func `lines up again by the age of its message, and nobody loses a place`() {
    let loop = SimulatedRunLoop(in: World(), profile: .darwin, isMain: false)
    var calls: [String] = []
    let ports = ["a", "x", "y"].map { name in loop.makePort(name) { _, _ in calls.append(name) } }
    for port in ports { loop.add(port, to: .default) }
    // Both messages of a are older than that of x; that of y is taken back, but y stays in line.
    for index in [0, 0, 1, 2] { loop.ring(ports[index]) }
    loop.drain(ports[2])
    loop.world.at(.milliseconds(5), "ring") { [loop] _ in loop.ring(ports[2]) }
    loop.run(.default, for: .milliseconds(10))
    #expect(calls == ["a", "a", "x", "y"])
  }

  @Test(arguments: [
    // R72: Darwin queues messages up to the port's limit, Linux keeps one.
    (Profile.darwin, [1, 2, 3]), (.linux, [1]),
  ])
  func `answers as many rings as its platform queues`(_ profile: Profile, _ times: [Int]) throws {
    let setting = Setting(profile, capacity: 3)
    try setting.ring(at: 1, 2, 3, 4)
    setting.loop.world.spend(.milliseconds(5))
    setting.loop.run(.default, for: .milliseconds(1))
    #expect(setting.answered.map(\.due) == times.map { .milliseconds($0) })
  }

  @Test func `says when it was rung last even if that ring was dropped`() throws {
    let setting = Setting(.linux, capacity: 1)
    try setting.ring(at: 1, 4)
    setting.loop.world.spend(.milliseconds(5))
    setting.loop.run(.default, for: .milliseconds(1))
    #expect(setting.answered.map(\.due) == [.milliseconds(1)])
    #expect(setting.answered.map(\.newest) == [.milliseconds(4)])
  }

  @Test func `forgets its rings when it is drained`() throws {
    let setting = Setting(.darwin, capacity: 5)
    let port = try #require(setting.port)
    setting.loop.ring(port)
    #expect(setting.loop.isReady(port))
    setting.loop.drain(port)
    #expect(!setting.loop.isReady(port))
    setting.loop.run(.default, for: .milliseconds(1))
    #expect(setting.answered.isEmpty)
  }

  @Test func `keeps its ring for the mode that serves it first`() throws {
    let setting = Setting(.darwin, capacity: 5)
    let port = try #require(setting.port)
    setting.loop.remove(port, from: .default)
    setting.loop.ring(port)
    setting.loop.add(port, to: .tracking)
    #expect(setting.loop.contains(port, in: .tracking))
    #expect(!setting.loop.contains(port, in: .default))
    setting.loop.run(.tracking, for: .milliseconds(1))
    #expect(setting.answered.map(\.due) == [.start])
  }

  @Test func `calls out no more once it is invalid`() throws {
    let setting = Setting(.darwin, capacity: 5)
    let port = try #require(setting.port)
    setting.loop.ring(port)
    setting.loop.invalidate(port)
    #expect(!setting.loop.isValid(port))
    #expect(setting.loop.run(.default, for: .milliseconds(1)) == .finished)
  }
}
