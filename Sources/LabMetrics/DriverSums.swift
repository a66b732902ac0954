import LabKernel
import LabTrace

/// What a driver's run comes to: all that its metrics are worked out of, in one place, so that a
/// reader of one number does not copy all of them.
final class DriverSums: Sendable {
  let calculators: Calculators
  /// What is asked of the durations of frames; `nil` without any.
  let tail: SampleColumn.Tail?
  /// How long the frames showed that stutter.
  let stutterTime: Int64
  /// The largest share of dropped slots in a second and the 95th percentile, in parts per billion;
  /// `nil` if no stretch without a pause lasts a second.
  let slotShares: (worst: Int64, p95: Int64)?
  let dueInstants: DueTally
  let starvedTime: Int64
  let firstBegan: Int64?
  let lastBegan: Int64?
  /// How many wake-ups of the thread were for the driver, and how many for anything.
  let wakeUps: (own: Int, all: Int)
  /// What a link left behind; `nil` for a timer.
  let link: LinkLedger?
  /// How long the run and the work of the thread took.
  let runTime: Int64
  let busyTime: Int64
  /// For how long of the measured refreshes the driver was not paused; 0 without any.
  let activeTime: Int64
  let blame: BlameLedgers
  let scene: SceneMetrics?
  let refreshes: RefreshCounts
  let slots: SlotCounts?
  let hitches: Hitches?
  let content: ContentMetrics?
  /// What went wrong.
  let symptoms: SymptomCounts

  private let distributions: [Distribution?]

  init(
    _ log: borrowing DriverLog, _ measurement: inout DriverMeasurement,
    _ meter: borrowing RunMeter, _ times: borrowing RefreshTimes, _ header: borrowing Trace.Header
  ) {
    calculators = measurement.calculators
    distributions = measurement.distributions()
    let durations = measurement.samples[.duration]
    (tail, stutterTime) =
      durations.isEmpty
      ? (nil, 0)
      : (durations.tail, measurement.calculators.frames.stutterTime(durations))
    slotShares = measurement.samples[.slotShare].extremes.map {
      ($0.most, measurement.samples[.slotShare].percentiles([950])[0])
    }
    var dueInstants = log.dueInstants
    dueInstants.fired = measurement.samples[.lateness].count
    self.dueInstants = dueInstants
    let window = log.window.span
    starvedTime = log.starvedSpans.reduce(log.starvedBefore) { $0 + $1.overlap(with: window) }
    (firstBegan, lastBegan) = (log.firstBegan, log.lastBegan)
    wakeUps = (log.wakeUps, meter.walk.thread.wakeUps)
    link = log.isLink ? log.link : nil
    (runTime, busyTime) = (log.window.end, meter.walk.thread.busy)
    activeTime = measurement.hitches.activeTime
    blame = BlameLedgers(measurement.problems.totals, meter.walk.thread)
    scene = SceneMetrics.digest(log.motion.scene, header.scenes[log.name])
    refreshes = measurement.refreshes
    slots =
      measurement.display.slots.isDeclared
      ? SlotCounts(
        measurement.display.slots, causes: measurement.causes,
        new: measurement.calculators.frames.new)
      : nil
    hitches = slots != nil || times.isAdaptive ? measurement.hitches : nil
    content = measurement.content.metrics(log)
    symptoms = SymptomCounts(
      log, measurement.display, times, dates: measurement.calculators.timing.dates,
      steps: measurement.calculators.frames.steps,
      motion: measurement.content.screen == nil ? nil : measurement.content.motion,
      firings: measurement.calculators.firings, tally: dueInstants)
  }

  /// What is asked of a quantity; `nil` without a number.
  subscript(quantity: Quantity) -> Distribution? { distributions[quantity.rawValue] }
}

extension DriverMeasurement {
  fileprivate var refreshes: RefreshCounts {
    var counts = display.presentation.arrivals
    counts.new = calculators.frames.new
    counts.quiet = display.slots.quiet
    return counts
  }
}
