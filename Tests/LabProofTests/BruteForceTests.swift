import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabProof
import LabWorkload
import Testing

/// Forty random programs, each map held against plain runs of the same program.
@Suite struct `A phase map of a random program` {
  /// A program from a seed: a timer that is open, a link, loads in every way of delivery, scrolls,
  /// and taps.
  static func scenario(_ seed: UInt64) -> Scenario {
    var random = RandomStream(seed: seed, name: "program")
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(random.next(in: 0...Int64(values.count - 1)))]
    }
    let milliseconds: (ClosedRange<Int64>) -> Duration = {
      .microseconds(random.next(in: ($0.lowerBound * 1000)...($0.upperBound * 1000)))
    }
    let length: Int64 = 120
    let loads = (0..<random.next(in: 0...2)).map { index in
      Load(
        name: "load \(index)",
        tasks: .recorded(
          (0..<random.next(in: 1...3)).map { _ in random.next(in: 0...length) }.sorted().map {
            Recording.Task(
              arrival: .milliseconds($0), duration: milliseconds(0...25), name: "task",
              piece: random.next(in: 0...4) == 0 ? .milliseconds(4) : nil)
          }), delivery: pick(Delivery.allCases), modes: [pick([.common, .default])])
    }
    let gestures =
      random.next(in: 0...2) == 0
      ? [
        Gesture(
          name: "finger", begins: .at(milliseconds(0...60)), lasts: milliseconds(10...50),
          moves: pick([nil, .milliseconds(7)]), kind: pick([.scroll, .tap]))
      ] : []
    let jitter = pick([Duration.zero, .zero, .microseconds(300)])
    let panel =
      random.next(in: 0...3) == 0
      ? Panel(rate: RefreshRate(60_000, per: 1001), jitter: jitter)
      : Panel(rate: .hertz(60), phase: milliseconds(0...3), jitter: jitter)
    let costs: [DurationLaw] = [
      .constant(.zero), .constant(.microseconds(500)),
      .inTurn([.milliseconds(1), .milliseconds(9)]),
      .uniform(.zero ... .milliseconds(5)),
    ]
    let targets: [TargetCadence?] = [
      nil, .undeclared, .refreshes(1), .refreshes(2), .rate(.hertz(24)), .rate(.hertz(30)),
      .rate(.hertz(31)),
    ]
    return Scenario(
      panel: panel, duration: .milliseconds(length), loads: loads, gestures: gestures,
      drivers: [
        Driver(
          name: "ball",
          source: .timer(
            interval: pick([.nanoseconds(16_666_666), .milliseconds(16), .microseconds(4167)]),
            tolerance: pick([.zero, .zero, .milliseconds(2)]), catchUp: pick(CatchUp.allCases)),
          modes: [pick([.common, .default])], cost: pick(costs), targetCadence: pick(targets)),
        Driver(
          name: "link",
          source: .link(
            pace: pick([.every(1), .every(2)]),
            lateDelivery: pick([.pending, .skip, .latest, .queue(2)])),
          modes: [.common], cost: pick(costs), targetCadence: pick(targets)),
      ])
  }

  private static func counts(_ scenario: Scenario, at first: Int64) throws -> [[Int?]] {
    var scenario = scenario
    scenario.drivers[0].source.timer?.firstFire = Instant(nanoseconds: first)
    return RunMeasurement(try Stage(scenario, seed: 3).run()).drivers.map { driver in
      PhaseMap.metrics.map { name in
        guard case .count(let count)? = MetricDictionary.metric(named: name)?.value(driver) else {
          return nil
        }
        return count
      }
    }
  }

  @Test(arguments: [UInt64](0..<2))
  func `equals plain runs at every boundary and at random phases`(block: UInt64) throws {
    for seed in (block * 20)..<(block * 20 + 20) {
      try Self.compare(Self.scenario(seed), seed)
    }
  }

  /// Twenty tasks of 1 to 30 ms within a second.
  @Test(arguments: [16_666_667, 16_000_000] as [Int64])
  func `of a second with twenty tasks equals plain runs as well`(interval: Int64) throws {
    var random = RandomStream(seed: 7, name: "twenty tasks")
    let arrivals = (0..<20).map { _ in random.next(in: 0...999_999_999) }.sorted()
    let tasks = arrivals.map {
      Recording.Task(
        arrival: Instant(nanoseconds: $0),
        duration: .nanoseconds(random.next(in: 1_000_000...30_000_000)), name: "task")
    }
    let scenario = Scenario(
      panel: Panel(rate: .hertz(60)), duration: .seconds(1),
      loads: [
        Load(name: "tasks", tasks: .recorded(tasks), delivery: .mainQueue, modes: [.common])
      ],
      drivers: [
        Driver(
          name: "ball", source: .timer(interval: .nanoseconds(interval)), modes: [.common],
          cost: .constant(.microseconds(500)))
      ])
    let map = try Self.compare(scenario, 7)
    #expect(map.regions.count > 20)
    #expect(Set(map.regions.map { $0.counts[0]["double_fires"] }).count > 3)
  }

  /// Compares the map of a program with plain runs, on both sides of every boundary and at 50
  /// random phases.
  @discardableResult
  private static func compare(_ scenario: Scenario, _ seed: UInt64) throws -> PhaseMap {
    let phases = RefreshRate.hertz(60).phases
    let map = try PhaseMap(of: .firstFire(of: "ball"), over: 0..<phases, in: scenario, seed: 3)
    try #require(map.regions.reduce(0) { $0 + $1.width } == phases)
    var random = RandomStream(seed: seed, name: "phases")
    let places =
      (0..<50).map { _ in random.next(in: 0...(phases - 1)) }
      + map.regions.flatMap { [$0.from - 1, $0.from, $0.from + 1] }
    for place in places where (0..<phases).contains(place) {
      let region = try #require(map.regions.first { $0.from <= place && place < $0.to })
      let plain = try counts(scenario, at: place)
      try #require(region.counts.map(\.values) == plain, "program \(seed) at \(place) ns")
    }
    return map
  }
}
