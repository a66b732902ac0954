import LabKernel
import LabMetrics
import LabTrace
import Testing

@Suite struct `A timer's due instants` {
  /// Fires at 10, 20, 30 … ns; a block from 25 to 58 makes 30 late and drops 40 and 50.
  private var blocked: Timeline {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.fire("ball", due: 10)
    line.fire("ball", due: 20)
    line.block(from: 25, to: 58)
    line.fire("ball", due: 30, at: 58, drops: 2, next: 60)
    line.fire("ball", due: 60, next: 70)
    return line
  }

  @Test func `are blocked when the loop was busy in their mode`() throws {
    let ball = try #require(blocked.measure(end: 65)[driver: "ball"])
    #expect(ball.dueInstants.fired == 4)
    #expect(ball.dueInstants.blocked == 2)
    #expect(ball.dueInstants.due == 6)
  }

  @Test func `leave lateness to the earliest one`() throws {
    let ball = try #require(blocked.measure(end: 65)[driver: "ball"])
    // Latenesses 0, 0, 28, 0: the mean is 7, the median the lower of the two middle values.
    let lateness = try #require(ball.lateness)
    #expect(lateness.max == .nanoseconds(28))
    #expect(lateness.mean == .nanoseconds(7))
    #expect(lateness.p50 == .zero)
    #expect(lateness.p99 == .nanoseconds(28))
  }

  @Test func `give a coverage of fired over answered or missed`() throws {
    let ball = try #require(blocked.measure(end: 65)[driver: "ball"])
    #expect(ball.dueInstants.coverage == 100 * 4 / 6.0)
  }

  @Test func `are starved when the loop ran in another mode`() throws {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.fire("ball", due: 10, next: 20)
    line.scroll(from: 12, to: 45)
    line.fire("ball", due: 20, at: 45, drops: 2, next: 50)
    let ball = try #require(line.measure(end: 48)[driver: "ball"])
    #expect(ball.dueInstants.starved == 2)
    #expect(ball.dueInstants.blocked == 0)
    #expect(ball.starvedSpan == .nanoseconds(33))
  }

  @Test func `are divided between blocked and starved by arithmetic`() throws {
    // A 1 ns timer behind 0.4 s of block and then 0.6 s of another mode: 10⁹ dates.
    var line = Timeline()
    line.timer("ball", every: 1)
    line.block(from: 0, to: 400_000_000)
    line.scroll(from: 400_000_000, to: 1_000_000_000)
    line.fire("ball", due: 0, at: 1_000_000_000, drops: 999_999_999, next: 1_000_000_000)
    let run = line.measure(end: 1_000_000_000)
    let ball = try #require(run[driver: "ball"])
    #expect(ball.dueInstants.blocked == 399_999_999)
    #expect(ball.dueInstants.starved == 600_000_000)
    #expect(ball.dueInstants.due == 1_000_000_000)
    #expect(run.verifyConservation() == [])
  }

  @Test func `leave the earliest one open at the end, and miss those behind it`() throws {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.fire("ball", due: 10, next: 20)
    line.scroll(from: 15, to: 60)
    let run = line.measure(end: 55)
    let ball = try #require(run[driver: "ball"])
    #expect(ball.dueInstants.open == 1)
    #expect(ball.dueInstants.starved == 3)
    #expect(run.verifyConservation() == [])
  }

  @Test func `end with an invalidation, whose own callback still counts`() throws {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.fire("ball", due: 10, next: 20)
    line.add("ball", at: 20) { .calloutBegan($0, .timer, due: .ns(20), newest: .ns(20)) }
    line.add("ball", at: 21) { .invalidated($0) }
    line.add("ball", at: 22) { .update($0, animationTime: .ns(20), due: .ns(20)) }
    line.add("ball", at: 22) { .calloutEnded($0, .timer, next: nil, missed: 0) }
    let run = line.measure(end: 65)
    let ball = try #require(run[driver: "ball"])
    #expect(ball.dueInstants.fired == 2)
    #expect(ball.dueInstants.due == 2)
    #expect(run.verifyConservation() == [])
  }

  @Test func `start a new grid with a fire date set by hand`() throws {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.fire("ball", due: 10, next: 20)
    line.add("ball", at: 12) { .rephased($0, to: .ns(33)) }
    line.fire("ball", due: 33, next: 43)
    line.fire("ball", due: 43, next: 53)
    let run = line.measure(end: 50)
    #expect(run[driver: "ball"]?.dueInstants.due == 3)
    #expect(run.verifyConservation() == [])
  }

  @Test func `are known before the first firing if the first fire date is`() throws {
    var line = Timeline()
    line.timer("ball", every: 10, modes: [1])
    line.add("ball", at: 0) { .rephased($0, to: .ns(10)) }
    let run = line.measure(end: 45)
    let ball = try #require(run[driver: "ball"])
    #expect(ball.dueInstants.open == 1)
    #expect(ball.dueInstants.starved == 3)
    #expect(ball.lateness == nil)
    #expect(run.verifyConservation() == [])
  }

  @Test func `of a one-shot timer are one`() throws {
    var line = Timeline()
    line.timer("once", every: 0)
    line.fire("once", due: 10)
    let run = line.measure(end: 65)
    #expect(run[driver: "once"]?.dueInstants.due == 1)
    #expect(run.verifyConservation() == [])
  }

  @Test func `stand alone outside any run`() throws {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.add(at: 15) { _ in .runReturned(.finished) }
    line.add(at: 45) { _ in .runBegan(limit: nil) }
    line.fire("ball", due: 20, at: 45, drops: 2, next: 50)
    let ball = try #require(line.measure(end: 46)[driver: "ball"])
    #expect(ball.dueInstants.blocked == 2)
    #expect(ball.starvedSpan == .zero)
  }
}
