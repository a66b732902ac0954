import LabKernel
import LabMetrics
import LabTrace
import Testing

@Suite struct `A trap of respected tools` {
  @Test func `is that 1 % low means four things`() throws {
    // 197 frames of 10 ms, then 30, 50 and 100 ms; worked out by hand from each definition.
    let times = [Int64](repeating: 10_000_000, count: 197) + [30_000_000, 50_000_000, 100_000_000]
    let zoo = FrameRules(series(times))
    // Position 200 ⅓ × 0.01 + ⅓ = 2.336 ⅔ among 10, 20, 33 ⅓, 100, … fps.
    let percentile = try #require(zoo[rule: "low1_percentile"]?.value)
    #expect(abs(percentile - (20 + 40 / 3.0 * (2.336_666_666_7 - 2))) < 1e-6)
    // The 99th percentile is 43.3 ms; above are 50 and 100.
    #expect(zoo[rule: "low1_average"]?.value == 1000 / 75.0)
    // 100 ms alone are more than 1 % of 2150.
    #expect(zoo[rule: "low1_integral"]?.value == 10)
    // Index 2 − 1.
    #expect(zoo[rule: "low1_mangohud"]?.value == 20)
  }

  @Test func `is an index below the first for a short run`() {
    let short = FrameRules(series([Int64](repeating: 10_000_000, count: 99)))
    #expect(short[rule: "low1_mangohud"]?.value == nil)
    let long = FrameRules(series([Int64](repeating: 10_000_000, count: 100)))
    #expect(long[rule: "low1_mangohud"]?.value == 100)
  }

  @Test func `is to cut milliseconds before comparing them`() {
    let zoo = FrameRules(series([16_900_000]))
    #expect(zoo[rule: "flutter_devtools"]?.bad == 0)
    #expect(zoo[rule: "slow_frames_ios"]?.bad == 1)
  }

  @Test func `is to call every frame of a slower panel slow`() {
    // 59.95 Hz shows each picture for 16.68 ms; Sentry leaves room for that.
    let zoo = FrameRules(series([Int64](repeating: 16_680_483, count: 60), period: 16_680_483))
    #expect(zoo[rule: "slow_frames_ios"]?.bad == 60)
    #expect(zoo[rule: "sentry"]?.bad == 0)
  }

  @Test(arguments: [(1, 50.0, 60), (2, 0, 0)])
  func `is a steady half rate without a declared cadence`(
    cadence: Int, dropped: Double, hitches: Int
  ) {
    let zoo = FrameRules(series([Int64](repeating: 33_333_333, count: 60), cadence: cadence))
    #expect(zoo[rule: "chrome_dropped"]?.value == dropped)
    #expect(zoo[rule: "apple_hitch"]?.bad == hitches)
    #expect(zoo[rule: "chrome_jank"]?.bad == 0)
    #expect(zoo[rule: "jank_stats"]?.bad == 0)
    #expect(zoo[rule: "chrome_scroll_jank"]?.bad == 60)
  }

  @Test func `is that drop counters are blind to overwritten frames`() throws {
    // 60 Hz on 59.95 Hz: three beats a minute, from the table of prototypes in the design.
    let line = beat(rate: RefreshRate(599_503, per: 10_000), refreshes: 3613, takes: 2_000_000)
    let run = line.measure(end: 61_000_000_000, header: Trace.Header())
    let zoo = FrameRules(try #require(run.frameSeries(of: "ball")))
    #expect(zoo.series.updates - zoo.series.shown == 3)
    for rule in ["apple_hitch", "chrome_dropped", "chrome_jank", "jank_stats", "sentry"] {
      #expect(zoo[rule: rule]?.bad == 0, "\(rule)")
    }
    #expect(zoo[rule: "animation_jump"]?.bad == 3)
  }

  @Test func `is to take the callback's own clock for the time it was due`() throws {
    var line = Timeline()
    line.link("ball")
    line.vsyncs(every: 10, count: 3)
    line.due("ball", .pending, at: 10, index: 1)
    line.fire("ball", due: 10, at: 14, stamp: 14)
    let ball = try #require(line.measure(end: 35)[driver: "ball"])
    #expect(ball.lateness?.max == .nanoseconds(4))
  }

  @Test func `is one late sample for many missed fire dates`() throws {
    // A block from 5 to 95 ns: ten dates are due, one is answered, and nine are counted as missed.
    var line = Timeline()
    line.timer("ball", every: 10)
    line.fire("ball", due: 0, next: 10)
    line.block(from: 5, to: 105)
    line.fire("ball", due: 10, at: 105, drops: 9, next: 110)
    let ball = try #require(line.measure(end: 108)[driver: "ball"])
    #expect(ball.lateness?.count == 2)
    #expect(ball.dueInstants.missed == 9)
  }
}
