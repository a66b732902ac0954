import LabDisplay
import LabKernel
import LabTrace
import LabWorkload
import TestSupport
import Testing

extension OracleRow {
  var policy: LateDelivery { self["link_policy"] == "skip" ? .skip : .pending }
}

@Suite struct `The computed tables` {
  @Test func `are found`() throws {
    #expect(try OracleRow.rows(of: "frame_interval.csv").count == 42)
    #expect(try OracleRow.rows(of: "blocking.csv").count == 72)
  }
}

@Suite struct `A display link with a slow callback` {
  @Test(arguments: try OracleRow.rows(of: "frame_interval.csv"))
  func `calls back as often as it was computed`(row: OracleRow) throws {
    let link = Driver.link(
      every: row.count("frame_interval"), row.policy, takes: .milliseconds(row.count("handler_ms")))
    let play = try Play(for: .seconds(10), rate: .hertz(60), drivers: [link])
    // Ten seconds of callbacks, of which the one at the very end does not count.
    let count = play.records(.calloutBegan, of: "ball").count { $0.time < .seconds(10) }
    #expect(abs(Double(count) - row.number("callbacks_per_s") * 10) <= 1)
  }
}

@Suite struct `A block of the thread` {
  /// The rows that count fires; those of the second clock repeat them.
  static func rows() throws -> [OracleRow] {
    try OracleRow.rows(of: "blocking.csv").filter { $0["clock"] == "fixed" }
  }

  private func play(_ row: OracleRow, blocking block: Duration) throws -> Play {
    let timer = Driver.timer(
      every: .nanoseconds(16_666_667), first: .milliseconds(25), takes: .microseconds(500))
    let link = Driver.link(row.policy, takes: .microseconds(500))
    return try Play(
      for: .seconds(2), rate: .hertz(60),
      loads: [.work(.at([.nanoseconds(304_166_667)]), takes: block, named: "block")],
      drivers: [row["source"] == "timer" ? timer : link])
  }

  @Test(arguments: try rows())
  func `costs as many fires as it was computed`(row: OracleRow) throws {
    let free = try play(row, blocking: .zero).records(.calloutBegan, of: "ball")
    let blocked = try play(row, blocking: .milliseconds(row.count("block_ms")))
    let fires = blocked.records(.calloutBegan, of: "ball")
    #expect(free.count - fires.count == row.count("lost"))
    let task = try #require(blocked.records(.taskBegan, of: "block").first).time.nanoseconds
    let end = try #require(blocked.records(.taskEnded, of: "block").first).time
    let late = fires.count {
      let due = blocked.trace.row(of: $0).first ?? -1
      return due > task && $0.time >= end && due < end.nanoseconds
    }
    #expect(late + row.count("lost") == row.count("ticks_inside"))
  }

  @Test(arguments: try rows())
  func `doubles and empties as many refreshes as it was computed`(row: OracleRow) throws {
    let play = try play(row, blocking: .milliseconds(row.count("block_ms")))
    let counts = play.calloutsPerRefresh(of: "ball").dropFirst(2).prefix(100)
    #expect(counts.max() == row.count("max_fires_in_a_refresh"))
    #expect(counts.count { $0 == 0 } == row.count("empty_refreshes"))
  }
}
