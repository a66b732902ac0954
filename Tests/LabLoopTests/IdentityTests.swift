import LabKernel
import LabLoop
import LabTrace
import Testing

@Suite struct `An item that is gone` {
  private let loop = SimulatedRunLoop(in: World(), isMain: false)

  @Test func `leaves its row to a later one, however long the chain`() {
    var (rows, count) = (Set<Int>(), 0)
    func set(_ loop: SimulatedRunLoop) {
      let timer = loop.makeTimer("shot", at: loop.world.now.advanced(by: .milliseconds(1))) {
        loop, callback in
        rows.insert(callback.number)
        count += 1
        if count < 5_000 { set(loop) }
      }
      loop.add(timer, to: .default)
    }
    set(loop)
    loop.run(.default)
    #expect(count == 5_000 && rows.count == 2)
  }

  @Test func `leads to nothing by its handle, whatever has its row`() {
    let old = loop.makeTimer("old", at: .milliseconds(5), every: .milliseconds(5)) { _, _ in }
    loop.add(old, to: .default)
    loop.invalidate(old)
    let new = loop.makeTimer("new", at: .milliseconds(9), every: .milliseconds(7)) { _, _ in }
    loop.add(new, to: .default)
    loop.invalidate(old)
    loop.setFireDate(of: old, to: .distantFuture)
    loop.setTolerance(of: old, to: .milliseconds(1))
    loop.remove(old, from: .default)
    #expect(!loop.isValid(old) && !loop.contains(old, in: .default))
    #expect(loop.fireDate(of: old) == nil && loop.interval(of: old) == .milliseconds(5))
    #expect(loop.isValid(new) && loop.contains(new, in: .default))
    #expect(loop.fireDate(of: new) == .milliseconds(9) && loop.tolerance(of: new) == .zero)
  }

  @Test func `leaves nothing of its port and its signal behind`() {
    let (port, source) = (loop.makePort("p") { _, _ in }, loop.makeSource("s") { _, _ in })
    loop.invalidate(port)
    loop.invalidate(source)
    var calls = 0
    let (later, next) = (
      loop.makePort("p") { _, _ in calls += 1 }, loop.makeSource("s") { _, _ in calls += 1 }
    )
    loop.add(later, to: .default)
    loop.add(next, to: .default)
    loop.ring(port)
    loop.signal(source)
    #expect(!loop.isReady(port) && !loop.isReady(later) && !loop.isSignalled(next))
    loop.run(.default, for: .zero)
    #expect(calls == 0)
  }

  @Test func `does not fire in the batch of the one whose row it has`() {
    var order: [String] = []
    var second: SimulatedRunLoop.Timer?
    let first = loop.makeTimer("first", at: .milliseconds(1), every: .seconds(1)) {
      [loop] _, _ in
      order.append("first")
      if let second { loop.invalidate(second) }
      loop.add(loop.makeTimer("late", at: .start) { _, _ in order.append("late") }, to: .default)
    }
    second = loop.makeTimer("second", at: .milliseconds(1), every: .seconds(1)) { _, _ in
      order.append("second")
    }
    let third = loop.makeTimer("third", at: .milliseconds(1), every: .seconds(1)) { _, _ in
      order.append("third")
    }
    for timer in [first, second, third].compactMap(\.self) { loop.add(timer, to: .default) }
    loop.run(.default, for: .milliseconds(10))
    #expect(order == ["first", "third", "late"])
  }

  @Test func `is not announced to in the round of the one whose row it has`() {
    var calls: [String] = []
    var second: SimulatedRunLoop.Observer?
    let first = loop.makeObserver("first", of: .entry) { loop, _ in
      calls.append("first")
      if let second { loop.invalidate(second) }
      let late = loop.makeObserver("late", of: .all) { _, activity in
        calls.append("late \(activity.rawValue)")
      }
      loop.add(late, to: .default)
    }
    second = loop.makeObserver("second", of: .entry) { _, _ in calls.append("second") }
    for item in [first, second].compactMap(\.self) { loop.add(item, to: .default) }
    loop.perform(in: .default) { $0.stop() }
    loop.run(.default)
    #expect(calls.prefix(2) == ["first", "late \(LoopActivities.beforeTimers.rawValue)"])
    #expect(!calls.contains("second"))
  }

  @Test func `is not served through a ring of the one whose row it has`() {
    var calls = 0
    let port = loop.makePort("old") { _, _ in calls += 1 }
    let observer = loop.makeObserver("o", of: .afterWaiting, repeats: false) { loop, _ in
      loop.invalidate(port)
      loop.add(loop.makePort("new") { _, _ in calls += 100 }, to: .default)
    }
    loop.add(port, to: .default)
    loop.add(observer, to: .default)
    loop.world.at(.milliseconds(1), "ring") { [loop] _ in loop.ring(port) }
    loop.run(.default, for: .milliseconds(5))
    #expect(calls == 0)
  }

  @Test func `has no name in a loop that records nothing`() {
    for _ in 0..<3 { _ = loop.makeTimer("t", at: .start) { _, _ in } }
    #expect(loop.subject(named: "t") == 0)
    #expect(loop.subject(named: "t 2") == 1)
  }
}
