import LabKernel
import LabMetrics
import LabTrace
import Testing

/// The causes of a driver's problems of one kind as text, such as `4: 9 tasks work`.
private func causes(
  _ line: Timeline, of problem: Problem, end: Int64,
  header: Trace.Header = Trace.Header(warmUp: 2)
) -> [String] {
  let run = line.measure(end: end, header: header)
  #expect(run.verifyConservation() == [])
  return run.blameRows(of: "ball").filter { $0.problem == problem }.map { row in
    let time = row.blame.time.components.attoseconds / 1_000_000_000
    let owner = row.blame.owner.map { " \($0)" } ?? ""
    return "\(row.number): \(time) \(row.blame.cause.rawValue)\(owner)"
  }
}

@Suite struct `A frame that was due in time` {
  /// A link of 10 ns without cost, called out late at one vsync by a task.
  private func link(cost: Int64) -> Timeline {
    var line = Timeline()
    line.link("ball")
    line.vsyncs(every: 10, count: 9)
    line.block("page", from: 45, to: 65)
    for index in 0...Int64(9) {
      line.due("ball", index == 6 ? .blocked : .pending, at: index * 10, index: index)
      guard index != 6 else { continue }
      line.fire("ball", due: index * 10, at: index == 5 ? 65 : nil, takes: cost)
    }
    return line
  }

  @Test func `without cost is dropped by the task at its due instant, not by the phase`() throws {
    let line = link(cost: 0)
    #expect(
      causes(line, of: .droppedSlot, end: 95) == ["6: 10 tasks page", "7: 10 tasks page"])
    let slots = try #require(
      line.measure(end: 95, header: .init(warmUp: 2))[driver: "ball"]?.frames?.slots)
    #expect(slots.causes == [.tasks: 2])
  }

  @Test func `with a cost misses the latch after its due instant`() {
    #expect(causes(link(cost: 1), of: .droppedSlot, end: 95) == ["7: 10 tasks page"])
  }

  @Test func `gives the time before it to what used up the time that was left`() {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.vsyncs(every: 10, count: 9)
    line.block("brief", from: 42, to: 44)
    line.block("long", from: 44, to: 52)
    for due in stride(from: Int64(3), to: 90, by: 10) {
      line.fire("ball", due: due, at: due == 43 ? 52 : due, takes: 1, next: due + 10)
    }
    // Due at 43 with a cost of 1: from 49 on it cannot make the latch at 50.
    #expect(
      causes(line, of: .droppedSlot, end: 95)
        == ["6: 3 tasks long", "6: 1 tasks brief", "6: 6 tasks long"])
  }

  @Test func `is refused where the queue was full`() throws {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.timer("other", every: 10)
    line.vsyncs(every: 10, count: 12)
    for due in stride(from: Int64(2), to: 120, by: 10) {
      line.fire("other", due: due, takes: 1, next: due + 10)
      line.fire("ball", due: due + 2, takes: 1, next: due + 12)
    }
    let header = Trace.Header(presentMode: .fifo(capacity: 1), warmUp: 4)
    let run = line.measure(end: 120, header: header)
    #expect(run.verifyConservation() == [])
    let frames = try #require(run[driver: "ball"]?.frames)
    #expect(frames.refreshes.refused > 0)
    #expect(frames.slots?.causes == [.refused: frames.slots?.dropped ?? 0])
  }
}

@Suite struct `A driver behind itself` {
  @Test func `blames the task for the part that the task held`() {
    var line = Timeline()
    line.timer("ball", every: 20)
    line.block("hog", from: 5, to: 65)
    line.fire("ball", due: 20, at: 65, takes: 1, next: 40)
    line.fire("ball", due: 40, at: 66, takes: 1, next: 60)
    line.fire("ball", due: 60, at: 67, takes: 1, next: 80)
    #expect(
      causes(line, of: .lateFiring, end: 79)
        == [
          "0: 45 tasks hog", "1: 25 tasks hog", "1: 1 own", "2: 5 tasks hog", "2: 2 own",
        ])
  }

  @Test func `leaves what came due under its last callback open`() throws {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.fire("ball", due: 10, takes: 1, next: 20)
    line.fire("ball", due: 20, takes: 40, next: 30)
    let run = line.measure(end: 45)
    #expect(run.verifyConservation() == [])
    let tally = try #require(run[driver: "ball"]).dueInstants
    #expect((tally.open, tally.blocked) == (2, 0))
  }
}

@Suite struct `An input at the instant of a callback` {
  /// A timer of 10 ns and an input that is noticed at 40, before or after the callback then.
  private func latency(noticedFirst: Bool) throws -> MetricValue? {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.vsyncs(every: 10, count: 9)
    for due in stride(from: Int64(0), to: 95, by: 10) {
      if due == 40, noticedFirst { line.add("finger", at: 40) { .input($0, happened: .ns(35)) } }
      line.fire("ball", due: due, next: due + 10)
      if due == 40, !noticedFirst { line.add("finger", at: 40) { .input($0, happened: .ns(35)) } }
    }
    return line.measure(end: 95)[driver: "ball"]?["input_to_photon_max"]
  }

  @Test func `is answered by it if it was noticed before`() throws {
    #expect(try latency(noticedFirst: true) == .time(.nanoseconds(50 - 35)))
  }

  @Test func `is answered by the next one if it was noticed after`() throws {
    #expect(try latency(noticedFirst: false) == .time(.nanoseconds(60 - 35)))
  }
}

@Suite struct `The problems of a run` {
  /// A link behind two tasks, one of which costs it three refreshes.
  private var run: RunMeasurement {
    var line = Timeline()
    line.link("ball")
    line.vsyncs(every: 10, count: 14)
    line.block("page", from: 28, to: 33)
    line.block("noise", from: 65, to: 95)
    for index in 0...Int64(13) {
      let outcome: TraceDueOutcome = index == 8 || index == 9 ? .blocked : .pending
      line.due("ball", outcome, at: index * 10, index: index)
      guard outcome == .pending else { continue }
      line.fire("ball", due: index * 10, at: index == 3 ? 33 : index == 7 ? 95 : nil, takes: 1)
    }
    return line.measure(end: 145, header: Trace.Header(warmUp: 2))
  }

  @Test func `are added up by owner, the longest first`() {
    let totals = run.totalsByOwner(of: "ball", in: .lateFiring)
    #expect(totals.map(\.owner) == ["noise", "page"])
    #expect(totals.map(\.time) == [.nanoseconds(25), .nanoseconds(3)])
    #expect(run.totalsByOwner(in: .lateFiring) == totals)
  }

  @Test func `have a worst moment`() throws {
    let late = try #require(run.worstMoment(of: "ball", in: .lateFiring))
    #expect(late.begin == Instant(nanoseconds: 70))
    #expect(late.duration == .nanoseconds(25))
    #expect(late.worst?.owner == "noise")
    #expect(run.worstMoment(in: .doubleFire) == nil)
  }

  @Test func `count each dropped slot for one owner`() throws {
    let ball = try #require(run[driver: "ball"])
    let counts = ball.blame[.droppedSlot].counts
    #expect(counts.map(\.owner) == ["noise"])
    #expect(counts.map(\.cause) == [.tasks])
    #expect(counts.map(\.count) == [2])
    #expect(ball.blame[.lateFiring].counts == [])
  }

  @Test func `join dropped slots to one hitch`() throws {
    let hitch = try #require(run.worstMoment(in: .droppedSlot))
    #expect(hitch.number == 9)
    #expect((hitch.begin, hitch.duration) == (Instant(nanoseconds: 70), .nanoseconds(20)))
    #expect(hitch.end == Instant(nanoseconds: 90))
    #expect(hitch.worst?.owner == "noise")
  }
}

@Suite struct `A metric that was renamed` {
  @Test(arguments: MetricDictionary.formerNames.map(\.name))
  func `has a successor in the dictionary`(name: String) throws {
    #expect(MetricDictionary.metric(named: name) == nil)
    let successor = try #require(MetricDictionary.successor(of: name))
    let first = successor.prefix { $0 != "," && $0 != " " }
    #expect(MetricDictionary.metric(named: String(first)) != nil)
  }
}
