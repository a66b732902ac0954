import LabKernel
import LabLoop
import LabTrace
import Testing

@Suite struct `The state of a loop` {
  private let loop = SimulatedRunLoop(in: World())

  @Test func `shows the innermost run`() {
    var seen: [String] = []
    func look(_ loop: SimulatedRunLoop) {
      seen.append("\(loop.depth) \(loop.currentMode?.name ?? "none")")
    }
    loop.perform(in: .default) { loop in
      look(loop)
      loop.perform(in: .tracking) { look($0) }
      loop.run(.tracking, for: .zero)
      look(loop)
    }
    loop.run(.default, for: .zero)
    look(loop)
    #expect(seen == ["1 default", "2 tracking", "1 default", "0 none"])
  }

  @Test func `holds in a mode what was added to it and not removed since`() {
    var chance = RandomStream(seed: 1, name: "members")
    let modes: [LoopMode] = [.default, .tracking, "modal"]
    let items: [any LoopItem] = [
      loop.makeObserver("o", of: .all) { _, _ in },
      loop.makeTimer("t", at: .milliseconds(1)) { _, _ in },
      loop.makeSource("s") { _, _ in }, loop.makePort("p") { _, _ in },
    ]
    var members: Set<[Int]> = []
    for _ in 0..<200 {
      let (item, mode) = (Int(chance.next(in: 0...3)), Int(chance.next(in: 0...2)))
      if chance.next(in: 0...1) == 0 {
        loop.add(items[item], to: modes[mode])
        members.insert([item, mode])
      } else {
        loop.remove(items[item], from: modes[mode])
        members.remove([item, mode])
      }
      for (item, mode) in items.indices.flatMap({ item in modes.indices.map { (item, $0) } }) {
        #expect(loop.contains(items[item], in: modes[mode]) == members.contains([item, mode]))
      }
    }
  }

  @Test func `lists the modes that were made`() {
    loop.addCommonMode(.tracking)  // R20: a name alone makes no mode.
    #expect(loop.allModes == [.default])
    loop.perform(in: "modal") { _ in }
    #expect(loop.allModes == [.default, "modal"])
  }

  @Test func `is waiting while the thread sleeps and at no other time`() {
    var seen: [Bool] = []
    let observer = loop.makeObserver("o", of: [.beforeWaiting, .afterWaiting]) { loop, _ in
      seen.append(loop.isWaiting)
    }
    loop.add(observer, to: .default)
    loop.world.at(.milliseconds(1), "look") { [loop] _ in seen.append(loop.isWaiting) }
    loop.run(.default, for: .milliseconds(2))
    #expect(seen == [false, true, false])  // R81
  }

  @Test func `includes a date for the first timer of a mode`() {
    #expect(loop.nextTimerFireDate(in: .default) == nil)
    let timer = loop.makeTimer("t", at: .milliseconds(7)) { _, _ in }
    loop.add(timer, to: .default)
    #expect(loop.nextTimerFireDate(in: .default) == .milliseconds(7))
    #expect(loop.nextTimerFireDate(in: .tracking) == nil)
  }

  @Test func `ends with the world it is in`() {
    let loop = SimulatedRunLoop(in: World(), isMain: false)
    let source = loop.makeSource("idle") { _, _ in }
    loop.add(source, to: .default)
    #expect(loop.run(.default) == .abandoned)
    #expect(loop.world.failure == .asleepForever(at: .start))
    FoundationRunLoop(loop).run()  // Returns too, although a real one would not.
  }
}

@Suite struct `The limit of a run` {
  private let loop = SimulatedRunLoop(in: World())

  @Test func `is followed by its wake-up after a settable delay`() {
    loop.limitWakeUpDelay = .microseconds(1)
    #expect(loop.run(.default, for: .milliseconds(5)) == .timedOut)
    #expect(loop.world.now == .microseconds(5_001))
  }

  @Test func `is none if it is longer than 16 years`() {
    // R26: without a limit nothing can ever wake this loop.
    #expect(loop.run(.default, for: .seconds(504_911_233)) == .abandoned)
    #expect(loop.world.failure == .asleepForever(at: .start))
  }

  @Test func `is late by the time that the thread needs to wake`() {
    loop.wakeUpDelay = { .microseconds(50) }
    loop.run(.default, for: .milliseconds(5))
    #expect(loop.world.now == .nanoseconds(5_050_001))
  }

  @Test func `is not awaited by a run whose mode was stopped`() {
    loop.stop(.default)
    #expect(loop.run(.default, for: .milliseconds(5)) == .stopped)
    #expect(loop.run(.default, for: .milliseconds(5)) == .timedOut)
  }
}
