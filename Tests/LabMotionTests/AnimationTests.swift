import LabKernel
import LabMotion
import TestSupport
import Testing

extension Moment {
  /// A moment at which every clock reads the same.
  static func at(_ duration: Duration) -> Moment {
    let instant = Instant.at(duration)
    return Moment(now: instant, due: instant, timestamp: instant, target: instant)
  }
}

extension Animation {
  /// Starts now and calls back every sixtieth of a second, and returns what was drawn.
  mutating func play(at rate: RefreshRate = .hertz(60), from start: Instant = .start) -> [Frame] {
    self.start(at: start)
    var frames: [Frame] = []
    for index in 1... {
      let instant = start.advanced(by: Instant.start.duration(to: rate.vsync(index)))
      let moment = Moment(now: instant, due: instant, timestamp: instant, target: instant)
      switch advance(to: moment) {
      case .nothing: continue
      case .draw(let frame): frames.append(frame)
      case .drawLast(let frame): return frames + [frame]
      case .stop: return frames
      }
    }
    return frames
  }
}

@Suite struct `An animation` {
  @Test(arguments: try OracleRow.rows(of: "fixed_increment_count.csv"))
  func `by fixed steps takes as many callbacks as doubles round to`(row: OracleRow) {
    var animation = Animation(
      along: .linear, over: .milliseconds(Int(row.number("duration_s") * 1000)),
      by: .fixed(seconds: 1 / row.number("increment_hz")))
    let frames = animation.play()
    #expect(frames.count == row.count("callbacks"))
    #expect(frames.last?.share == 1)
  }

  @Test(arguments: [AnimationClock.now, .timestamp, .target])
  func `by a measuring clock ends on time`(clock: AnimationClock) {
    var animation = Animation(along: .easeIn, over: .seconds(1), by: clock)
    #expect(animation.play(at: .hertz(24)).count == 24)
    #expect(animation.play(at: .hertz(144)).last?.share == 1)
  }

  @Test func `reads the clock that it was given`() {
    let moment = Moment(
      now: .at(.milliseconds(12)), due: .at(.milliseconds(10)), timestamp: .at(.milliseconds(10)),
      target: .at(.milliseconds(20)))
    for (clock, offset) in [(AnimationClock.now, 12), (.timestamp, 10), (.target, 20)] {
      var animation = Animation(along: .linear, over: .milliseconds(100), by: clock)
      animation.start(at: .start)
      guard case .draw(let frame) = animation.advance(to: moment) else {
        Issue.record("nothing was drawn")
        continue
      }
      #expect(frame.offset == .milliseconds(offset))
    }
  }

  /// `CADisplayLink.duration` is that of the display, however seldom the link is called.
  @Test func `by duration is at half its speed at every second refresh`() {
    var animation = Animation(along: .linear, over: .seconds(1), by: .duration)
    animation.start(at: .start)
    let refresh = Duration.nanoseconds(8_333_333)
    let moment = Moment(
      now: .at(refresh), due: .at(refresh), timestamp: .at(refresh),
      target: .at(refresh * 3), refresh: refresh)
    guard case .draw(let frame) = animation.advance(to: moment) else {
      Issue.record("nothing was drawn")
      return
    }
    #expect(abs((frame.offset - refresh) / .nanoseconds(1)) <= 1)
  }

  @Test func `leaves a callback alone that was due before it started`() {
    var animation = Animation(along: .linear, over: .seconds(1), by: .now)
    #expect(animation.advance(to: .at(.zero)) == .nothing)
    animation.start(at: .at(.milliseconds(5)))
    #expect(animation.advance(to: .at(.milliseconds(5))) == .nothing)
    #expect(animation.advance(to: .at(.milliseconds(6))) != .nothing)
  }

  @Test func `begins anew when it is started again`() {
    var animation = Animation(along: .linear, over: .seconds(1), by: .fixed(seconds: 1.0 / 60))
    #expect(animation.play().count == 60)
    #expect(animation.play(from: .at(.seconds(3))).count == 60)
    animation.start(at: .at(.seconds(9)))
    _ = animation.advance(to: .at(.seconds(10)))
    animation.start(at: .at(.seconds(11)))
    #expect(animation.beginning == .at(.seconds(11)))
  }

  @Test func `of the render server needs one callback`() {
    var animation = Animation(along: .linear, over: .seconds(1), by: .renderServer)
    animation.start(at: .start)
    guard case .drawLast(let frame) = animation.advance(to: .at(.milliseconds(16))) else {
      Issue.record("the animation was not handed over")
      return
    }
    #expect(frame.offset == .milliseconds(16))
  }
}

@Suite struct `The article's animation` {
  private func animation(_ habits: AnimationHabits) -> Animation {
    Animation(along: .linear, over: .seconds(1), by: .timestamp, habits: habits)
  }

  @Test(arguments: try OracleRow.rows(of: "pop_final_value.csv"))
  func `never draws its last value`(row: OracleRow) throws {
    var animation = animation(.article)
    let last = try #require(animation.play(at: .hertz(Int64(row.count("display_hz")))).last)
    #expect(abs(last.share * 300 - row.number("last_offset_pt")) < 1e-4)
    var repaired = self.animation(.repaired)
    #expect(repaired.play(at: .hertz(Int64(row.count("display_hz")))).last?.share == 1)
  }

  @Test func `cannot be run twice`() {
    var animation = animation(.article)
    #expect(animation.play().count == 60)
    #expect(animation.play(from: .at(.seconds(5))).isEmpty)
    var repaired = self.animation(.repaired)
    _ = repaired.play()
    #expect(repaired.play(from: .at(.seconds(5))).count == 61)
  }

  @Test func `counts from its first callback`() {
    var animation = animation(.article)
    #expect(animation.play().first?.offset == .zero)
    #expect(animation.beginning == RefreshRate.hertz(60).vsync(1))
  }
}
