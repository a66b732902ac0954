import LabKernel
import LabMotion
import TestSupport
import Testing

@Suite struct `A moving view` {
  private func view(_ row: OracleRow, by integrator: MovingView.Integrator) -> MovingView {
    MovingView(
      at: 0, velocity: 50, acceleration: row.number("accel"), integrator: integrator,
      life: .callbacks(limit: 1))
  }

  @Test(arguments: try OracleRow.rows(of: "moveable_view.csv"))
  func `errs by half a step of its acceleration`(row: OracleRow) {
    let delta = 1 / row.number("display_hz")
    var view = view(row, by: .euler)
    var midpoint = self.view(row, by: .midpoint)
    var callbacks = 1
    while view.update(by: delta) {
      callbacks += 1
      _ = midpoint.update(by: delta)
    }
    _ = midpoint.update(by: delta)
    #expect(callbacks == row.count("callbacks"))
    let exact = Trajectory.accelerated(
      from: 0, velocity: 50, acceleration: row.number("accel"))
    let time = Double(callbacks) * delta
    let place = 50 * time + row.number("accel") * time * time / 2
    #expect(abs(view.position - place + row.number("accel") * time * delta / 2) < 1e-9)
    #expect(abs(midpoint.position - place) < 1e-9)
    #expect(abs(view.position - row.number("distance_at_stop")) < 1e-5)
    let after = Duration.nanoseconds(Int64((time * 1e9).rounded()))
    #expect(abs(exact.position(after: after) - place) < 1e-5)
  }

  @Test(arguments: try OracleRow.rows(of: "life_counter.csv"))
  func `lives for a number of callbacks`(row: OracleRow) {
    var view = MovingView(at: 0, velocity: 0, life: .callbacks(limit: row.number("limit")))
    var callbacks = 1
    while view.update(by: 1) { callbacks += 1 }
    #expect(callbacks == row.count("callbacks"))
  }

  @Test func `whose life is a time lives as long at every rate`() {
    for rate in [30.0, 60, 120] {
      var view = MovingView(at: 0, velocity: 0, life: .seconds(limit: 1.5))
      var time = 1 / rate
      while view.update(by: 1 / rate) { time += 1 / rate }
      #expect((1.5..<1.5 + 1.1 / rate).contains(time + 1e-9))
    }
  }
}

private final class Recorder: DeltaListener {
  var deltas: [Duration] = []
  func update(by delta: Duration) { deltas.append(delta) }
}

private final class Moved: DeltaListener {
  var view: MovingView
  init(_ view: MovingView) { self.view = view }
  func update(by delta: Duration) { _ = view.update(by: delta / .seconds(1)) }
}

@Suite struct `A notifier` {
  @Test(arguments: [
    (DeltaNotifier.First.sinceBoot(.seconds(60)), [60_010, 10] as [Int]),
    (.sinceStart, [8, 10]), (.zero, [0, 10]), (.skipped, [10]),
  ])
  func `has four ideas of the first difference`(first: DeltaNotifier.First, deltas: [Int]) {
    let recorder = Recorder()
    let notifier = DeltaNotifier(first: first, madeAt: .at(.milliseconds(2))) {}
    _ = notifier.tick(at: .at(.milliseconds(10)), telling: recorder)
    #expect(notifier.tick(at: .at(.milliseconds(20)), telling: recorder))
    #expect(recorder.deltas == deltas.map { .milliseconds($0) })
  }

  @Test(arguments: try OracleRow.rows(of: "first_delta.csv"))
  func `jumps by the time since the system started`(row: OracleRow) {
    let moved = Moved(MovingView(at: 0, velocity: 50, acceleration: 100))
    let notifier = DeltaNotifier(first: .sinceBoot(.zero)) {}
    let first = Instant.at(.seconds(row.count("first_timestamp_s")))
    _ = notifier.tick(at: first, telling: moved)
    let jump = moved.view.position
    #expect(abs(jump - row.number("first_jump_pt")) < 1e-3)
    #expect(abs(moved.view.velocity - row.number("velocity_after")) < 1e-3)
    _ = notifier.tick(at: first.advanced(by: .nanoseconds(16_666_667)), telling: moved)
    let travel = moved.view.position - jump
    // A refresh of whole nanoseconds is longer than 1/60 s by 2 parts in 10⁸.
    let expected = row.number("second_refresh_travel_pt")
    #expect(abs(travel - expected) < 0.001 + expected * 3e-8)
  }

  @Test func `tells nobody once its listener is gone`() {
    let notifier = DeltaNotifier(first: .zero) {}
    #expect(notifier.tick(at: .start, telling: Recorder()))
    #expect(!notifier.tick(at: .at(.seconds(1)), telling: nil))
  }

  @Test func `stops its source when its last owner lets go`() {
    final class Source {
      var isStopped = false
      var target: DeltaNotifier?
    }
    let source = Source()
    var owner: DeltaNotifier? = DeltaNotifier(first: .zero) { source.isStopped = true }
    source.target = owner
    owner = nil
    // The source owns its target, so that nobody stops it.
    #expect(!source.isStopped)
    source.target = nil
    #expect(source.isStopped)
  }
}
