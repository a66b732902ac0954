import LabKernel
import Testing

/// Two classes, the one that goes first and another.
private struct Pair: CustomTestStringConvertible {
  let first: World.Priority
  let second: World.Priority

  var testDescription: String { "\(first) before \(second)" }

  static let all = World.Priority.allCases.flatMap { first in
    World.Priority.allCases.filter { $0.rawValue > first.rawValue }.map {
      Pair(first: first, second: $0)
    }
  }
}

@Suite struct `Among entries due at one instant` {
  private let world = World()
  private let seen = Seen()
  private let instant = Instant.milliseconds(1)

  private final class Seen { var names: [String] = [] }

  private func makeDevice(_ name: String, _ priority: World.Priority = .input) -> World.Device {
    world.makeDevice(name, priority: priority) { [seen] _ in seen.names.append(name) }
  }

  @Test(arguments: Pair.all)
  fileprivate func `the class decides`(_ pair: Pair) {
    let second = makeDevice("second", pair.second)
    let first = makeDevice("first", pair.first)
    world.schedule(second, at: instant)
    world.schedule(first, at: instant)
    world.spend(.milliseconds(1))
    #expect(seen.names == ["first", "second"])
  }

  @Test(arguments: World.Priority.allCases)
  func `of one class, the device made first goes first`(_ priority: World.Priority) {
    let (a, b) = (makeDevice("a", priority), makeDevice("b", priority))
    for device in [b, a] { world.schedule(device, at: instant) }
    world.spend(.milliseconds(1))
    #expect(seen.names == ["a", "b"])
  }

  @Test func `a device that is moved keeps its place`() {
    let (a, b) = (makeDevice("a"), makeDevice("b"))
    world.schedule(b, at: instant)
    for time in [3, 2, 1] { world.schedule(a, at: .milliseconds(time)) }
    world.spend(.milliseconds(1))
    #expect(seen.names == ["a", "b"])
  }

  @Test func `a device does not inherit the place of one that was taken out`() {
    let old = makeDevice("old")
    let b = makeDevice("b")
    world.remove(old)
    let new = makeDevice("new")
    for device in [new, b] { world.schedule(device, at: instant) }
    world.spend(.milliseconds(1))
    #expect(seen.names == ["b", "new"])
  }

  @Test func `an alarm has the place of a device of its class`() {
    let before = makeDevice("before", .alarm)
    let alarms = ["a", "b"].map { name in
      world.makeAlarm(name) { [seen] _ in seen.names.append(name) }
    }
    let after = makeDevice("after", .alarm)
    for device in [after, before] { world.schedule(device, at: instant) }
    for alarm in alarms.reversed() { world.setAlarm(alarm, at: instant.nanoseconds) }
    world.spend(.milliseconds(1))
    #expect(seen.names == ["before", "a", "b", "after"])
  }

  @Test func `what was declared once with an instant goes in order of declaration`() {
    for name in ["a", "b", "c"] { world.at(instant, name) { [seen] _ in seen.names.append(name) } }
    world.spend(.milliseconds(1))
    #expect(seen.names == ["a", "b", "c"])
  }
}

@Suite struct `An alarm` {
  @Test func `goes off when it was set for last`() {
    let world = World()
    var seen: [String] = []
    let alarms = ["a", "b"].map { name in
      world.makeAlarm(name) { seen.append("\(name) at \($0.now)") }
    }
    func set(_ alarm: Int, _ milliseconds: Int64) {
      world.setAlarm(alarms[alarm], at: milliseconds * 1_000_000)
    }
    set(0, 3)
    set(1, 2)
    set(0, 1)
    world.setAlarm(alarms[1], at: .max)
    #expect(world.nextDue == .milliseconds(1))
    #expect(world.sleep() && world.nextDue == nil)
    set(1, 4)
    set(0, 5)
    world.spend(.milliseconds(9))
    #expect(seen == ["a at 1 ms", "b at 4 ms", "a at 5 ms"])
  }
}

@Suite struct `A device that was taken out` {
  private let world = World()

  @Test func `may be taken out again`() {
    var seen: [String] = []
    let old = world.makeDevice("old") { _ in seen.append("old") }
    world.remove(old)
    world.remove(old)
    let devices = ["a", "b"].map { name in world.makeDevice(name) { _ in seen.append(name) } }
    for device in devices { world.schedule(device, at: .milliseconds(1)) }
    world.remove(old)
    world.spend(.milliseconds(1))
    #expect(seen == ["a", "b"])
  }

  @Test func `cannot be scheduled in the place of another`() {
    var seen: [String] = []
    let old = world.makeDevice("old") { _ in seen.append("old") }
    world.remove(old)
    let new = world.makeDevice("new") { _ in seen.append("new") }
    world.schedule(old, at: .start)
    world.schedule(new, at: .start)
    world.cancel(old)
    world.spend(.zero)
    #expect(seen == ["new"])
  }

  @Test func `stays out if its own handler schedules it afterwards`() {
    var count = 0
    var device: World.Device?
    device = world.makeDevice("once") { world in
      count += 1
      if let device {
        world.remove(device)
        world.schedule(device, at: world.now)
      }
    }
    if let device { world.schedule(device, at: .start) }
    world.spend(.milliseconds(1))
    #expect(count == 1 && world.failure == nil)
  }
}
