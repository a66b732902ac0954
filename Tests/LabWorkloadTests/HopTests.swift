import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// One block of the main thread, and a link whose vsyncs reach it by a hop.
private struct HopRun {
  let vsyncs: [Int64]
  /// The callbacks: the vsync that put each in line, its stamp and its begin.
  var callbacks: [(due: Int64, stamp: Int64, began: Int64)] = []
  /// The vsyncs without a callback of their own.
  var lost: [Int64] = []
  var peak = 0

  /// Vsync j of the tables, counted from 1, is the display's j − 1.
  init(_ row: OracleRow, policy: LateDelivery, refreshes: Int) throws {
    let period = Int64(row.count("refresh_ns"))
    let scenario = Scenario(
      panel: Panel(
        rate: RefreshRate(1_000_000_000, per: period), phase: .nanoseconds(period)),
      duration: .nanoseconds(period * Int64(refreshes + 2)),
      loads: [
        .work(
          .at([Instant(nanoseconds: Int64(row.count("block_arrives_ns")))]),
          takes: .nanoseconds(row.count("block_ns")), by: .mainQueue)
      ],
      drivers: [.link(policy, in: [.common], takes: .nanoseconds(row.count("callback_ns")))])
    let trace = try Stage(scenario, seed: 1).run()
    self.init(trace)
  }

  init(_ trace: Trace) {
    var vsyncs: [Int64] = []
    var waiting = 0
    for record in trace.records.prefix(while: { $0.kind != .ended }) {
      let now = record.time.nanoseconds
      switch record.event {
      case .vsync: vsyncs.append(now)
      case .linkDue(_, _, let outcome):
        let waits = outcome == .pending || outcome == .queued
        if waits { waiting += 1 } else { lost.append(now) }
        peak = max(peak, waiting)
      case .calloutBegan(_, .link, let due, let newest):
        waiting -= 1
        callbacks.append((due.nanoseconds, newest.nanoseconds, now))
      default: break
      }
    }
    self.vsyncs = vsyncs
  }

  /// The number of the refresh, from 1 on, in which an instant lies.
  func refresh(of instant: Int64) -> Int {
    var (low, high) = (0, vsyncs.count)
    while low < high {
      let middle = (low + high) / 2
      if vsyncs[middle] <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The stamps of a port are those of the vsyncs that rang it.
  func numbers(_ row: OracleRow) -> [String: Int] {
    let last = row.count("last_refresh")
    let begun = callbacks.filter { (1...last).contains(refresh(of: $0.began)) }
    let counts = Dictionary(grouping: begun) { refresh(of: $0.began) }.mapValues(\.count)
    let cost = Int64(row.count("callback_ns"))
    let end = Int64(row.count("block_arrives_ns") + row.count("block_ns"))
    let begins = Set(begun.map(\.began))
    let drained = (0..<begun.count).prefix { begins.contains(end + Int64($0) * cost) }.count
    let latencies = begun.map { Int($0.began - $0.due) }
    return [
      "callbacks": begun.count, "doubles": counts.values.count { $0 > 1 },
      "excess": counts.values.reduce(0) { $0 + $1 - 1 }, "drops": last - counts.count,
      "most": counts.values.max() ?? 0, "queue_peak": peak,
      "folded": lost.count { refresh(of: $0) <= last }, "drained": drained,
      "drain_ns": drained * Int(cost), "latency_max_ns": latencies.max() ?? 0,
      "latency_sum_ns": latencies.reduce(0, +),
      "stale_max": begun.map { refresh(of: $0.began) - refresh(of: $0.stamp) }.max() ?? 0,
    ]
  }
}

@Suite struct `A link on its own thread` {
  /// The ways of the tables into the main loop that are policies of a link.
  private static let policies: [String: LateDelivery] = [
    "direct": .pending, "coalesced": .offMain(.coalesced), "atend": .offMain(.once),
    "port": .offMain(.port), "queue": .offMain(.queue), "selector": .offMain(.selector),
  ]

  @Test(arguments: policies.keys.sorted())
  func `leaves the numbers that another model leaves`(kind: String) throws {
    let policy = try #require(Self.policies[kind])
    let rows = try OracleRow.rows(of: "hops_single.csv").filter { $0["kind"] == kind }
    #expect(rows.count == 208)
    for row in rows {
      let run = try HopRun(row, policy: policy, refreshes: row.count("last_refresh"))
      let numbers = run.numbers(row)
      let wrong = numbers.filter { $0.value != row.count($0.key) }
      guard wrong.isEmpty else {
        Issue.record("\(row.testDescription): \(wrong)")
        return
      }
    }
  }

  @Test(arguments: policies.keys.sorted())
  func `begins every callback when another model does`(kind: String) throws {
    let policy = try #require(Self.policies[kind])
    let rows = try OracleRow.rows(of: "hops_begins.csv").filter { $0["kind"] == kind }
    let cases = Dictionary(grouping: rows) {
      [$0["refresh_ns"], $0["block_arrives_ns"], $0["block_ns"], $0["callback_ns"]]
    }
    #expect(cases.count == 12)
    for rows in cases.values {
      let last = rows.map { $0.count("begin_ns") / $0.count("refresh_ns") }.max() ?? 0
      let run = try HopRun(rows[0], policy: policy, refreshes: last)
      for row in rows {
        let period = row.count("refresh_ns")
        let (index, callback) = (row.count("callback"), run.callbacks)
        try #require(index < callback.count)
        // A link in the loop is due at the vsync that rang it as well.
        #expect(callback[index].began == Int64(row.count("begin_ns")))
        #expect(callback[index].due == Int64(row.count("vsync") * period))
        #expect(callback[index].stamp == Int64(row.count("stamp") * period))
      }
    }
  }

  @Test func `takes another turn behind what came before its selector did`() throws {
    // The hops of 64 and 80 ms wait behind a block, and so does a second block from 75.7 ms on.
    func begins(_ hop: LinkHop) throws -> [Int64] {
      let blocks = DurationLaw.inTurn([.milliseconds(20), .milliseconds(10)])
      let arrivals = [57_700_000, 75_700_000].map { Instant(nanoseconds: $0) }
      let scenario = Scenario(
        panel: Panel(rate: RefreshRate(125, per: 2)), duration: .milliseconds(112),
        loads: [
          Load(
            name: "blocks", tasks: .drawn(.at(arrivals), takes: blocks), delivery: .mainQueue,
            modes: [.common])
        ],
        drivers: [.link(.offMain(hop), in: [.common], takes: .microseconds(500))])
      return HopRun(try Stage(scenario, seed: 1).run()).callbacks.map { $0.began / 100_000 }
    }
    #expect(try begins(.queue) == [0, 160, 320, 480, 777, 882, 960])
    #expect(try begins(.selector) == [0, 160, 320, 480, 877, 882, 960])
  }

  @Test func `has its timer's blocks begin a fixed time after their vsyncs`() throws {
    let scenario = Scenario(
      panel: Panel(rate: .hertz(100)), duration: .milliseconds(100),
      loads: [.work(.at([.milliseconds(32)]), takes: .milliseconds(20), by: .mainQueue)],
      drivers: [.link(.offMain(.timer(after: .milliseconds(14))), in: [.common])])
    let run = HopRun(try Stage(scenario, seed: 1).run())
    #expect(run.callbacks.map { $0.began / 1_000_000 } == [14, 24, 52, 52, 54, 64, 74, 84, 94])
    #expect(run.callbacks.map { $0.due / 1_000_000 } == [0, 10, 20, 30, 40, 50, 60, 70, 80])
    #expect(run.peak == 4)
  }

  @Test func `drops what waits when it is paused, and goes on after`() throws {
    let scenario = Scenario(
      panel: Panel(rate: .hertz(100)), duration: .milliseconds(100),
      loads: [.work(.at([.milliseconds(12)]), takes: .milliseconds(40), by: .mainQueue)],
      drivers: [.link(.offMain(.queue), in: [.common], takes: .milliseconds(1))],
      actions: [
        DriverAction(.pause, "ball", at: .milliseconds(45)),
        DriverAction(.resume, "ball", at: .milliseconds(65)),
      ])
    let run = HopRun(try Stage(scenario, seed: 1).run())
    #expect(run.callbacks.map { $0.began / 1_000_000 } == [0, 10, 70, 80, 90])
  }

  @Test func `is no link of the loop, so that no policy takes the place of its hop`() {
    let panel = Panel(rate: .hertz(60))
    let link = Driver.link(.offMain(.queue), in: [.common])
    #expect(DriverChange.policy(.skip).changed(link, on: panel) == link)
    let other = DriverChange.policy(.skip).changed(.link(in: [.common]), on: panel)
    #expect(other == .link(.skip, in: [.common]))
  }
}
