import LabMetrics
import LabTesting
import LabTrace
import Testing

/// Sleeps until dates of a grid, and draws at each.
private func draw(
  _ clock: FrameClock, from start: Instant = .start, every interval: Duration = .milliseconds(10),
  dates: [Int], draw: (Int) async -> Void
) async throws {
  for date in dates {
    try await clock.sleep(until: start.advanced(by: interval * date), tolerance: nil)
    await draw(date)
  }
}

@Suite struct `A clock that is a driver` {
  private func laboratory() -> Laboratory {
    Laboratory(panel: Panel(rate: .hertz(100), phase: .milliseconds(5)))
  }

  /// What happened: the due instant and the callout of each picture, in milliseconds.
  private func firings(_ lab: Laboratory) -> [[Double]] {
    lab.measurement.firingRows(of: "ball").map { row in
      [row.due, row.began, row.ended ?? .distantFuture].map { Double($0.nanoseconds) / 1e6 }
    }
  }

  private func updates(_ lab: Laboratory) -> Int {
    lab.trace.records.count { $0.kind == .update }
  }

  private func expectSound(_ lab: Laboratory) {
    #expect(TraceContract.violations(of: lab.trace).isEmpty)
    lab.expect().satisfiesConservation()
  }

  @Test func `has a callout from where its task spends to where it sleeps again`() {
    let lab = laboratory()
    let clock = lab.clock("ball", every: .milliseconds(10))
    lab.task { try await draw(clock, dates: [1, 2, 3]) { _ in lab.spend(.milliseconds(2)) } }
    lab.advance(to: .milliseconds(100))
    #expect(firings(lab) == [[10, 10, 12], [20, 20, 22], [30, 30, 32]])
    lab.expect(clock, \.missed == 0)
    #expect(updates(lab) == 3)
    lab.expect().leavesNothingBehind()
    expectSound(lab)
  }

  @Test func `is late and blamed as a timer is`() {
    let lab = laboratory()
    lab.load("network", at: .milliseconds(15), takes: .milliseconds(12))
    let clock = lab.clock("ball", every: .milliseconds(10), takes: .milliseconds(1))
    lab.task { try await draw(clock, dates: Array(1...9)) { _ in } }
    lab.advance(to: .milliseconds(90))
    #expect(firings(lab)[1] == [20, 27, 28])
    let failures = reports { lab.expect(clock, \.lateness.max <= .milliseconds(1)) }
    #expect(failures.first?.contains("blame: 7 ms by task 0 of ‘network’") == true)
    expectSound(lab)
  }

  @Test func `answers a deadline in the past at once, and misses what is left out`() {
    let lab = laboratory()
    lab.load("network", at: .milliseconds(15), takes: .milliseconds(32))
    let clock = lab.clock("ball", every: .milliseconds(10))
    lab.task {
      try await draw(clock, dates: [1, 2, 4, 5, 8]) { _ in lab.spend(.milliseconds(1)) }
    }
    lab.advance(to: .milliseconds(100))
    #expect(
      firings(lab) == [[10, 10, 11], [20, 47, 48], [40, 48, 49], [50, 50, 51], [80, 80, 81]])
    lab.expect(clock, \.missed == 3)
    expectSound(lab)
  }

  @Test func `may move its grid`() {
    let lab = laboratory()
    let clock = lab.clock("ball", every: .milliseconds(10))
    lab.task {
      for _ in 0..<4 {
        try await clock.sleep(for: .milliseconds(10))
        lab.spend(.milliseconds(3))
      }
    }
    lab.advance(to: .milliseconds(100))
    #expect(firings(lab) == [[10, 10, 13], [23, 23, 26], [36, 36, 39], [49, 49, 52]])
    lab.expect(clock, \.missed == 0)
    expectSound(lab)
  }

  @Test func `counts the dates of a grid that is no whole number of nanoseconds`() {
    let lab = laboratory()
    let clock = lab.clock("ball", every: .nanoseconds(16_666_667))
    lab.task {
      for frame in 1...6000 {
        try await clock.sleep(
          until: .nanoseconds(Int64(frame) * 1_000_000_000 / 60), tolerance: nil)
      }
    }
    lab.advance(to: .seconds(100))
    lab.expect(clock, \.fires == 6000)
    lab.expect(clock, \.missed == 0)
    expectSound(lab)
  }

  @MainActor @Test func `may be any clock of main-actor code`() {
    let lab = laboratory()
    @MainActor final class Ball {
      let spend: () -> Void
      init(_ spend: @escaping () -> Void) { self.spend = spend }
      func run(_ clock: any Clock<Duration>) async throws {
        for _ in 0..<3 {
          try await clock.sleep(for: .milliseconds(10))
          spend()
        }
      }
    }
    let clock = lab.clock("ball", every: .milliseconds(10))
    let ball = Ball { lab.spend(.milliseconds(2)) }
    lab.task { try await ball.run(clock) }
    lab.advance(to: .milliseconds(100))
    #expect(firings(lab) == [[10, 10, 12], [22, 22, 24], [34, 34, 36]])
    expectSound(lab)
  }

  @Test func `makes one callout of a picture for which it waits for an actor`() {
    let lab = laboratory()
    actor Store { func color() -> Int { 7 } }
    let store = Store()
    let clock = lab.clock("ball", every: .milliseconds(10))
    lab.task {
      try await draw(clock, dates: [1, 2, 3]) { _ in
        _ = await store.color()
        lab.spend(.milliseconds(2))
      }
    }
    lab.advance(to: .milliseconds(100))
    #expect(firings(lab) == [[10, 10, 12], [20, 20, 22], [30, 30, 32]])
    #expect(updates(lab) == 3)
    expectSound(lab)
  }

  @Test func `makes a callout of each part of a picture, and the update in the last`() {
    let lab = laboratory()
    actor Store { func color() -> Int { 7 } }
    let store = Store()
    let clock = lab.clock("ball", every: .milliseconds(10))
    lab.task {
      try await draw(clock, dates: [1, 2]) { _ in
        lab.spend(.milliseconds(2))
        await Task.yield()
        _ = await store.color()
        lab.spend(.milliseconds(1))
      }
    }
    lab.advance(to: .milliseconds(100))
    #expect(firings(lab) == [[10, 10, 12], [10, 12, 13], [20, 20, 22], [20, 22, 23]])
    #expect(updates(lab) == 2)
    expectSound(lab)
  }

  @Test func `is paused while no task sleeps by it, or its task is canceled`() {
    let lab = laboratory()
    let clock = lab.clock("ball", every: .milliseconds(10))
    lab.task { try await draw(clock, dates: [1]) { _ in lab.spend(.milliseconds(1)) } }
    lab.advance(to: .milliseconds(200))
    lab.task {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await draw(clock, from: .milliseconds(200), dates: [1, 2]) { _ in } }
        try await lab.clock.sleep(for: .milliseconds(15))
        group.cancelAll()
      }
    }
    lab.advance(to: .milliseconds(400))
    #expect(firings(lab) == [[10, 10, 11], [210, 210, 210]])
    lab.expect(clock, \.missed == 0)
    lab.expect(clock, \.dropped <= 1)
    expectSound(lab)
  }

  @Test func `sleeps for ever, or until a date that has been answered`() {
    let lab = laboratory()
    let clock = lab.clock("ball", every: .milliseconds(10))
    lab.task {
      try await draw(clock, dates: [1, 1, 0]) { _ in lab.spend(.milliseconds(1)) }
      try await clock.sleep(until: .distantFuture, tolerance: nil)
    }
    lab.advance(to: .milliseconds(100))
    #expect(firings(lab) == [[10, 10, 11], [10, 11, 12], [0, 12, 13]])
    expectSound(lab)
  }

  @Test func `is that of one task`() {
    let lab = laboratory()
    let clock = lab.clock("ball", every: .milliseconds(10))
    for _ in 0..<2 { lab.task { try await draw(clock, dates: [1]) { _ in } } }
    let failures = reports { lab.advance(to: .milliseconds(100)) }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("two tasks sleep by the clock ‘ball’") == true)
  }

  @Test func `outlives its laboratory as a clock that throws`() {
    var ended = false
    do {
      let lab = Laboratory()
      let clock = lab.clock("ball", every: .milliseconds(10))
      lab.task {
        try? await draw(clock, dates: Array(1...100)) { _ in }
        do { try await clock.sleep(for: .seconds(1)) } catch { ended = true }
      }
      lab.advance(to: .milliseconds(50))
    }
    #expect(ended)
  }

  @Test func `is a timer in the script of a failing test`() {
    let failures = reports {
      Laboratory.test(display: .hertz(60)) { lab in
        let clock = lab.clock("ball", every: .milliseconds(10), takes: .milliseconds(1))
        lab.load("network", at: .milliseconds(105), takes: .milliseconds(40))
        lab.task { try await draw(clock, dates: Array(1...50)) { _ in } }
        lab.advance(to: .milliseconds(300))
        lab.expect(clock, \.lateness.max <= .milliseconds(20))
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("[network in chunks of 4 ms]") == true)
    #expect(
      failures.first?.contains("  timer ball every 10 ms first at 10 ms in common takes 1 ms")
        == true)
  }
}
