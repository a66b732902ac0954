import LabKernel
import LabMetrics
import LabTrace
import Testing

/// A link on vsyncs 0, 10, 20 … ns: each callback takes 2 ns and shows two refreshes later.
func linkTimeline(
  vsyncs count: Int64, divider: Int64 = 1, except skipped: Set<Int64> = [],
  outcome: TraceDueOutcome = .blocked
) -> Timeline {
  var line = Timeline()
  line.link("ball", divider: divider)
  line.vsyncs(every: 10, count: count)
  for index in stride(from: 0, through: count, by: Int(divider)) {
    let time = index * 10
    let isSkipped = skipped.contains(index)
    line.due("ball", isSkipped ? outcome : .pending, at: time, index: index)
    if !isSkipped { line.fire("ball", due: time, takes: 2) }
  }
  return line
}

@Suite struct `A refresh` {
  @Test func `takes a commit at the very instant of its latch`() throws {
    var line = Timeline()
    line.timer("ball", every: 100)
    line.vsyncs(every: 10, count: 6)
    line.fire("ball", due: 20)
    let rows = line.measure(end: 65).refreshRows(of: "ball")
    // Depth 1: refresh 3 latches at vsync 2.
    #expect(rows.filter(\.isNew).map(\.index) == [3])
  }

  @Test func `leaves a commit just after its latch to the next one`() throws {
    var line = Timeline()
    line.timer("ball", every: 100)
    line.vsyncs(every: 10, count: 6)
    line.fire("ball", due: 20, takes: 1)
    let rows = line.measure(end: 65).refreshRows(of: "ball")
    #expect(rows.filter(\.isNew).map(\.index) == [4])
  }

  @Test(arguments: [(0, Int64(0), 3), (1, 0, 4), (2, 0, 5), (1, 8, 4), (1, 9, 5)])
  func `shows a commit after depth and guard`(depth: Int, guardTime: Int64, refresh: Int) {
    // A commit at 22 ns: vsync 3 at 30 ns latches it unless the guard exceeds 8 ns.
    var line = Timeline()
    line.timer("ball", every: 100)
    line.vsyncs(every: 10, count: 8)
    line.fire("ball", due: 20, takes: 2)
    let header = Trace.Header(
      depth: depth, guardTime: .nanoseconds(guardTime), warmUp: 0)
    let run = line.measure(end: 85, header: header)
    #expect(run.refreshRows(of: "ball").filter(\.isNew).map(\.index) == [refresh])
    #expect(run.verifyConservation() == [])
  }

  @Test func `shows the last of two updates, merged in one commit`() throws {
    var line = Timeline()
    line.timer("ball", every: 4)
    line.vsyncs(every: 10, count: 5)
    line.fire("ball", due: 12, next: 16, committed: 18)
    line.fire("ball", due: 16, next: 20, committed: 18)
    let run = line.measure(end: 55)
    let counts = try #require(run[driver: "ball"]?.frames).refreshes
    #expect(counts.merged == 1)
    #expect(counts.replaced == 0)
    #expect(counts.new == 1)
    #expect(run.firingRows(of: "ball").map(\.outcome) == [.merged, .shown])
  }

  @Test func `shows the last of two updates, replaced by a later commit`() throws {
    var line = Timeline()
    line.timer("ball", every: 4)
    line.vsyncs(every: 10, count: 5)
    line.fire("ball", due: 12, next: 16)
    line.fire("ball", due: 16, next: 20)
    let run = line.measure(end: 55)
    let frames = try #require(run[driver: "ball"]?.frames)
    #expect(frames.refreshes.replaced == 1)
    #expect(frames.firings.doubleFires == 1)
    #expect(run.firingRows(of: "ball").map(\.outcome) == [.replaced, .shown])
    #expect(run.refreshRows(of: "ball")[3].overwritten == 1)
  }

  @Test func `is measured only after the warm-up and with an end`() throws {
    let run = linkTimeline(vsyncs: 10).measure(end: 105, header: Trace.Header())
    #expect(run.warmUp == 3)
    #expect(run.refreshes == 7)
    #expect(run.window == .nanoseconds(70))
    #expect(run[driver: "ball"]?.frames?.refreshes.repeated == 0)
    // Firings need no warm-up: those at 0, 10, … 100 ns all count.
    #expect(run[driver: "ball"]?.dueInstants.fired == 11)
  }

  @Test func `has a longer warm-up in a deeper pipeline`() {
    let header = Trace.Header(depth: 4)
    #expect(linkTimeline(vsyncs: 10).measure(end: 105, header: header).warmUp == 5)
  }

  @Test func `that never happens repeats nothing`() throws {
    // The display idles from 50 to 500 ns: one long refresh, no repeats.
    var line = Timeline()
    line.link("ball")
    let vsyncs: [Int64] = [0, 10, 20, 30, 40, 50, 500, 510, 520]
    line.vsyncs(vsyncs)
    for (index, time) in vsyncs.enumerated() {
      line.due("ball", .pending, at: time, index: Int64(index))
      line.fire("ball", due: time, takes: 2)
    }
    let run = line.measure(end: 525, header: Trace.Header(warmUp: 2))
    #expect(run[driver: "ball"]?.frames?.refreshes.repeated == 0)
    #expect(run[driver: "ball"]?.frames?.hitches?.time == .zero)
  }

  @Test func `after the end of the run does not count`() {
    #expect(linkTimeline(vsyncs: 10).measure(end: 55).refreshRows(of: "ball").count == 6)
  }

  @Test func `whose update the end of the run left unseen is open`() {
    let run = linkTimeline(vsyncs: 10).measure(end: 55)
    #expect(run.firingRows(of: "ball").suffix(3).map(\.outcome) == [.shown, .open, .open])
  }
}

@Suite struct `A frame` {
  @Test func `that is missing is a dropped slot and a hitch`() throws {
    let run = linkTimeline(vsyncs: 20, except: [8, 9]).measure(
      end: 205, header: Trace.Header())
    let frames = try #require(run[driver: "ball"]?.frames)
    #expect(frames.slots?.dropped == 2)
    #expect(frames.hitches?.count == 1)
    #expect(frames.hitches?.time == .nanoseconds(20))
    #expect(frames.hitches?.longest == .nanoseconds(20))
    // 20 ns in a window of 170 ns.
    #expect(frames.hitches?.ratio == Double(20) / 170 * 1000)
    #expect(frames.slots?.causes == [.missed: 2])
  }

  @Test func `is expected only as often as the link's divider says`() throws {
    let run = linkTimeline(vsyncs: 20, divider: 2).measure(end: 205, header: .init())
    let frames = try #require(run[driver: "ball"]?.frames)
    #expect(frames.slots?.dropped == 0)
    #expect(frames.refreshes.repeated == 9)
    #expect(run.verifyConservation() == [])
  }

  @Test(arguments: [(1, 50.0), (2, 0)])
  func `of a half-rate timer is dropped only if every refresh wants one`(
    cadence: Int, dropped: Double
  ) throws {
    var line = Timeline()
    line.timer("ball", every: 20)
    line.vsyncs(every: 10, count: 23)
    for due in stride(from: Int64(0), to: 230, by: 20) {
      line.fire("ball", due: due, takes: 2, next: due + 20)
    }
    let run = line.measure(
      end: 235, header: Trace.Header(targets: ["ball": .refreshes(cadence)]))
    let frames = try #require(run[driver: "ball"]?.frames)
    #expect(frames.slots?.droppedShare == dropped)
    #expect(run.verifyConservation() == [])
  }

  @Test func `beyond the one wanted in a slot is surplus`() throws {
    let run = linkTimeline(vsyncs: 20).measure(
      end: 205, header: Trace.Header(targets: ["ball": 2]))
    let slots = try #require(run[driver: "ball"]?.frames?.slots)
    // 17 refreshes: 8 whole slots and an unfinished one that is fulfilled.
    #expect(slots.slots == 9)
    #expect(slots.surplus == 8)
  }

  @Test func `is not expected during a pause`() throws {
    var line = linkTimeline(vsyncs: 30, except: [10, 11, 12, 13, 14], outcome: .cancelled)
    line.add("ball", at: 95) { .paused($0) }
    line.add("ball", at: 145) { .resumed($0) }
    let run = line.measure(end: 305, header: Trace.Header())
    let ball = try #require(run[driver: "ball"])
    #expect(ball.dueInstants.cancelled == 5)
    #expect(ball.dueInstants.missed == 0)
    #expect(ball.frames?.slots?.dropped == 0)
    #expect(ball.frames?.refreshes.repeated == 0)
    #expect(ball.frames?.refreshes.refreshes == ball.frames?.refreshes.new)
    // The interval from 90 to 150 ns across the pause is none.
    #expect(ball["longest_gap"] == .time(.nanoseconds(10)))
    #expect(run.verifyConservation() == [])
  }

  @Test func `after a pause has no animation error`() throws {
    var line = linkTimeline(vsyncs: 30, except: [10, 11, 12, 13, 14], outcome: .cancelled)
    line.add("ball", at: 95) { .paused($0) }
    line.add("ball", at: 145) { .resumed($0) }
    let rows = line.measure(end: 305, header: Trace.Header()).refreshRows(of: "ball")
    #expect(rows[17].isNew)
    #expect(rows[17].animationError == nil)
    #expect(rows[18].animationError == .zero)
    #expect(rows[3].animationError == nil)
  }

  @Test func `has the worst second where drops crowd`() throws {
    var line = Timeline()
    line.link("ball")
    line.vsyncs(every: 100_000_000, count: 43)
    for index in 0...Int64(43) where !(20...23).contains(index) && index != 35 {
      line.fire("ball", due: index * 100_000_000, takes: 1000)
    }
    let run = line.measure(end: 4_310_000_000, header: Trace.Header())
    // Four of the ten slots of a second; 5 of 40 in all.
    let ball = try #require(run[driver: "ball"])
    #expect(ball["dropped_worst"] == .number(40))
    #expect(ball["dropped_share"] == .number(12.5))
  }

  @Test func `passes through five stages`() throws {
    var line = Timeline()
    line.timer("ball", every: 100)
    line.vsyncs(every: 10, count: 6)
    line.fire("ball", due: 20, at: 21, takes: 2, committed: 26)
    let ball = try #require(line.measure(end: 65)[driver: "ball"])
    #expect(ball["stage_wake"] == .time(.nanoseconds(1)))
    #expect(ball["stage_callback"] == .time(.nanoseconds(2)))
    #expect(ball["stage_commit"] == .time(.nanoseconds(3)))
    #expect(ball["stage_latch"] == .time(.nanoseconds(4)))
    #expect(ball["stage_pipeline"] == .time(.nanoseconds(10)))
    #expect(ball["tick_to_photon_max"] == .time(.nanoseconds(19)))
    #expect(ball["due_to_photon_max"] == .time(.nanoseconds(20)))
  }
}
