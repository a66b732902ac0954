import LabKernel
import LabLoop
import LabTrace
import Testing

@Suite struct `A loop, printed for debugging,` {
  @Test func `shows its modes and what is in them`() {
    let loop = SimulatedRunLoop(in: World())
    loop.addCommonMode(.tracking)
    let late = loop.makeTimer("late", at: .milliseconds(9), every: .milliseconds(5)) { _, _ in
    }
    let soon = loop.makeTimer("soon", at: .milliseconds(4), tolerance: .milliseconds(1)) {
      _, _ in
    }
    loop.add(late, to: .common)
    loop.add(soon, to: .default)
    let touch = loop.makeSource("touch", order: -1) { _, _ in }
    loop.add(touch, to: .tracking)
    loop.signal(touch)
    let port = loop.makePort("packet") { _, _ in }
    loop.add(port, to: .default)
    loop.ring(port)
    let observer = loop.makeObserver("commit", of: [.beforeWaiting, .exit], order: 7) { _, _ in }
    loop.add(observer, to: .tracking)
    loop.performOnMainQueue { _ in }
    #expect(
      loop.debugDescription == """
        <SimulatedRunLoop>{now = 0 ms, current mode = none, depth = 0, waiting = No, stopped = No, \
        ignores wake-ups = No,
        common modes = {default, tracking},
        common mode items = {late},
        blocks = 0, main queue = 1,
        modes = {
          <mode>{name = default, stopped = No, alarm = 4 ms to 5 ms,
            sources0 = {},
            sources1 = {
              <port>{name = packet, messages = 1},
            },
            observers = {},
            timers = {
              <timer>{name = soon, firing = No, interval = 0 ms, tolerance = 1 ms, \
        next fire date = 4 ms},
              <timer>{name = late, firing = No, interval = 5 ms, tolerance = 0 ms, \
        next fire date = 9 ms},
            },
          },
          <mode>{name = tracking, stopped = No, alarm = 9 ms to 9 ms,
            sources0 = {
              <source>{name = touch, signalled = Yes, order = -1},
            },
            sources1 = {},
            observers = {
              <observer>{name = commit, activities = 0xa0, repeats = Yes, order = 7},
            },
            timers = {
              <timer>{name = late, firing = No, interval = 5 ms, tolerance = 0 ms, \
        next fire date = 9 ms},
            },
          },
        }}
        """)
  }
}

@Suite struct `The callouts of an observer` {
  @Test func `are recorded as those of other items are`() {
    let world = World()
    let recorder = TraceRecorder(world, into: Trace(detail: .everything))
    let loop = SimulatedRunLoop(in: world, recorder: recorder)
    let observer = loop.makeObserver("o", of: .beforeWaiting) { loop, _ in
      loop.world.spend(.milliseconds(1))
    }
    loop.add(observer, to: .default)
    loop.run(.default, for: .milliseconds(5))
    let trace = recorder.trace
    let own = trace.records.filter { trace.names[Int($0.subject)] == "o" }
    #expect(own.map(\.kind) == [.declared, .joined, .calloutBegan, .calloutEnded])
    #expect(own.map(\.time.nanoseconds) == [0, 0, 0, 1_000_000])
    #expect(trace.row(of: own[2]).detail == TraceSource.observer.name)
  }
}

@Suite struct `The trace of a loop` {
  private let world = World()
  private let recorder: TraceRecorder
  private let loop: SimulatedRunLoop

  init() {
    recorder = TraceRecorder(world)
    loop = SimulatedRunLoop(in: world, recorder: recorder)
  }

  @Test func `tells two sources of one name apart`() {
    for _ in 0..<2 {
      let timer = loop.makeTimer("t", at: .start, every: .milliseconds(1)) { _, _ in }
      loop.add(timer, to: .default)
    }
    loop.add(loop.makePort("t 2") { _, _ in }, to: .default)
    loop.run(.default, for: .milliseconds(2))
    #expect(recorder.trace.names.filter { $0.hasPrefix("t") } == ["t", "t 2", "t 2 2"])
    #expect(TraceContract.violations(of: recorder.trace) == [])
  }

  @Test func `says nothing of a thread that wakes before it is woken`() {
    loop.wakeUpDelay = { .milliseconds(-1) }
    loop.run(.default, for: .milliseconds(2))
    #expect(recorder.trace.records.contains { $0.event == .woke(after: 0) })
    #expect(TraceContract.violations(of: recorder.trace) == [])
  }
}

@Suite struct `The row of a timer` {
  @Test func `fills a line of the cache`() {
    #expect(SimulatedRunLoop.timerRowSize == 64)
  }
}
