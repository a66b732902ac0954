import LabKernel
import LabMotion
import LabTrace
import Testing

@Suite struct `An event of a trace` {
  private static let when = Instant.milliseconds(7)

  @Test(arguments: [
    TraceEvent.declared(3, .timer, interval: 16, tolerance: 2), .declared(3, .link, interval: 2),
    .joined(3, mode: 1), .left(3, mode: 0), .runBegan(limit: nil), .runBegan(limit: 0),
    .runReturned(.abandoned), .activity(.exit),
    .calloutBegan(1, .mainQueue, due: .start, newest: when),
    .calloutEnded(1, .timer, next: nil, missed: 0),
    .calloutEnded(1, .timer, next: Instant(nanoseconds: -1), missed: .max),
    .arrived(2, serial: 4, duration: 5), .taskBegan(2, serial: 4, arrival: when),
    .taskEnded(2, serial: 4), .vsync(0, index: 9, .selfRefresh, aim: 16_666_666),
    .linkDue(1, vsync: 9, .cancelled), .rephased(1, to: .distantFuture), .paced(1, every: 2),
    .paused(1), .resumed(1), .invalidated(.max), .update(1, animationTime: when, due: .start),
    .commit(updates: 2, renderCost: 3), .input(1, happened: when), .woke(after: 5), .ended,
    .motionBegan(1), .content(1, place: -0.1, offset: 8, isHandedOver: true),
    .motionEnded(1, calloutBegan: when), .scene(1, .pose(x: -0.5, y: 3)),
    .scene(1, .turn(angle: 7.1, spin: -2)), .scene(1, .steps(3, lead: 5)),
    .scene(1, .lengths(longest: 8, squares: 0.25)), .scene(1, .dropped(steps: 2, time: 9)),
    .scene(1, .energy(-3.5, speed: 4)), .scene(1, .departure(rootMeanSquare: 0.1, largest: 0.2)),
    .scene(1, .sample(taken: when)), .scene(1, .contactBegan(0, -2)),
    .scene(1, .contactEnded(0, -2)), .scene(1, .layout(notifications: 4, parts: 3)),
  ])
  func `is the same after a way through a record`(event: TraceEvent) {
    let record = TraceRecord(event, at: Self.when, mode: 2, depth: 1)
    #expect(record.event == event)
    #expect(record.time == Self.when && record.mode == 2 && record.depth == 1)
  }

  /// A record takes its kind from the number alone, by the way in which cases lie in memory.
  @Test(arguments: TraceKind.allCases)
  func `of every kind is numbered as its case lies in memory`(kind: TraceKind) {
    #expect(unsafe unsafeBitCast(kind, to: UInt8.self) == kind.rawValue)
  }

  @Test func `has a name of its own in files`() {
    #expect(Set(TraceKind.allCases.map(\.name)).count == TraceKind.allCases.count)
    #expect(TraceKind.calloutBegan.name == "callout_began")
    #expect(TraceKind.motionEnded.name == "motion_ended")
  }
}

@Suite struct `The fingerprint of a trace` {
  @Test(
    arguments: [
      { $0.depth = 2 }, { $0.guardTime = .nanoseconds(1) }, { $0.presentMode = .fifo(capacity: 2) },
      { $0.warmUp = 1 }, { $0.targets["ball"] = 2 }, { $0.targets["ball"] = .undeclared },
      { $0.trajectories["ball"] = .accelerated(from: 0, velocity: 1, acceleration: 0) },
      { $0.scenes["ball"] = .init(bodies: [], width: 1, height: 1, pointsUp: true) },
    ] as [@Sendable (inout Trace.Header) -> Void])
  func `covers the header, on which the metrics depend`(
    change: @Sendable (inout Trace.Header) -> Void
  ) {
    var header = Trace.Header()
    change(&header)
    #expect(Trace(header: header).fingerprint != Trace().fingerprint)
  }
}

@Suite struct `The contract of a trace` {
  private func violations(_ events: [(Int64, TraceEvent)]) -> [Int] {
    var trace = Trace()
    for name in ["ball", "load", "display"] { _ = trace.intern(name) }
    trace.addMode("default")
    var depth: UInt8 = 0
    for (time, event) in events {
      if case .runBegan = event { depth += 1 }
      trace.append(
        event, at: Instant(nanoseconds: time), mode: depth > 0 ? 0 : TraceRecord.noMode,
        depth: depth)
      if case .runReturned = event, depth > 0 { depth -= 1 }
    }
    return TraceContract.violations(of: trace).map(\.rule)
  }

  @Test func `is kept by an ordinary run`() {
    #expect(
      violations([
        (0, .declared(0, .timer, interval: 10)), (0, .joined(0, mode: 0)),
        (0, .runBegan(limit: 50)), (1, .vsync(2, index: 0, .grid, aim: 10)),
        (2, .arrived(1, serial: 0, duration: 3)),
        (2, .taskBegan(1, serial: 0, arrival: .nanoseconds(2))),
        (5, .taskEnded(1, serial: 0)),
        (10, .calloutBegan(0, .timer, due: .nanoseconds(10), newest: .nanoseconds(10))),
        (12, .update(0, animationTime: .start, due: .nanoseconds(10))),
        (12, .calloutEnded(0, .timer, next: nil, missed: 0)),
        (12, .commit(updates: 1, renderCost: 0)), (50, .ended), (50, .runReturned(.timedOut)),
      ]) == [])
  }

  @Test(
    arguments: [
      (1, [(5, .motionBegan(0)), (4, .motionBegan(0))]),
      (2, [(0, .motionBegan(7))]), (2, [(0, .joined(0, mode: 3))]),
      (3, [(0, .declared(0, .link)), (0, .declared(0, .link))]),
      (3, [(0, .paced(0, every: 1))]), (3, [(0, .paused(0))]), (3, [(0, .resumed(0))]),
      (4, [(0, .joined(0, mode: 0)), (0, .joined(0, mode: 0))]), (4, [(0, .left(0, mode: 0))]),
      (5, [(0, .runReturned(.stopped))]),
      (6, [(0, .update(0, animationTime: .start, due: .start))]),
      (6, [(0, .content(0, place: 0, offset: 0, isHandedOver: false))]),
      (6, [(0, .scene(0, .steps(1, lead: 0)))]),
      (3, [(0, .scene(0, .layout(notifications: 1, parts: 1)))]),
      (7, [(0, .commit(updates: 1, renderCost: 0))]),
      (8, [(0, .vsync(2, index: 1, .grid, aim: 1))]),
      (8, [(0, .vsync(2, index: 0, .grid, aim: 1)), (0, .vsync(2, index: 1, .grid, aim: 1))]),
      (9, [(0, .arrived(1, serial: 0, duration: 0)), (0, .arrived(1, serial: 0, duration: 0))]),
      (10, [(0, .woke(after: 1))]), (10, [(0, .arrived(1, serial: 0, duration: -1))]),
      (11, [(0, .ended), (0, .ended)]),
    ] as [(Int, [(Int64, TraceEvent)])])
  func `is broken by`(rule: Int, events: [(Int64, TraceEvent)]) {
    #expect(violations(events) == [rule])
  }
}

@Suite struct `The header of a trace` {
  private static let scene = Trace.Header.Scene(
    bodies: [.init("crate", width: 3, height: 4, isRound: false)], walls: [.init(0, 1, 2, 3)],
    room: .init(0, 0, 300, 300), width: 300, height: 200, pointsUp: true)

  @Test(
    arguments: [
      { $0.bodies[0] = .init("box", width: 3, height: 4, isRound: false) },
      { $0.bodies[0] = .init("crate", width: 3, height: 4, isRound: true) },
      { $0.walls = [] }, { $0.room = nil },
      {
        $0.walls.append(.init(0, 0, 300, 300))
        $0.room = nil
      }, { $0.width = 301 }, { $0.pointsUp = false },
    ] as [@Sendable (inout Trace.Header.Scene) -> Void])
  func `tells scenes apart that look different`(
    change: @Sendable (inout Trace.Header.Scene) -> Void
  ) {
    var other = Self.scene
    change(&other)
    let traces = [Self.scene, other].map { Trace(header: Trace.Header(scenes: ["ball": $0])) }
    #expect(traces[0].fingerprint != traces[1].fingerprint)
  }
}
