import LabKernel
import LabMetrics
import LabTrace
import Testing

/// The causes of the dropped slots of ‘ball’, after two refreshes of warm-up.
private func causes(_ line: Timeline, end: Int64) throws -> [BlameCause: Int] {
  let run = line.measure(end: end, header: Trace.Header(warmUp: 2))
  #expect(run.verifyConservation() == [])
  return try #require(run[driver: "ball"]?.frames?.slots).causes
}

@Suite struct `A dropped slot counts for` {
  @Test func `another mode, when the callback starved in it`() throws {
    var line = Timeline()
    line.link("ball")
    line.vsyncs(every: 10, count: 12)
    line.scroll(from: 35, to: 65)
    for index in 0...Int64(12) {
      let outcome: TraceDueOutcome = index == 5 || index == 6 ? .starved : .pending
      line.due("ball", outcome, at: index * 10, index: index)
      guard outcome == .pending else { continue }
      line.fire("ball", due: index * 10, at: index == 4 ? 65 : nil, takes: 2)
    }
    // Due at 40, answered at 65 and latched at 70: nothing for the latches at 50 and 60.
    #expect(try causes(line, end: 125) == [.starved: 2])
  }

  @Test func `the driver itself, when its callback was too long`() throws {
    var line = Timeline()
    line.link("ball")
    line.vsyncs(every: 10, count: 12)
    for index in 0...Int64(12) {
      line.due("ball", index == 5 ? .blocked : .pending, at: index * 10, index: index)
      guard index != 5 else { continue }
      line.fire("ball", due: index * 10, takes: index == 4 ? 18 : 2)
    }
    #expect(try causes(line, end: 125) == [.own: 1])
  }

  @Test func `the callback that a policy took away`() throws {
    let line = linkTimeline(vsyncs: 12, except: [5], outcome: .suppressed)
    #expect(try causes(line, end: 125) == [.missed: 1])
  }

  @Test func `the wake-up, when the thread still slept at the due instant`() throws {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.vsyncs(every: 10, count: 12)
    for due in stride(from: Int64(8), to: 120, by: 10) {
      let isLate = due == 48
      if isLate { line.add(at: 51) { _ in .woke(after: 3) } }
      line.fire("ball", due: due, at: isLate ? 51 : due, takes: 1, next: due + 10)
    }
    // Due at 48, woken at 51: the latch at 50 finds nothing, the one at 60 two updates.
    #expect(try causes(line, end: 120) == [.wake: 1])
  }

  @Test func `the block that made the callback late`() throws {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.vsyncs(every: 10, count: 12)
    line.block(from: 46, to: 51)
    for due in stride(from: Int64(8), to: 120, by: 10) {
      line.fire("ball", due: due, at: due == 48 ? 51 : due, takes: 1, next: due + 10)
    }
    #expect(try causes(line, end: 120) == [.tasks: 1])
  }

  @Test func `the commit, when the callback ended in time`() throws {
    var line = Timeline()
    line.link("ball")
    line.vsyncs(every: 10, count: 12)
    for index in 0...Int64(12) {
      line.due("ball", .pending, at: index * 10, index: index)
      line.fire("ball", due: index * 10, takes: 2, committed: index == 4 ? 51 : nil)
    }
    #expect(try causes(line, end: 125) == [.commit: 1])
  }

  @Test func `idleness before the first callback and after the last`() throws {
    var line = Timeline()
    line.timer("ball", every: 0)
    line.vsyncs(every: 10, count: 9)
    line.fire("ball", due: 42, takes: 1)
    // Refresh 6 of 2 … 8 is new.
    #expect(try causes(line, end: 95) == [.idle: 6])
  }

  @Test func `the phase, when nothing was due in time for the latch`() throws {
    var line = Timeline()
    line.timer("ball", every: 20)
    line.vsyncs(every: 10, count: 12)
    for due in stride(from: Int64(5), to: 120, by: 20) {
      line.fire("ball", due: due, takes: 1, next: due + 20)
    }
    #expect(try causes(line, end: 120) == [.phase: 5])
  }
}
