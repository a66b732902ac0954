import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabProof
import LabWorkload
import Testing

@Suite struct `A phase map` {
  private static let phases = RefreshRate.hertz(60).phases

  private static func scenario(
    _ tasks: [(at: Int64, takes: Int64)], timer interval: Int64 = 16_666_666
  ) -> Scenario {
    Scenario(
      panel: Panel(rate: .hertz(60)), duration: .seconds(1),
      loads: [
        Load(
          name: "task",
          tasks: .recorded(
            tasks.map {
              Recording.Task(
                arrival: Instant(nanoseconds: $0.at), duration: .nanoseconds($0.takes),
                name: "task")
            }), delivery: .mainQueue, modes: [.common])
      ],
      drivers: [
        Driver(
          name: "ball", source: .timer(interval: .nanoseconds(interval)), modes: [.common],
          cost: .constant(.microseconds(500)))
      ])
  }

  @Test func `refuses instants beyond its reach, and counts long runs as several`() throws {
    let late = Self.scenario([], timer: 10_800_000_000_000)
    #expect(throws: ProofFailure.self) {
      let first: Int64 = 10_800_000_000_000
      _ = try PhaseMap(of: .firstFire(of: "ball"), over: first..<first + Self.phases, in: late)
    }
    var dense = Self.scenario([(104_000_000, 20_000_000)], timer: 100_000)
    dense.duration = .seconds(20)
    var forecast = 0
    let map = try PhaseMap(
      of: .firstFire(of: "ball"), over: 0..<Self.phases, in: dense, budget: 100,
      forecast: { forecast = $0 })
    #expect(!map.isComplete && map.runs < 100 && forecast > 100)
  }

  private static func shares(_ scenario: Scenario) throws -> [Int: Int64] {
    let map = try PhaseMap(of: .firstFire(of: "ball"), over: 0..<phases, in: scenario)
    #expect(map.isComplete)
    #expect(map.regions.reduce(0) { $0 + $1.width } == phases)
    #expect(zip(map.regions, map.regions.dropFirst()).allSatisfy { $0.to == $1.from })
    var shares: [Int: Int64] = [:]
    for region in map.regions {
      shares[region.counts[0]["double_fires"] ?? -1, default: 0] += region.width
    }
    return shares
  }

  @Test func `of a timer without load shows the few phases that beat within a second`() throws {
    #expect(try Self.shares(Self.scenario([])) == [0: 16_666_626, 1: 41])
  }

  @Test func `of one block shares 47 to 53`() throws {
    let shares = try Self.shares(Self.scenario([(104_000_000, 20_000_000)]))
    #expect(shares == [0: 7_833_299, 1: 8_833_363, 2: 5])
  }

  /// Ten blocks, each 1.5 ms after a vsync: either none or each makes a double fire, but for the
  /// phases that change from the one to the other within the second.
  @Test func `of ten blocks shares 32 to 68`() throws {
    let shares = try Self.shares(
      Self.scenario((0..<10).map { (1_500_000 + $0 * 100_000_000, 20_000_000) }))
    #expect(Self.tenths(shares[0]) == 320)
    #expect(Self.tenths(shares[10]) == 680)
  }

  /// A width in thousandths of a period, rounded.
  private static func tenths(_ width: Int64?) -> Int64 {
    ((width ?? 0) * 2000 + phases) / (2 * phases)
  }

  @Test func `refuses an adaptive panel, and says why`() {
    var scenario = Self.scenario([])
    scenario.panel = Panel(slowest: .hertz(40), fastest: .hertz(120))
    let refusal = #expect(throws: ProofFailure.self) {
      try PhaseMap(of: .firstFire(of: "ball"), over: 0..<Self.phases, in: scenario)
    }
    #expect(refusal?.description.hasPrefix("display: ") == true)
  }

  @Test func `that runs out of budget is not complete`() throws {
    let map = try PhaseMap(
      of: .firstFire(of: "ball"), over: 0..<Self.phases, in: Self.scenario([]), budget: 3)
    #expect(map.runs == 3)
    #expect(!map.isComplete)
  }
}
