import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabMotion
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// What was seen of a ball that bounces from 32 to 268 pt in a second.
private struct BallGame {
  let ball: DriverMetrics
  let content: ContentMetrics

  /// The half refresh after which the ball of the computed tables starts.
  static let start = Duration.nanoseconds(8_333_333)

  /// Plays on a display without a pipeline, as the tables do.
  init(
    _ source: Driver.Source, by clock: AnimationClock, startingAt start: Duration = Self.start,
    at rate: RefreshRate = .hertz(60), along curve: TimingCurve = .bounceEaseOut,
    habits: AnimationHabits = .book, loads: [Load] = []
  ) throws {
    let animation = Animation(along: curve, over: .seconds(1), by: clock, habits: habits)
    let motion = Motion(.animation(animation, from: 32, to: 268), starts: [.at(start)])
    let driver = Driver(
      name: "ball", source: source, modes: [.default], cost: .constant(.microseconds(500)),
      motion: motion)
    let scenario = Scenario(
      panel: Panel(rate: rate, depth: 0), duration: .seconds(3), loads: loads, drivers: [driver])
    let run = RunMeasurement(try Stage(scenario, seed: 1).run())
    #expect(run.verifyConservation().isEmpty)
    ball = try #require(run[driver: "ball"])
    content = try #require(ball.frames?.content)
  }
}

extension Driver.Source {
  fileprivate init(_ row: OracleRow) {
    self =
      row["source"] == "timer"
      ? .timer(interval: .nanoseconds(16_666_667)) : .link(lateDelivery: row.policy)
  }
}

extension OracleRow {
  fileprivate var clock: AnimationClock {
    self["clock"] == "fixed" ? .fixed(seconds: 1 / 60) : .now
  }
}

@Suite struct `A ball behind a block of the thread` {
  private func game(_ row: OracleRow) throws -> BallGame {
    let block = Load.work(
      .at([.nanoseconds(304_166_667)]), takes: .milliseconds(row.count("block_ms")))
    return try BallGame(Driver.Source(row), by: row.clock, loads: [block])
  }

  @Test(arguments: try OracleRow.rows(of: "blocking.csv"))
  func `ends, lags and jumps as it was computed`(row: OracleRow) throws {
    let game = try game(row)
    let end = try #require(game.content.end) / .seconds(1) + 1.0 / 120
    #expect(abs(end - row.number("end_s")) < 2e-6)
    if !row["expected_end_s"].isEmpty {
      let first = row["source"] == "timer" ? 0.025 : 1.0 / 60
      #expect(abs(end - first - Double(59 + row.count("lost")) / 60) < 2e-6)
    }
    let lag = try #require(game.content.lagWorst) / .milliseconds(1)
    #expect(abs(lag - row.number("lag_ms")) < 1.1e-3)
    let jump = try #require(game.content.jump) / .seconds(1) * 60
    #expect(abs(jump - row.number("jump_frames")) < 1e-3)
    let frames = try #require(game.ball.frames)
    #expect(frames.firings.most == row.count("max_fires_in_a_refresh"))
    #expect(frames.firings.empty == row.count("empty_refreshes"))
  }

  @Test(arguments: try OracleRow.rows(of: "blocking.csv"))
  func `is never farther off than its speed allows`(row: OracleRow) throws {
    let game = try game(row)
    let lag = try #require(game.content.lagWorst) / .seconds(1)
    let error = try #require(game.content.positionError)
    #expect(error.max <= 5.5 * 236 * lag + 1e-5)
    #expect(game.content.finalPlace == 268)
  }
}

@Suite struct `A ball with nothing in its way` {
  @Test(arguments: try OracleRow.rows(of: "three_fixes.csv").prefix(4))
  func `lags as it was computed`(row: OracleRow) throws {
    let isTimer = row["variant"].contains("timer")
    let clock: AnimationClock =
      row["variant"].contains("fixed")
      ? .fixed(seconds: 1 / 60) : row["variant"].contains("timestamp") ? .timestamp : .now
    let source = isTimer ? Driver.Source.timer(interval: .nanoseconds(16_666_667)) : .link()
    let game = try BallGame(source, by: clock)
    let base = try #require(game.content.lagBase) / .milliseconds(1)
    #expect(abs(base - row.number("base_lag_ms")) < 1e-3)
    #expect(try #require(game.content.lagDeviation) < .microseconds(1))
    #expect(try #require(game.content.positionError).max < 1e-5)
    #expect(game.content.repeated == 0)
  }

  @Test(arguments: try OracleRow.rows(of: "refresh_rates_end_times.csv"))
  func `ends as it was computed at every rate`(row: OracleRow) throws {
    let rate =
      row["display"] == "59.94" ? RefreshRate(5994, per: 100) : .hertz(Int64(row.count("display")))
    let game = try BallGame(
      Driver.Source(row), by: row.clock, startingAt: .zero, at: rate)
    let end = try #require(game.content.end) / .seconds(1)
    #expect(abs(end - row.number("end_s")) < 2e-6)
  }

  @Test func `is drawn by the render server without an error, whatever blocks the thread`() throws {
    let block = Load.work(.at([.milliseconds(304)]), takes: .milliseconds(300))
    let game = try BallGame(.link(), by: .renderServer, loads: [block])
    #expect(game.content.positionError?.max == 0)
    #expect(game.content.lagWorst == .zero)
    #expect(game.content.repeated == 0)
    #expect(game.content.end == .seconds(1))
    #expect(game.ball.dueInstants.fired == 1)
  }

  @Test(arguments: [TimingCurve.easeIn, .easeOut, .easeInOut, .default])
  func `moves along every curve by its timestamps without an error`(curve: TimingCurve) throws {
    let game = try BallGame(.link(), by: .timestamp, along: curve)
    #expect(try #require(game.content.positionError).max < 1e-5)
    #expect(game.content.discontinuity == 0)
  }
}

@Suite struct `A motion` {
  private func play(_ motion: Motion, for duration: Duration = .seconds(3)) throws -> Play {
    let driver = Driver(
      name: "ball", source: .link(), modes: [.common], cost: .constant(.microseconds(500)),
      motion: motion)
    return try Play(for: duration, rate: .hertz(60), drivers: [driver])
  }

  private func animation(_ habits: AnimationHabits) -> Animation {
    Animation(along: .linear, over: .milliseconds(500), by: .timestamp, habits: habits)
  }

  @Test func `lets its driver rest before its start and after its end`() throws {
    let motion = Motion(
      .animation(animation(.book), from: 0, to: 300), starts: [.seconds(1)])
    let times = try play(motion).times(.calloutBegan, of: "ball")
    #expect(times.count == 30)
    #expect(times.allSatisfy { (1000...1501).contains($0) })
  }

  @Test func `begins anew when it is touched while it runs`() throws {
    let motion = Motion(
      .animation(animation(.book), from: 0, to: 300),
      starts: [.seconds(1), .milliseconds(1249)])
    let play = try play(motion)
    #expect(play.records(.calloutBegan, of: "ball").count == 45)
    #expect(play.records(.motionBegan, of: "ball").count == 2)
    let offsets = play.rows(.content, of: "ball").compactMap(\.second)
    #expect(offsets.last == 500_000_000)
    #expect(offsets.count { $0 < 17_000_000 } == 2)
  }

  @Test func `that is static is over for ever`() throws {
    let starts = [Instant.start, .seconds(2)]
    let article = try play(
      Motion(.animation(animation(.article), from: 0, to: 300), starts: starts))
    // The second start calls back once, which finds the end passed.
    #expect(article.records(.calloutBegan, of: "ball").count { $0.time > .seconds(1) } == 1)
    #expect(article.records(.content, of: "ball").allSatisfy { $0.time < .seconds(1) })
    let repaired = try play(
      Motion(.animation(animation(.repaired), from: 0, to: 300), starts: starts))
    #expect(
      repaired.records(.content, of: "ball").count { $0.time > .seconds(1) } == 31)
  }

  private func views(isRetained: Bool, dropping owner: MovingViews.Owner) throws -> Play {
    let views = MovingViews(
      MovingView(at: 0, velocity: 50), isRetained: isRetained,
      drop: MovingViews.Drop(owner, at: .milliseconds(1005)))
    return try play(Motion(.views(views)), for: .seconds(2))
  }

  @Test func `whose notifier is owned by the link outlives its owner`() throws {
    let play = try views(isRetained: true, dropping: .notifier)
    #expect(play.records(.content, of: "ball").count { $0.time < .seconds(2) } == 119)
  }

  @Test func `whose notifier is referred to weakly stops with its owner`() throws {
    let play = try views(isRetained: false, dropping: .notifier)
    #expect(
      play.records(.calloutBegan, of: "ball").allSatisfy { $0.time < .milliseconds(1006) })
  }

  @Test func `whose listener is gone shows nothing new`() throws {
    let play = try views(isRetained: true, dropping: .listener)
    let last = try #require(play.times(.calloutBegan, of: "ball").last)
    #expect(last > 1980)
    #expect(play.records(.content, of: "ball").count == 60)
  }
}

@Suite struct `A timer with a slow callback` {
  @Test(arguments: try OracleRow.rows(of: "timer_slow_handler.csv"))
  func `fires as often as it was computed`(row: OracleRow) throws {
    let timer = Driver.timer(
      every: .nanoseconds(16_666_667), takes: .milliseconds(row.count("handler_ms")))
    let play = try Play(for: .seconds(10), rate: .hertz(60), drivers: [timer])
    let fires = play.times(.calloutBegan, of: "ball")
    #expect(abs(fires.count - row.count("fires")) <= 1)
    let gaps = zip(fires, fires.dropFirst()).map { ($1 - $0) * 60 / 1000 }
    #expect(gaps.allSatisfy { abs($0 - row.number("gaps_in_intervals")) < 1e-4 })
  }
}
