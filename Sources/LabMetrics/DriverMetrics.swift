public import LabKernel
public import LabTrace

/// Everything that is measured of one timer or display link in one run.
///
/// Due instants and firings count in the whole run; frames from the end of the warm-up on.
public struct DriverMetrics: Hashable, Sendable {
  /// The name of the driver.
  public let name: String
  /// Whether it is a timer or a display link.
  public let source: TraceSource
  /// The due instants by outcome.
  public let dueInstants: DueTally
  /// How long the loop ran in modes without the driver.
  public let starvedSpan: Duration
  /// How late the callbacks began: began − due; `nil` without a firing.
  public let lateness: Distribution?
  /// How late the callbacks began after the newest due instant that had come; `nil` without a
  /// firing.
  public let latestLateness: Distribution?
  /// How many callbacks began at the very instant at which they were due.
  public let onTime: Int
  /// How many callbacks began without a wake-up of their own.
  public let sharedWakeUps: Int
  /// How often in a second the thread woke up for work of any kind; `nil` for a run without time.
  public let wakeUpsPerSecond: Double?
  /// How much the time between firings varies.
  public let periodJitter: PeriodJitter
  /// How abruptly the time between firings changes.
  public let cycleToCycle: CycleToCycle
  /// How far the firings wander from their grid.
  public let drift: Drift
  /// The running estimate of jitter.
  public let smoothedJitter: SmoothedJitter
  /// How long the driver was silent.
  public let gaps: Gaps
  /// When the first firing of the whole run began; `nil` without a firing.
  public let firstFiring: Instant?
  /// When the last firing of the whole run began; `nil` without a firing.
  public let lastFiring: Instant?
  /// The most callbacks of a link that waited at once; `nil` for a timer.
  public let queuePeak: Int?
  /// The longest time for which callbacks of a link followed one another without a pause; `nil` for
  /// a timer, and if none has ended.
  public let drain: Duration?
  /// The most refreshes between the timestamp of a link and the beginning of its callback; `nil`
  /// for a timer, and without a callback.
  public let stale: Int?
  /// What its problems are put down to.
  public let blame: BlameLedgers
  /// What the display showed of it; `nil` when the trace holds no whole refresh after the warm-up.
  public var frames: FrameMetrics? { shown?.frames }
  /// What became of the physics scene that it steps; `nil` without one.
  public let scene: SceneMetrics?

  /// Where ``frames`` lie, so that a reader of one of their numbers does not copy all of them.
  let shown: MeasuredFrames?

  init(
    _ log: borrowing DriverLog, _ measurement: inout DriverMeasurement,
    _ meter: borrowing RunMeter, _ times: borrowing RefreshTimes, _ scene: SceneMetrics?
  ) {
    name = log.name
    source = log.source
    dueInstants = DueTally(log, fired: measurement.timing.count)
    let window = log.window.span
    starvedSpan = .nanoseconds(log.starvedSpans.reduce(0) { $0 + $1.overlap(with: window) })
    lateness = Distribution(measurement.timing.lateness)
    latestLateness =
      measurement.timing.areNewest ? lateness : Distribution(measurement.timing.latestLateness)
    onTime = measurement.timing.onTime
    sharedWakeUps = measurement.timing.count - log.wakeUps
    let (wakeUps, end) = (meter.walk.thread.wakeUps, log.window.end)
    wakeUpsPerSecond = end > 0 ? Double(wakeUps) * 1e9 / Double(end) : nil
    periodJitter = PeriodJitter(measurement.timing)
    cycleToCycle = CycleToCycle(measurement.timing)
    drift = Drift(measurement.timing)
    smoothedJitter = SmoothedJitter(measurement.timing.smoothed)
    gaps = Gaps(measurement.timing)
    firstFiring = log.firstBegan.map { Instant(nanoseconds: $0) }
    lastFiring = log.lastBegan.map { Instant(nanoseconds: $0) }
    queuePeak = log.isLink ? log.link.peak : nil
    drain = log.isLink && log.link.drain >= 0 ? .nanoseconds(log.link.drain) : nil
    stale = log.isLink && log.link.stale >= 0 ? log.link.stale : nil
    blame = measurement.problems.ledgers(meter.walk.thread)
    self.scene = scene
    shown =
      times.window.isEmpty ? nil : MeasuredFrames(FrameMetrics(log, &measurement, meter, times))
  }
}

/// What the display showed of a driver, in a place of its own.
final class MeasuredFrames: Hashable, Sendable {
  let frames: FrameMetrics

  init(_ frames: FrameMetrics) { self.frames = frames }

  static func == (lhs: MeasuredFrames, rhs: MeasuredFrames) -> Bool { lhs.frames == rhs.frames }

  func hash(into hasher: inout Hasher) { hasher.combine(frames) }
}
