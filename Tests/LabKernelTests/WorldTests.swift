import LabKernel
import Testing

@Suite struct `A world` {
  @Test func `delivers what time passes, each at its own instant`() {
    let world = World()
    var seen: [Instant] = []
    for delay in [3, 1, 2] {
      world.at(.milliseconds(delay), "event") { seen.append($0.now) }
    }
    world.spend(.milliseconds(2))
    #expect(seen == [.milliseconds(1), .milliseconds(2)])
    #expect(world.now == .milliseconds(2))
    #expect(world.sleep())
    #expect(seen.last == .milliseconds(3))
  }

  @Test func `names the culprits when time stands still`() {
    let world = World(eventsPerInstant: 1000)
    for name in ["quiet", "loud", "louder", "loudest"] {
      let device = world.makeDevice(name) { _ in }
      _ = device
    }
    var device: World.Device?
    device = world.makeDevice("spinning") { world in
      if let device { world.schedule(device, at: world.now) }
    }
    if let device { world.schedule(device, at: .start) }
    world.spend(.milliseconds(1))
    guard case .timeStandsStill(let instant, let events, let busiest) = world.failure else {
      Issue.record("no failure: \(String(describing: world.failure))")
      return
    }
    #expect(instant == .start)
    #expect(events == 1000)
    #expect(busiest == ["‘spinning’ (500)"])
    #expect(world.now == .start)
  }

  @Test func `fails when nothing can ever wake the thread`() {
    let world = World()
    world.spend(.milliseconds(1))
    #expect(!world.sleep())
    #expect(world.failure == .asleepForever(at: .milliseconds(1)))
  }

  @Test func `saturates where work takes longer than time lasts`() {
    let world = World()
    world.stretch = 1e300
    world.spend(.seconds(1))
    #expect(world.now == .distantFuture)
  }
}
