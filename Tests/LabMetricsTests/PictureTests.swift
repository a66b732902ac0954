import LabKernel
import LabMetrics
import LabTrace
import Testing

/// A link on a display with vsyncs at 0, 10, 20 …, whose callbacks take 2, and what each picture
/// costs the render server; 0 unless listed by its due instant.
private func pictures(rendering costs: [Int64: Int64], committedAt commits: [Int64: Int64] = [:])
  -> Timeline
{
  var line = Timeline()
  line.link("ball")
  line.vsyncs(every: 10, count: 20)
  for due in stride(from: Int64(0), to: 200, by: 10) {
    line.due("ball", .pending, at: due, index: due / 10)
    line.fire(
      "ball", due: due, takes: 2, committed: commits[due], renders: costs[due, default: 0])
  }
  return line
}

extension Timeline {
  fileprivate func frames(
    depth: Int = 1, _ mode: PresentMode = .mailbox
  ) throws -> (frames: FrameMetrics, run: RunMeasurement) {
    let run = measure(
      end: 205,
      header: Trace.Header(depth: depth, presentMode: mode, warmUp: 3))
    #expect(run.verifyConservation() == [])
    return (try #require(run[driver: "ball"]?.frames), run)
  }
}

@Suite struct `A picture that the render server` {
  /// Committed at 52, it is latched at 60 with a depth of 1 or 2 and rendered from then on.
  @Test(arguments: [(1, 10, 0), (1, 11, 1), (2, 20, 0), (2, 21, 1), (0, 8, 0), (0, 9, 1)])
  func `works on is late when its vsync has passed`(
    depth: Int, cost: Int64, dropped: Int
  ) throws {
    let (frames, _) = try pictures(rendering: [50: cost]).frames(depth: depth)
    #expect(frames.slots?.dropped == dropped)
    #expect(frames.hitches?.renderCount == dropped)
    #expect(frames.slots?.causes[.render, default: 0] == dropped)
  }

  @Test func `is late with costs the slot, and is replaced by the next one`() throws {
    // Rendered from 60 to 75, so that the next one, latched at 70, begins at 75: both reach 80.
    let (frames, run) = try pictures(rendering: [50: 15]).frames()
    #expect(frames.refreshes.repeated == 1)
    #expect(frames.refreshes.replaced == 1)
    #expect(frames.hitches?.renderTime == .nanoseconds(10))
    let blame = run.blameRows(of: "ball").filter { $0.problem == .droppedSlot }
    // Due at the latch before, 2 in the callback, and then nothing but the server.
    #expect(blame.map(\.blame.cause) == [.own, .render])
    #expect(blame.map(\.blame.time) == [.nanoseconds(2), .nanoseconds(8)])
  }

  @Test func `never begins is superseded by a newer one`() throws {
    // Busy from 60 to 95: the pictures latched at 70 and 80 give way to that of 90.
    let (frames, run) = try pictures(rendering: [50: 35]).frames()
    #expect(frames.slots?.causes == [.render: 3])
    #expect(frames.refreshes.replaced == 3)
    #expect(frames.hitches?.count == 1)
    #expect(run[driver: "ball"]?["wasted_work"] == .number(100 * (3 * 2) / 40.0))
  }
}

@Suite struct `A queue for the display` {
  @Test func `shows pictures in order, one a refresh`() throws {
    // The callback of 50 commits at 61 with that of 60 at 62: two for the latch at 70.
    let line = pictures(rendering: [:], committedAt: [50: 61])
    let (mailbox, newest) = try line.frames()
    #expect(mailbox.refreshes.replaced == 1)
    let (fifo, queued) = try line.frames(.fifo(capacity: 2))
    #expect(fifo.refreshes.overwritten == 0)
    #expect(fifo.refreshes.queueGrowth == 1)
    #expect(fifo.slots?.dropped == 1)
    // From then on every picture is a refresh later: a state of high latency, but no hitch.
    #expect(fifo.hitches?.count == 1)
    #expect(fifo.lateFrames.count == 12)
    let (shorter, longer) = (
      try #require(newest[driver: "ball"]?["stage_latch"]),
      try #require(queued[driver: "ball"]?["stage_latch"])
    )
    #expect(longer.number > shorter.number)
  }

  @Test func `refuses a picture when it is full`() throws {
    let line = pictures(rendering: [:], committedAt: [50: 61])
    let (fifo, run) = try line.frames(.fifo(capacity: 1))
    #expect(fifo.refreshes.refused == 1)
    #expect(fifo.refreshes.queueGrowth == 0)
    #expect(run.firingRows(of: "ball")[6].outcome == .refused)
    let lost = run.blameRows(of: "ball").filter { $0.problem == .overwrittenUpdate }
    #expect(lost.map(\.number) == [6])
  }

  @Test func `lets another driver's picture wait behind the first's`() throws {
    var line = pictures(rendering: [:])
    line.timer("other", every: 200)
    line.fire("other", due: 44, takes: 1)
    let (ball, run) = try line.frames(.fifo(capacity: 3))
    #expect(run[driver: "other"]?.frames?.refreshes.new == 1)
    // The refresh that shows the other's picture has none of the link's, and that one waits.
    #expect(ball.slots?.causes == [.queue: 1])
    let blame = run.blameRows(of: "ball").filter { $0.problem == .droppedSlot }
    #expect(blame.map(\.blame.cause).contains(.queue))
  }
}

@Suite struct `An input` {
  @Test func `is answered by the first shown update after it was noticed`() throws {
    var line = pictures(rendering: [:])
    line.add("finger", at: 45) { .input($0, happened: .ns(41)) }
    line.add("finger", at: 46) { .input($0, happened: .ns(43)) }
    let (_, run) = try line.frames()
    // The callback at 50 is shown at 70; it answers both, and the earlier one counts.
    for statistic in ["min", "max"] {
      #expect(run[driver: "ball"]?["input_to_photon_\(statistic)"] == .time(.nanoseconds(70 - 41)))
    }
  }

  @Test func `is carried over when its update is overwritten`() throws {
    // The callback of 50 commits after 60 and is replaced by that of 60, which is shown at 80.
    var line = pictures(rendering: [:], committedAt: [50: 61])
    line.add("finger", at: 45) { .input($0, happened: .ns(41)) }
    let (_, run) = try line.frames()
    #expect(run[driver: "ball"]?["input_to_photon_max"] == .time(.nanoseconds(80 - 41)))
  }

  @Test func `that nothing answers has no latency`() throws {
    var line = pictures(rendering: [:])
    line.add("finger", at: 195) { .input($0, happened: .ns(195)) }
    let ball = try #require(try line.frames().run[driver: "ball"])
    let metric = try #require(MetricDictionary.metric(named: "input_to_photon_max"))
    #expect(metric.value(ball) == nil)
  }
}

@Suite struct `Slots` {
  /// A picture at every refresh from 0 to 190.
  private func slots(_ target: TargetCadence) throws -> SlotCounts? {
    let run = pictures(rendering: [:]).measure(
      end: 205, header: Trace.Header(warmUp: 2, targets: ["ball": target]))
    #expect(run.verifyConservation() == [])
    return try #require(run[driver: "ball"]?.frames).slots
  }

  @Test func `of a target rate hold the refreshes from one wanted frame to the next`() throws {
    // 40 MHz: a frame every 25 ns, at refreshes 2, 5, 7, 10, 12, 15 and 17, the last one
    // unfinished.
    let slots = try #require(try slots(.rate(.hertz(40_000_000))))
    #expect(slots.slots == 7)
    #expect(slots.fulfilled == 7)
    #expect(slots.surplus == 18 - 7)
  }

  @Test func `of a rate above the display's are its refreshes`() throws {
    #expect(try slots(.rate(.hertz(1_000_000_000)))?.slots == 18)
  }

  @Test func `do not exist without a target`() throws {
    #expect(try slots(.undeclared) == nil)
  }

  @Test func `are cut where the pace of a link changes`() throws {
    var line = Timeline()
    line.link("ball", divider: 3)
    line.vsyncs(every: 10, count: 20)
    line.add("ball", at: 90) { .paced($0, every: 2) }
    for due: Int64 in [0, 30, 60, 90, 110, 130, 150, 170, 190] {
      line.due("ball", .pending, at: due, index: due / 10)
      line.fire("ball", due: due, takes: 2)
    }
    let run = line.measure(end: 205)
    #expect(run.verifyConservation() == [])
    // 3 whole slots of 3 refreshes from refresh 2 on, then slots of 2 from refresh 11 to 19.
    let frames = try #require(run[driver: "ball"]?.frames)
    #expect(frames.slots?.dropped == 0)
    #expect(frames.slots?.slots == 3 + 5)
    #expect(run[driver: "ball"]?["judder_max"] == .time(.zero))
  }
}

@Suite struct `A display of adaptive rate` {
  /// A link that wants a picture every 10, and the vsyncs at which its pictures are shown.
  private func measure(_ vsyncs: [Int64]) throws -> DriverMetrics {
    var line = Timeline()
    line.link("ball")
    line.vsyncs(vsyncs, aim: 10, because: .wanted)
    for (index, vsync) in vsyncs.dropLast(2).enumerated() {
      line.due("ball", .pending, at: vsync, index: Int64(index))
      line.fire("ball", due: vsync, takes: vsyncs[index + 1] - vsync - 1)
    }
    let run = line.measure(
      end: 200, header: Trace.Header(depth: 0, warmUp: 1))
    #expect(run.verifyConservation() == [])
    return try #require(run[driver: "ball"])
  }

  @Test func `has no slots, and hitches by what a picture is late`() throws {
    let frames = try #require(try measure([0, 10, 20, 34, 44, 58, 68]).frames)
    #expect(frames.slots == nil)
    #expect(frames.hitches?.count == 2)
    #expect(frames.hitches?.time == .nanoseconds(8))
    #expect(frames.hitches?.longest == .nanoseconds(4))
    #expect(frames.hitches?.ratio == Double(8) / 58 * 1000)
  }

  @Test func `has judder against what the driver wants`() throws {
    #expect(try measure([0, 10, 20, 30, 40, 50, 60])["judder_max"] == .time(.zero))
    #expect(try measure([0, 10, 20, 34, 44, 58, 68])["judder_max"] == .time(.nanoseconds(4)))
  }
}

@Suite struct `Frame rates` {
  @Test func `have three lows with different meanings`() throws {
    // 15 pictures, one of which shows for 30 and the others for 10.
    let (_, run) = try pictures(rendering: [50: 25]).frames()
    let ball = try #require(run[driver: "ball"])
    let low: Double = 1e9 / 30
    for name in ["fps_p1", "fps_low1_average", "fps_low1_integral"] {
      #expect(ball[name] == .number(low), "\(name)")
    }
    let average: Double = 1e9 * 15 / 170
    #expect(ball["fps_avg"] == .number(average))
  }
}
