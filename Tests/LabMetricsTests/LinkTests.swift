import LabKernel
import LabMetrics
import LabTrace
import Testing

@Suite struct `A link's due instants` {
  @Test func `are told apart by what became of them`() throws {
    var line = Timeline()
    line.link("ball")
    line.vsyncs(every: 10, count: 8)
    line.block(from: 5, to: 25)
    line.scroll(from: 25, to: 35)
    line.block(from: 65, to: 90)
    line.due("ball", .pending, at: 0, index: 0)
    line.fire("ball", due: 0)
    line.due("ball", .pending, at: 10, index: 1)
    line.due("ball", .blocked, at: 20, index: 2)
    line.due("ball", .starved, at: 30, index: 3)
    line.fire("ball", due: 10, at: 35, stamp: 30)
    line.due("ball", .suppressed, at: 40, index: 4)
    line.due("ball", .cancelled, at: 50, index: 5)
    line.due("ball", .pending, at: 70, index: 7)
    let run = line.measure(end: 85)
    let tally = try #require(run[driver: "ball"]).dueInstants
    #expect(tally.due == 7)
    #expect(tally.fired == 2)
    #expect(tally.blocked == 1)
    #expect(tally.starved == 1)
    #expect(tally.suppressed == 1)
    #expect(tally.cancelled == 1)
    #expect(tally.open == 1)
    #expect(run.verifyConservation() == [])
  }

  @Test func `can be suppressed after they were pending`() throws {
    var line = Timeline()
    line.link("ball")
    line.vsyncs(every: 10, count: 4)
    line.due("ball", .pending, at: 10, index: 1)
    line.due("ball", .suppressed, at: 20, index: 2)
    line.due("ball", .suppressed, at: 20, index: 1)
    line.due("ball", .pending, at: 30, index: 3)
    line.fire("ball", due: 30)
    let run = line.measure(end: 45)
    let ball = try #require(run[driver: "ball"])
    #expect(ball.dueInstants.suppressed == 2)
    #expect(ball.dueInstants.due == 3)
    #expect(run.firingRows(of: "ball").map(\.missed) == [2])
    #expect(run.verifyConservation() == [])
  }

  @Test func `count as missed between the firings on either side`() throws {
    let run = linkTimeline(vsyncs: 10, except: [4, 5]).measure(end: 105)
    #expect(run.firingRows(of: "ball").map(\.missed) == [0, 0, 0, 0, 2, 0, 0, 0, 0])
  }

  @Test func `that are pending when the link is paused are cancelled`() throws {
    var line = Timeline()
    line.link("ball")
    line.vsyncs(every: 10, count: 4)
    line.due("ball", .pending, at: 10, index: 1)
    line.add("ball", at: 12) { .paused($0) }
    let run = line.measure(end: 45)
    #expect(run[driver: "ball"]?.dueInstants.cancelled == 1)
    #expect(run.verifyConservation() == [])
  }
}

@Suite struct `A callback within another one` {
  @Test func `lets the outer one end and update, however many come within it`() throws {
    var line = Timeline()
    line.link("ball")
    line.vsyncs(every: 10, count: 21)
    line.due("ball", .pending, at: 10, index: 1)
    line.add("ball", at: 10) { .calloutBegan($0, .link, due: .ns(10), newest: .ns(10)) }
    for index in 2...20 as ClosedRange<Int64> {
      line.due("ball", .pending, at: index * 10, index: index)
      line.fire("ball", due: index * 10, at: index * 10 + 1, takes: 1, updates: false)
    }
    line.add("ball", at: 205) { .update($0, animationTime: .ns(10), due: .ns(10)) }
    line.add("ball", at: 205) { .calloutEnded($0, .link, next: nil, missed: 0) }
    let run = line.measure(end: 208)
    #expect(run.firingRows(of: "ball").map(\.ended).first == .ns(205))
    #expect(run.verifyConservation() == [])
  }
}

@Suite struct `Time without a driver's mode` {
  @Test func `is the time of nested runs and of removal`() throws {
    var line = Timeline()
    line.link("ball")
    line.scroll(from: 10, to: 25)
    line.add("ball", at: 40) { .left($0, mode: 0) }
    line.add("ball", at: 47) { .joined($0, mode: 0) }
    #expect(line.measure(end: 60)[driver: "ball"]?.starvedSpan == .nanoseconds(22))
  }

  @Test func `is none for a driver in both modes`() throws {
    var line = Timeline()
    line.link("ball", modes: [0, 1])
    line.scroll(from: 10, to: 25)
    #expect(line.measure(end: 60)[driver: "ball"]?.starvedSpan == .zero)
  }

  @Test func `ends with the run and with an invalidation`() throws {
    var line = Timeline()
    line.link("ball")
    line.link("other")
    line.scroll(from: 10, to: 90)
    line.add("other", at: 30) { .invalidated($0) }
    let run = line.measure(end: 60)
    #expect(run[driver: "ball"]?.starvedSpan == .nanoseconds(50))
    #expect(run[driver: "other"]?.starvedSpan == .nanoseconds(20))
  }
}
