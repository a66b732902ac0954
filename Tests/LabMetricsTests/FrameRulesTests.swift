import LabKernel
import LabMetrics
import LabTrace
import Testing

/// Pictures that come these times after one another, in nanoseconds, the first at the start.
func series(
  _ durations: [Int64], period: Int64 = 16_666_667, cadence: Int = 1, cost: Int64? = nil
) -> FrameSeries {
  var photon: Int64 = 0
  let updates = ([0] + durations).map { duration in
    photon += duration
    let photon = Instant(nanoseconds: photon)
    return PresentedUpdate(
      began: cost.map { photon.advanced(by: .nanoseconds(-$0)) }, ended: photon, photon: photon)
  }
  return FrameSeries(updates, refreshPeriod: .nanoseconds(period), cadence: cadence)
}

private func isBad(_ rule: String, _ series: FrameSeries) -> [Bool]? {
  FrameRules(series)[rule: rule]?.isBad
}

private let millisecond: Int64 = 1_000_000

@Suite struct `The frame rules` {
  @Test func `names each rule once, with its source`() {
    let rules = FrameRules.rules
    #expect(Set(rules.map(\.name)).count == rules.count)
    #expect(rules.count >= 8)
    for rule in rules {
      #expect(rule.meaning.hasSuffix(".") && rule.source.hasSuffix("."), "\(rule.name)")
    }
  }

  @Test func `judges nothing in an empty series`() {
    let zoo = FrameRules(FrameSeries([], refreshPeriod: .milliseconds(16)))
    #expect(zoo.verdicts.isEmpty)
    #expect(zoo.readings.allSatisfy { $0.value == nil })
  }

  /// Bounds as published: the last good duration and the first bad one on a 60 Hz display.
  @Test(arguments: [
    ("apple_hitch", 24_999_999, 25_000_001), ("jank_stats", 33_334_000, 33_336_000),
    ("slow_frames_android", 16_000_000, 16_000_001),
    ("slow_frames_ios", 16_670_000, 16_670_001), ("frozen_frames", 699_999_999, 700_000_000),
    ("sentry", 16_949_152, 16_949_153), ("flutter_devtools", 16_999_999, 17_000_000),
    ("datadog_hitch", 32_333_333, 32_333_334), ("datadog_hitch", 716_666_667, 716_666_665),
    ("chrome_scroll_jank", 24_999_999, 25_000_001), ("chrome_dropped", 24_999_999, 25_000_001),
  ])
  func `draws the line where the rule does`(rule: String, good: Int64, bad: Int64) {
    #expect(isBad(rule, series([good, bad])) == [false, true])
  }

  @Test func `takes a frame of two refreshes for no jank on any rounded grid`() {
    // 60 Hz is 16 666 666 or 16 666 667 ns, two refreshes 33 333 333 or 33 333 334 ns.
    for period in [Int64(16_666_666), 16_666_667] {
      #expect(
        isBad("jank_stats", series([33_333_333, 33_333_334], period: period)) == [false, false])
    }
  }

  @Test func `gives the hitch time per time`() {
    // Two refreshes late in 10 × 20 + 60 ms.
    let zoo = FrameRules(
      series(
        [Int64](repeating: 20 * millisecond, count: 10) + [60 * millisecond],
        period: 20 * millisecond))
    #expect(zoo[rule: "apple_hitch"]?.value == Double(40) / 260 * 1000)
    #expect(zoo[rule: "apple_hitch"]?.grade == "critical")
  }

  @Test(arguments: [
    (5.0, HitchGrade.good), (5.1, .warning), (9.9, .warning), (10, .critical), (50.1, .critical),
  ])
  func `grades a hitch ratio by Apple's scale`(ratio: Double, grade: HitchGrade) {
    #expect(HitchGrade(ratio: ratio) == grade)
  }

  @Test func `counts a stutter against a trailing average without spikes`() {
    // Mean 10.3 ms, so the window is 32; the spike of four times its predecessor is left out.
    let steady = [Int64](repeating: 10 * millisecond, count: 50)
    let zoo = FrameRules(series(steady + [40 * millisecond] + steady.dropLast()))
    #expect(zoo[rule: "capframex_stutter"]?.bad == 1)
    #expect(zoo[rule: "capframex_stutter"]?.value == 4000 / 1030.0)
  }

  @Test func `leaves a spike out of its own average`() {
    // A window of 2: with itself in it, 130 µs would stand against 2.5 × 85 µs and pass.
    let times = [Int64](repeating: 40_000, count: 10) + [130_000]
    #expect(FrameRules(series(times))[rule: "capframex_stutter"]?.bad == 1)
  }

  @Test func `holds a double to be part of the average`() {
    // A window of 2: 100 µs against 2.5 × 70 µs.
    let times = [Int64](repeating: 40_000, count: 10) + [100_000]
    #expect(FrameRules(series(times))[rule: "capframex_stutter"]?.bad == 0)
  }

  @Test func `sums the delay of slow frames`() throws {
    // 59 Hz allow 16.949 ms.
    let zoo = FrameRules(series([16 * millisecond, 100 * millisecond]))
    let delay = try #require(zoo[rule: "sentry"]?.value)
    #expect(abs(delay - (100 - 1000 / 59.0)) < 1e-9)
  }

  @Test func `counts for how many frames two rules disagree, each way`() throws {
    // 16.8 ms is slow on iOS but no jank; 16.5 ms is slow on Android alone; 40 ms is all.
    let zoo = FrameRules(series([16_500_000, 16_800_000, 16_800_000, 40_000_000]))
    let android = try #require(zoo[rule: "slow_frames_android"])
    let ios = try #require(zoo[rule: "slow_frames_ios"])
    let jank = try #require(zoo[rule: "jank_stats"])
    #expect(android.disagreement(with: ios) == 1)
    #expect(ios.disagreement(with: android) == 0)
    #expect(ios.disagreement(with: jank) == 2)
    #expect(zoo[rule: "low1_average"]?.disagreement(with: jank) == nil)
  }

  @Test func `judges the callback's cost where it is known`() {
    #expect(isBad("flutter_build_budget", series([20 * millisecond])) == nil)
    #expect(isBad("flutter_build_budget", series([20 * millisecond], cost: 16_000_000)) == [false])
    #expect(isBad("flutter_build_budget", series([20 * millisecond], cost: 16_000_001)) == [true])
  }

  @Test func `sees the commit that missed its deadline in a run`() throws {
    // The callback due at 40 ns takes 12 ns and misses the latch at 50 ns by 2 ns; the next is
    // lost.
    var line = Timeline()
    line.link("ball")
    line.vsyncs(every: 10, count: 10)
    for due in stride(from: Int64(0), through: 80, by: 10) {
      line.due("ball", due == 50 ? .blocked : .pending, at: due, index: due / 10)
      if due != 50 { line.fire("ball", due: due, takes: due == 40 ? 12 : 2) }
    }
    let series = try #require(line.measure(end: 105).frameSeries(of: "ball"))
    let overruns = series.frames.compactMap(\.overrun)
    #expect(overruns.filter { $0 > .zero } == [.nanoseconds(2)])
    #expect(FrameRules(series)[rule: "frame_overrun"]?.bad == 1)
  }

  @Test func `judges no step across a pause`() throws {
    var line = linkTimeline(vsyncs: 30, except: [10, 11, 12, 13, 14], outcome: .cancelled)
    line.add("ball", at: 95) { .paused($0) }
    line.add("ball", at: 145) { .resumed($0) }
    let run = line.measure(end: 305, header: Trace.Header())
    let series = try #require(run.frameSeries(of: "ball"))
    #expect(series.frames.allSatisfy { $0.duration == .nanoseconds(10) })
    #expect(series.frames.count == series.shown - 2)
  }
}
