import Foundation
import LabKernel
import LabLoop
import LabTrace
import Testing

@Suite struct `A limit of the loop` {
  @Test(arguments: [3, 1_000, 2_000])
  func `is as many nested runs as it is told`(limit: Int) {
    let world = World()
    let loop = SimulatedRunLoop(in: world)
    loop.deepestNesting = limit
    var deepest = 0
    func descend(_ loop: SimulatedRunLoop) {
      deepest = max(deepest, loop.depth)
      loop.perform(in: .default) { descend($0) }
      loop.run(.default, for: .seconds(1))
    }
    descend(loop)
    #expect(deepest == limit)
    #expect(world.failure == .nestedTooDeeply(at: .start, depth: limit, mode: "default"))
  }

  @Test func `is as many nested runs by default as a thread of 512 KB bears`() async {
    await #expect(processExitsWith: .success) {
      let thread = Thread {
        let loop = SimulatedRunLoop(in: World())
        func descend(_ loop: SimulatedRunLoop) {
          loop.perform(in: .default) { descend($0) }
          loop.run(.default, for: .seconds(1))
        }
        descend(loop)
        guard case .nestedTooDeeply = loop.world.failure else { exit(1) }
        exit(0)
      }
      thread.stackSize = 512 << 10
      thread.start()
      while true { await Task.yield() }
    }
  }

  @Test func `is 64 modes, and one more ends the world with a sentence`() {
    let world = World()
    let loop = SimulatedRunLoop(in: world)
    let timer = loop.makeTimer("t", at: .start) { _, _ in }
    for index in 1..<64 { loop.add(timer, to: SimulatedRunLoop.Mode("m\(index)")) }
    #expect(loop.allModes.count == 64 && world.failure == nil)
    loop.add(timer, to: "straw")
    #expect(loop.allModes.count == 64)
    #expect(
      world.failure?.description
        == "at 0 ms a loop was to have the mode ‘straw’ beside the 64 that it can have")
    #expect(loop.run(.default, for: .seconds(1)) == .abandoned)
  }

  @Test func `bears the extremes of time`() {
    let loop = SimulatedRunLoop(in: World(), isMain: false)
    var firings = 0
    let extremes: [Duration] = [.seconds(Int64.min), .seconds(Int64.max), .nanoseconds(Int64.min)]
    for extreme in extremes {
      let timer = loop.makeTimer("t", at: .at(extreme), every: extreme) { _, _ in firings += 1 }
      loop.add(timer, to: .default)
      loop.setFireDate(of: timer, to: Instant(nanoseconds: .min))
      loop.setTolerance(of: timer, to: extreme)
    }
    loop.run(.default, for: .milliseconds(1))
    #expect(firings == 3)
    #expect(loop.run(.default, for: .seconds(Int64.min)) == .timedOut)
  }
}

@Suite struct `A loop that would sleep for ever` {
  @Test func `may be stopped by what the world calls`() {
    let world = World()
    let loop = SimulatedRunLoop(in: world)
    world.whenAsleepForever = { [unowned loop] _ in
      loop.stop()
      return true
    }
    #expect(loop.run(.default) == .stopped)
    #expect(world.failure == nil)
  }

  @Test func `may be given something to do`() {
    let world = World()
    let loop = SimulatedRunLoop(in: world)
    var names: [String] = []
    world.whenAsleepForever = { [unowned loop] world in
      guard names.isEmpty else { return false }
      names.append("help")
      world.at(.milliseconds(5), "later") { _ in
        loop.performOnMainQueue { _ in names.append("done at \(world.now)") }
      }
      return true
    }
    #expect(loop.run(.default) == .abandoned)
    #expect(names == ["help", "done at 5 ms"])
    #expect(world.failure == .asleepForever(at: .milliseconds(5)))
  }

  @Test func `fails if help is promised again and again and does not come`() {
    let world = World(eventsPerInstant: 1_000)
    let loop = SimulatedRunLoop(in: world)
    world.whenAsleepForever = { _ in true }
    #expect(loop.run(.default) == .abandoned)
    guard case .timeStandsStill(_, _, let busiest) = world.failure else {
      Issue.record("no failure: \(String(describing: world.failure))")
      return
    }
    #expect(busiest == ["‘whenAsleepForever’ (500)"])
  }
}
