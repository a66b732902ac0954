import LabKernel
import LabTrace

/// How often a driver calls back, how often frames are wanted, and how often the display shows one.
struct Cadence {
  /// For how many refreshes a frame is to stay.
  let wanted: Double
  /// How far apart frames are wanted.
  let wantedInterval: Duration
  /// How far apart the dates of a timer are.
  let interval: Duration
  /// Whether the dates pass all phases to the refreshes in the run.
  let beats: Bool

  /// Whether frames can stay as long as they are wanted to.
  var isWhole: Bool { abs(wanted - wanted.rounded()) < 1e-4 * wanted }
  /// Whether the dates are farther apart than the frames that are wanted.
  var isSlow: Bool { interval * 2 >= wantedInterval * 3 }
}

extension RunMeasurement {
  /// The cadence of a driver as it begins; `nil` if no frames are wanted of it.
  func cadence(of driver: String) -> Cadence? {
    guard let run = run(of: driver),
      let first = times.window.first
    else { return nil }
    var targets = TargetIntervals(run.log, times, run.target)
    _ = targets.move(to: first)
    let (wanted, period) = (targets.current.interval, targets.current.period)
    guard period > 0, wanted > 0 else { return nil }
    let interval = run.log.interval
    let nearest = max(1, (interval + period / 2) / period) * period
    let drift = Int128(abs(interval - nearest)) * Int128(run.log.measured.count)
    return Cadence(
      wanted: Double(wanted) / Double(period), wantedInterval: .nanoseconds(wanted),
      interval: .nanoseconds(interval), beats: interval > 0 && drift >= Int128(period))
  }
}
