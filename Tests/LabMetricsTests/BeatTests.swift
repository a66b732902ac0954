import LabKernel
import LabMetrics
import LabTrace
import Testing

/// A timer every 1/60 s, cut to whole nanoseconds as a run loop does, on a display without load.
func beat(
  rate: RefreshRate, refreshes: Int, first: Int64 = 0, takes cost: Int64 = 0
) -> Timeline {
  let interval: Int64 = 16_666_666
  var line = Timeline()
  line.timer("ball", every: interval)
  let vsyncs = (0...refreshes).map { rate.vsync($0).nanoseconds }
  line.vsyncs(vsyncs)
  for due in stride(from: first, to: vsyncs.last ?? 0, by: Int(interval)) {
    line.fire("ball", due: due, takes: cost, next: due + interval)
  }
  return line
}

@Suite struct `The beat of a 60 Hz timer` {
  /// On the measured desktop panel, 59.9503 Hz, over 3610 refreshes; the first row of the table of
  /// prototypes in the design of the metrics.
  private func desktop() throws -> (RunMeasurement, FrameMetrics) {
    let line = beat(rate: RefreshRate(599_503, per: 10_000), refreshes: 3613, takes: 2_000_000)
    let run = line.measure(end: 61_000_000_000, header: Trace.Header())
    return (run, try #require(run[driver: "ball"]?.frames))
  }

  @Test func `overwrites an update every 20 s and drops none`() throws {
    let (run, frames) = try desktop()
    #expect(frames.refreshes.refreshes == 3610)
    #expect(frames.refreshes.overwritten == 3)
    #expect(frames.refreshes.updates == 3613)
    #expect(frames.slots?.dropped == 0)
    #expect(frames.hitches?.ratio == 0)
    #expect(run.verifyConservation() == [])
  }

  @Test func `is seen by the animation error`() throws {
    // Two intervals of content in one period of 16 680 483 or 16 680 484 ns.
    let error = try #require(desktop().1.animationError)
    #expect([16_652_848, 16_652_849].map(Duration.nanoseconds).contains(error.max))
    #expect(error.mean > .microseconds(27) && error.mean < .microseconds(28))
  }

  @Test func `lets the latency wander through one period`() throws {
    // 2 ms of callback and between one and two periods of 16.68 ms.
    let ball = try #require(desktop().0[driver: "ball"])
    let worst = try #require(ball["tick_to_photon_max"]).number
    #expect(worst > 35.3 && worst <= 35.360967)
    let mean = try #require(ball["tick_to_photon_mean"]).number
    #expect(mean > 26.9 && mean < 27.1)
  }

  /// Refreshes with two fires and with none in 60 s, first fire at 1/120 s; from the independent
  /// model behind `beat.csv`.
  @Test(arguments: [
    (RefreshRate(24), 1440, 1440, 0), (RefreshRate(30), 1800, 1800, 0),
    (RefreshRate(48), 2880, 720, 0), (RefreshRate(50), 3000, 600, 0),
    (RefreshRate(60_000, per: 1001), 3596, 4, 0), (RefreshRate(60), 3600, 0, 0),
    (RefreshRate(75), 4500, 0, 900), (RefreshRate(90), 5400, 0, 1800),
    // The refresh before the first date, which is vsync 1 here, does not count.
    (RefreshRate(120), 7200, 0, 3599), (RefreshRate(144), 8640, 0, 5039),
  ])
  func `gives the fires per refresh of the closed form`(
    rate: RefreshRate, refreshes: Int, doubled: Int, empty: Int
  ) throws {
    let line = beat(rate: rate, refreshes: refreshes, first: 8_333_333)
    let run = line.measure(end: 61_000_000_000)
    let firings = try #require(run[driver: "ball"]?.frames?.firings)
    #expect(firings.doubleFires == doubled)
    #expect(firings.empty == empty)
  }
}
