import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabWorkload
import Testing

/// No vsync is lost in a queue: each refresh without a callback is made up for in another.
@Suite struct `A queue of vsyncs` {
  @Test(arguments: [LinkHop.queue, .selector])
  func `has as many callbacks beyond one a refresh as refreshes without any`(
    hop: LinkHop
  ) throws {
    var all = 0
    for seed in 1...150 {
      let run = RunMeasurement(try Stage(Self.scenario(hop, seed: UInt64(seed)), seed: 1).run())
      #expect(run.verifyConservation() == [])
      let vsyncs = run.refreshRows(of: "ball").map(\.vsync)
      let begins = run.firingRows(of: "ball").map(\.began)
      var (excess, refresh, inRefresh) = (0, 0, 0)
      // The refresh that the end of the run cuts off does not count.
      for began in begins.prefix(while: { $0 < vsyncs[vsyncs.count - 1] }) {
        while refresh + 1 < vsyncs.count, vsyncs[refresh + 1] <= began {
          (refresh, inRefresh) = (refresh + 1, 0)
        }
        inRefresh += 1
        if inRefresh > 1 { excess += 1 }
      }
      let empty = MetricDictionary.metric(named: "empty_refreshes")
      let metrics = try #require(run[driver: "ball"])
      #expect(empty?.value(metrics) == .count(excess), "seed \(seed)")
      all += excess
    }
    #expect(all > 1000)
  }

  /// Tasks of a second, two seconds in which the queue drains, and callbacks of a third of a
  /// refresh.
  private static func scenario(_ hop: LinkHop, seed: UInt64) -> Scenario {
    var chance = RandomStream(seed: seed, name: "hops")
    let period = chance.next(in: 6_000_000...20_000_000)
    let tasks = (0..<6).map { _ in
      (chance.next(in: 1...900_000_000), chance.next(in: 1...90_000_000))
    }.sorted { $0.0 < $1.0 }
    let law = DurationLaw.inTurn(tasks.map { .nanoseconds($0.1) })
    let cost = Duration.nanoseconds(chance.next(in: 1...period / 3))
    return Scenario(
      panel: Panel(rate: RefreshRate(1_000_000_000, per: period)), duration: .seconds(3),
      loads: [
        Load(
          name: "tasks",
          tasks: .drawn(.at(tasks.map { Instant(nanoseconds: $0.0) }), takes: law),
          delivery: .mainQueue, modes: [.common])
      ],
      drivers: [
        Driver(
          name: "ball", source: .link(lateDelivery: .offMain(hop)), modes: [.common],
          cost: .constant(cost))
      ])
  }
}
