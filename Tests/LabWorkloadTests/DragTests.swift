import Foundation
import LabKernel
import LabLoop
import LabTrace
import LabWorkload
import Testing

@Suite struct `A finger that is dragged` {
  /// A timer of the default mode, due every millisecond, is silent while the loop tracks.
  private func play(
    _ kind: Gesture.Kind, for length: Int = 100, moves: Duration? = nil, loads: [Load] = []
  ) throws -> Play {
    try Play(
      for: .seconds(6), loads: loads,
      gestures: [
        Gesture(
          name: "finger", begins: .milliseconds(200), lasts: .milliseconds(length),
          moves: moves, kind: kind)
      ], drivers: [.timer(every: .milliseconds(1), in: [.default])])
  }

  /// From when to when the loop ran in the tracking mode, in milliseconds.
  private func tracked(_ play: Play) -> [ClosedRange<Double>] {
    let runs = play.trace.records.filter { record in
      (record.kind == .runBegan || record.kind == .runReturned)
        && play.trace.modes[Int(record.mode)] == "tracking"
    }.map { Double($0.time.nanoseconds) / 1e6 }
    return stride(from: 0, to: runs.count - 1, by: 2).map { runs[$0]...runs[$0 + 1] }
  }

  @Test func `is tracked once it has moved by the slop, until it lifts`() throws {
    // 10 points at 500 points per second take 20 ms.
    let play = try play(.drag(speed: 500))
    #expect(tracked(play) == [220...300.000001])
    let times = play.times(.calloutBegan, of: "ball")
    #expect(!times.contains { $0 > 220 && $0 < 300 } && times.contains(219))
    // The touch itself is noticed at once.
    #expect(play.rows(.input, of: "finger").map(\.first) == [200_000_000])
    #expect(play.times(.input, of: "finger") == [200])
  }

  @Test func `that lifts before that is tracked never`() throws {
    let play = try play(.drag(speed: 50))
    #expect(tracked(play) == [])
    #expect(play.times(.input, of: "finger") == [200])
  }

  @Test func `is tracked as soon as the thread sees how far it has come`() throws {
    let work = Load.work(.at([.milliseconds(190)]), takes: .milliseconds(50), named: "work")
    let play = try play(.drag(speed: 500), loads: [work])
    #expect(tracked(play) == [240...300.000001])
    #expect(play.times(.input, of: "finger") == [240])
  }

  /// v₀, and how long a view then takes to come within half a point of its end, in milliseconds:
  /// the smallest t with 0.998^t · v₀ / k ≤ 0.5, tried millisecond by millisecond.
  @Test(arguments: [200.0, 1000, 3000])
  func `that flings is tracked until the view is at rest`(speed: Double) throws {
    let k = -1000 * log(0.998)
    let closed = log(speed / k / 0.5) / k * 1000
    var (left, time) = (speed / k, 0)
    while left > 0.5 {
      time += 1
      left = speed / k * pow(0.998, Double(time))
    }
    #expect(Double(time - 1) < closed && closed <= Double(time))
    let span = try #require(tracked(play(.fling(speed: speed, slop: 0))).first)
    #expect(span.lowerBound == 200)
    #expect(abs(span.upperBound - (300 + closed)) < 0.00001, "\(speed)")
  }

  /// Plays a fling at 200 ms for 100 ms at 1,000 points per second, beside another gesture.
  private func flung(_ other: Gesture, _ loads: [Load] = []) throws -> Play {
    try Play(
      for: .seconds(8), loads: loads,
      gestures: [
        Gesture(
          name: "finger", begins: .milliseconds(200), lasts: .milliseconds(100),
          kind: .fling(speed: 1000, slop: 0)), other,
      ], drivers: [.timer(every: .milliseconds(1), in: [.default])])
  }

  @Test func `that touches a view stops it`() throws {
    for kind in [Gesture.Kind.fling(speed: 500, slop: 0), .scroll] {
      let again = Gesture(
        name: "again", begins: .milliseconds(700), lasts: .milliseconds(50), kind: kind)
      let play = try flung(again)
      let spans = tracked(play)
      #expect(spans.count == 2)
      #expect(spans.first == 200...700)
      #expect(spans.last?.lowerBound == 700)
      // Noticed at once: the deceleration no longer keeps the loop from it.
      #expect(play.times(.input, of: "again") == [700])
    }
    let tap = Gesture(
      name: "again", begins: .milliseconds(700), lasts: .milliseconds(50), kind: .tap)
    #expect(try tracked(flung(tap)) == [200...700])
  }

  @Test func `does not stop a finger that is down, nor a view that rests`() throws {
    let early = Gesture(
      name: "again", begins: .milliseconds(250), lasts: .milliseconds(10), kind: .tap)
    let late = Gesture(
      name: "again", begins: .seconds(6), lasts: .milliseconds(10), kind: .tap)
    let undisturbed = try tracked(play(.fling(speed: 1000, slop: 0)))
    #expect(try tracked(flung(early)) == undisturbed)
    #expect(try tracked(flung(late)) == undisturbed)
  }

  @Test func `stops a view while the thread is busy, or before it saw the fling`() throws {
    let tap = Gesture(
      name: "again", begins: .milliseconds(700), lasts: .milliseconds(50), kind: .tap)
    let busy = Load.work(.at([.milliseconds(690)]), takes: .milliseconds(40), named: "work")
    #expect(try tracked(flung(tap, [busy])) == [200...730])
    // The thread is busy from before the touch until the view has been stopped: nothing is tracked,
    // and the next gesture is.
    let long = Load.work(.at([.milliseconds(190)]), takes: .milliseconds(600), named: "work")
    #expect(try tracked(flung(tap, [long])) == [])
    let scroll = Gesture(
      name: "again", begins: .milliseconds(700), lasts: .milliseconds(300))
    #expect(try tracked(flung(scroll, [long])) == [790...1000.000001])
  }

  @Test func `comes as far as the sum of its speeds`() {
    // By steps of 20 microseconds, the midpoint rule, for 8 s.
    let k = -1000 * log(0.998)
    var distance = 0.0
    for step in 0..<400_000 { distance += 1000 * exp(-k * (Double(step) + 0.5) / 5e4) / 5e4 }
    #expect(abs(Deceleration(from: 1000).distance - distance) < 0.001)
    #expect(Deceleration(from: 1).duration == .zero)
    #expect(Deceleration(from: 0).duration == .zero)
  }

  @Test func `reports its moves in every common mode`() throws {
    let play = try play(.drag(speed: 250), moves: .milliseconds(16))
    // Two moves before the slop of 40 ms, four while it is tracked.
    #expect(play.times(.input, of: "finger moves") == [216, 232, 248, 264, 280, 296])
    #expect(tracked(play) == [240...300.000001])
  }
}

@Suite struct `A tap` {
  @Test func `is noticed when the finger touches and when it lifts, in any common mode`() throws {
    let tap = Gesture(
      name: "tap", begins: .milliseconds(20), lasts: .milliseconds(15), kind: .tap)
    let scroll = Gesture(
      name: "scroll", begins: .milliseconds(30), lasts: .milliseconds(40))
    let play = try Play(
      for: .milliseconds(100), gestures: [tap, scroll],
      drivers: [.timer(every: .milliseconds(10), in: [.default])])
    #expect(play.times(.input, of: "tap") == [20, 35])
    #expect(play.trace.records.count { $0.kind == .runBegan } == 2)
    #expect(play.times(.calloutBegan, of: "ball") == [10, 20, 30, 70.000001, 80, 90, 100])
  }
}
