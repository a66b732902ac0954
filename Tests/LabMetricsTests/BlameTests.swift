import LabKernel
import LabMetrics
import LabTrace
import Testing

/// The causes of a driver's problems of one kind as text, such as `4: 9 tasks work 3`.
private func causes(
  _ line: Timeline, of problem: Problem, end: Int64, driver: String = "ball",
  header: Trace.Header = Trace.Header(warmUp: 0)
) -> [String] {
  let run = line.measure(end: end, header: header)
  #expect(run.verifyConservation() == [])
  return run.blameRows(of: driver).filter { $0.problem == problem }.map { row in
    var words = ["\(row.number):", "\(row.blame.time.components.attoseconds / 1_000_000_000)"]
    words.append(row.blame.cause.rawValue)
    if let owner = row.blame.owner { words.append(owner) }
    if let serial = row.blame.serial { words.append("\(serial)") }
    return words.joined(separator: " ")
  }
}

@Suite struct `A late firing is put down to` {
  @Test func `each task that it waited for, by name and number`() {
    var line = Timeline()
    line.timer("ball", every: 100)
    line.block("page", from: 5, to: 12, serial: 3)
    line.block("page", from: 12, to: 14, serial: 4)
    line.block("noise", from: 14, to: 20, serial: 0)
    line.fire("ball", due: 10, at: 20)
    #expect(
      causes(line, of: .lateFiring, end: 50)
        == ["0: 2 tasks page 3", "0: 2 tasks page 4", "0: 6 tasks noise 0"])
  }

  @Test func `a task of many seconds, once`() {
    var line = Timeline()
    line.timer("ball", every: 20_000_000_000)
    line.block("page", from: 5, to: 10_000_000_005, serial: 3)
    line.fire("ball", due: 10, at: 10_000_000_005)
    let run = line.measure(end: 10_000_000_100, header: Trace.Header(warmUp: 0))
    #expect(run.verifyConservation() == [])
    let late = run.blameRows(of: "ball").filter { $0.problem == .lateFiring }
    #expect(late.map(\.blame.time) == [.nanoseconds(9_999_999_995)])
    #expect(run.holders(from: .start, for: .seconds(20)).map(\.time) == [.seconds(10)])
  }

  @Test func `the callout of another driver`() {
    var line = Timeline()
    line.timer("ball", every: 100)
    line.timer("other", every: 100)
    line.fire("other", due: 8, takes: 7)
    line.fire("ball", due: 10, at: 15)
    #expect(causes(line, of: .lateFiring, end: 50) == ["0: 5 callouts other"])
  }

  @Test func `the task, not the callout in which it is worked off`() {
    var line = Timeline()
    line.timer("ball", every: 100)
    line.add("queue", at: 5) { .calloutBegan($0, .mainQueue, due: .start, newest: .start) }
    line.block("page", from: 6, to: 12, serial: 1)
    line.add("queue", at: 15) { .calloutEnded($0, .mainQueue, next: nil, missed: 0) }
    line.fire("ball", due: 10, at: 15)
    #expect(
      causes(line, of: .lateFiring, end: 50) == ["0: 2 tasks page 1", "0: 3 callouts queue"])
  }

  @Test func `the mode in which it starved, even while a task works in it`() {
    var line = Timeline()
    line.timer("ball", every: 100)
    line.block("page", from: 5, to: 12)
    line.add(at: 12, mode: 1, depth: 2) { _ in .runBegan(limit: nil) }
    line.block("page", from: 15, to: 25)
    line.add(at: 30, mode: 1, depth: 2) { _ in .runReturned(.finished) }
    line.fire("ball", due: 10, at: 30)
    #expect(
      causes(line, of: .lateFiring, end: 50) == ["0: 2 tasks page 0", "0: 18 starved tracking"])
  }

  @Test func `the driver's own callback before it`() {
    var line = Timeline()
    line.link("ball")
    line.due("ball", .pending, at: 10, index: 1)
    line.due("ball", .pending, at: 20, index: 2)
    line.fire("ball", due: 10, takes: 15)
    line.block(from: 25, to: 27)
    line.fire("ball", due: 20, at: 27)
    #expect(causes(line, of: .lateFiring, end: 50) == ["1: 5 own", "1: 2 tasks work 0"])
  }

  @Test func `the wake-up`() {
    var line = Timeline()
    line.timer("ball", every: 100)
    line.add(at: 13) { _ in .woke(after: 3) }
    line.fire("ball", due: 10, at: 13)
    #expect(causes(line, of: .lateFiring, end: 50) == ["0: 3 wake"])
  }

  @Test func `its tolerance, and nothing beyond it`() {
    var line = Timeline()
    line.add("ball", at: 0) { .declared($0, .timer, interval: 100, tolerance: 4) }
    line.add("ball", at: 0) { .joined($0, mode: 0) }
    line.fire("ball", due: 10, at: 14)
    #expect(causes(line, of: .lateFiring, end: 50) == ["0: 4 tolerance"])
  }

  @Test func `its date, when that was set too late`() {
    var line = Timeline()
    line.timer("ball", every: 100)
    line.block(from: 20, to: 30)
    line.add("ball", at: 25) { .rephased($0, to: .ns(10)) }
    line.fire("ball", due: 10, at: 30)
    #expect(causes(line, of: .lateFiring, end: 50) == ["0: 15 set_late", "0: 5 tasks work 0"])
  }

  @Test func `the time between two runs of the loop`() {
    var line = Timeline()
    line.timer("ball", every: 100)
    line.add(at: 5) { _ in .runReturned(.finished) }
    line.add(at: 18) { _ in .runBegan(limit: nil) }
    line.fire("ball", due: 10, at: 18)
    #expect(causes(line, of: .lateFiring, end: 50) == ["0: 8 outside"])
  }

  @Test func `nobody, in a trace that does not say why`() {
    var line = Timeline()
    line.timer("ball", every: 100)
    line.fire("ball", due: 10, at: 13)
    let run = line.measure(end: 50)
    #expect(run.verifyConservation().map(\.identity) == [.blame])
    #expect(run.blameRows(of: "ball").map(\.blame.cause) == [.unexplained])
  }

  @Test func `culprits whose totals are ranked`() throws {
    var line = Timeline()
    line.timer("ball", every: 20)
    for (serial, due) in [Int64(10), 30, 50].enumerated() {
      line.block("page", from: due - 5, to: due + 3, serial: Int64(serial))
      line.fire("ball", due: due, at: due + 3, next: due + 20)
    }
    line.block("noise", from: 65, to: 75, serial: 0)
    line.fire("ball", due: 70, at: 75, next: 90)
    let ledger = try #require(line.measure(end: 90)[driver: "ball"]).blame[.lateFiring]
    #expect(ledger.total == .nanoseconds(14))
    #expect(ledger.causes == [.tasks: .nanoseconds(14)])
    #expect(ledger.culprits.map(\.owner) == ["page", "noise"])
    #expect(ledger.culprits.map(\.time) == [.nanoseconds(9), .nanoseconds(5)])
  }
}

@Suite struct `The sums of blame` {
  private static func blame(
    _ cause: BlameCause, _ owner: String?, _ serial: Int?, _ time: Int64
  ) -> Blame {
    Blame(cause: cause, owner: owner, serial: serial, time: .nanoseconds(time))
  }

  @Test func `add up the stretches of a task, however many lie in between`() {
    let blames = [
      Self.blame(.tasks, "page", 2, 10), Self.blame(.tasks, "page", 4, 9),
      Self.blame(.wake, nil, nil, 1), Self.blame(.tasks, "page", 4, 9),
    ]
    #expect(
      blames.summed() == [
        Self.blame(.tasks, "page", 4, 18), Self.blame(.tasks, "page", 2, 10),
        Self.blame(.wake, nil, nil, 1),
      ])
    #expect(
      blames.summed(byTask: false) == [
        Self.blame(.tasks, "page", nil, 28), Self.blame(.wake, nil, nil, 1),
      ])
  }

  @Test func `of equal length have the order of causes, then of first stretches`() {
    let blames = [
      Self.blame(.render, nil, nil, 3), Self.blame(.tasks, "page", 7, 2),
      Self.blame(.tasks, "net", 1, 3), Self.blame(.tasks, "page", 7, 1),
    ]
    #expect(blames.summed().map(\.owner) == ["page", "net", nil])
    #expect([Blame]().summed() == [])
  }
}

@Suite struct `A picture that was not seen is put down to` {
  /// A link of 10 ns behind a task that ends at `began`; it is not called at one vsync.
  ///
  /// With the latch one refresh before the light, refresh 6 latches at 50 what is committed after
  /// 40.
  private func slots(
    at began: Int64 = 40, takes cost: Int64 = 1, committed: Int64? = nil, except: Int64,
    _ outcome: TraceDueOutcome = .blocked
  ) -> [String] {
    var line = Timeline()
    line.link("ball")
    line.vsyncs(every: 10, count: 9)
    line.block("page", from: 38, to: began, serial: 7)
    for index in 0...Int64(9) {
      line.due("ball", index == except ? outcome : .pending, at: index * 10, index: index)
      guard index != except else { continue }
      let isLate = index == 4
      line.fire(
        "ball", due: index * 10, at: isLate ? began : nil, takes: isLate ? cost : 1,
        committed: isLate ? committed : nil)
    }
    line.block("queue", from: 46, to: 49, serial: 8)
    return causes(line, of: .droppedSlot, end: 95, header: Trace.Header(warmUp: 2))
  }

  @Test func `the task before its callback, and then the callback`() {
    #expect(slots(at: 44, takes: 7, except: 5) == ["6: 4 tasks page 7", "6: 6 own"])
  }

  @Test func `the wait for its commit, and who held the thread meanwhile`() {
    #expect(
      slots(at: 42, takes: 2, committed: 51, except: 5)
        == ["6: 2 tasks page 7", "6: 2 own", "6: 2 commit", "6: 3 tasks queue 8", "6: 1 commit"])
  }

  @Test func `the callback that a policy took away`() {
    #expect(slots(except: 5, .suppressed) == ["7: 10 missed"])
  }

  @Test func `the phase, where nothing was due`() {
    var line = Timeline()
    line.timer("ball", every: 20)
    line.vsyncs(every: 10, count: 6)
    for due: Int64 in [5, 25, 45] { line.fire("ball", due: due, takes: 1, next: due + 20) }
    // Latch intervals without a commit: 10 … 20 and 30 … 40.
    #expect(
      causes(line, of: .droppedSlot, end: 60, header: Trace.Header(warmUp: 2))
        == ["3: 10 phase", "5: 10 phase"])
  }

  @Test func `idleness after the last callback`() {
    var line = Timeline()
    line.timer("ball", every: 0)
    line.vsyncs(every: 10, count: 5)
    line.fire("ball", due: 15, takes: 1)
    // Refresh 3 shows the only picture.
    #expect(
      causes(line, of: .droppedSlot, end: 50, header: Trace.Header(warmUp: 3))
        == ["4: 10 idle"])
  }

  @Test func `what made it so late that the next one overwrote it`() {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.vsyncs(every: 10, count: 9)
    line.block("page", from: 46, to: 51, serial: 7)
    for due in stride(from: Int64(8), to: 95, by: 10) {
      line.fire("ball", due: due, at: due == 48 ? 51 : due, takes: 1, next: due + 10)
    }
    // Both commits fall between the latches at 50 and 60, both firings into refresh 5.
    #expect(causes(line, of: .overwrittenUpdate, end: 95) == ["4: 3 tasks page 7", "4: 1 own"])
    #expect(causes(line, of: .doubleFire, end: 95) == ["5: 3 tasks page 7"])
  }

  @Test func `the phase, when it was doubled without being late`() {
    var line = Timeline()
    line.timer("ball", every: 6)
    line.vsyncs([0, 10, 20])
    for due: Int64 in [1, 7, 13] { line.fire("ball", due: due, next: due + 6) }
    #expect(causes(line, of: .doubleFire, end: 15) == ["0: 0 phase"])
  }
}
