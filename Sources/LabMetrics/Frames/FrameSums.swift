import LabKernel

/// What is summed over the shown frames of a driver.
struct FrameSums: Calculator {
  /// How many refreshes of the window showed something new.
  private(set) var new = 0
  /// How many frames were so many refreshes late, of those that were.
  private(set) var refreshesLate: [Int: Int] = [:]
  /// Σ AE and Σ AE², AE being the animation error of a step.
  private(set) var errors = ExactSum()
  private(set) var squaredErrors = ExactSquares()
  /// By how much each step departs from the target interval, where there is one.
  private(set) var departures = Moments()
  /// Whatever stutters; `nil` as long as the durations have all that is needed for that at the end.
  private var stutters: StutterSums?
  /// Σ (R − ended), Σ (R − commit) and Σ (R − latch) of all shown frames.
  private(set) var fromEnd = ExactSum()
  private(set) var fromCommit = ExactSum()
  private(set) var fromLatch = ExactSum()

  /// What is wrong with the steps.
  private(set) var steps = StepSums()

  private var frames = ShownFrames()
  /// What was wanted from the frame before.
  private var target = TargetIntervals.Target()
  /// The last refresh that was looked at, and whether something else has been wanted up to it.
  private var looked = 0
  private var hasChanged = false

  mutating func advance(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay, _ walk: borrowing TraceWalk,
    _ times: borrowing RefreshTimes, _ samples: inout Samples, _ need: inout Need
  ) {
    var targets = TargetIntervals(log, times, display.slots.target)
    _ = targets.move(to: looked)
    // Some hundred numbers are added together.
    var block = FrameBlock()
    swap(&block, &samples.block)
    while let frame = frames.next(log, display.presentation, times) {
      block.add(frame, display.presentation, times)
      if let missed = log.missedRefresh(of: frame, times) {
        samples[.frameLateness].add(frame.photon - times.vsyncs[missed])
        refreshesLate[frame.refresh - missed, default: 0] += 1
      }
      let changes = targets.move(to: frame.refresh) || hasChanged
      hasChanged = false
      if frame.isStep {
        block.addStep(frame, target.interval)
        steps.note(frame, target, isSame: !changes)
      }
      target = targets.current
      if block.frames.count == blockRoom { add(&block, &samples, until: log.window.end) }
    }
    add(&block, &samples, until: log.window.end)
    swap(&block, &samples.block)
    looked = max(looked, frames.refresh - 1)
    hasChanged = targets.move(to: looked) || hasChanged
    steps.settle(display.slots, next: frames.refresh, isOver: display.isOver, &need)
    need.keep(refresh: frames.refresh)
  }

  /// Adds what is in a block of a run that ends at an instant, and empties it.
  private mutating func add(
    _ block: inout FrameBlock, _ samples: inout Samples, until end: Int64
  ) {
    new += block.frames.count
    samples[.fromBeginning].add(block.frames) { $0.photon &- $0.began }
    samples[.fromDue].add(block.frames) { $0.photon &- $0.due }
    samples[.contentAge].add(block.frames) { $0.photon &- $0.animationTime }
    fromEnd.add(block.frames) { $0.photon &- $0.ended }
    fromCommit.add(block.frames) { $0.photon &- $0.committed }
    fromLatch.add(block.frames) { $0.photon &- $0.latch }
    addStutters(block.steps, samples, until: end)
    samples[.duration].add(block.steps) { $0.duration }
    samples[.animationError].add(block.steps) { abs($0.error) }
    errors.add(block.steps) { $0.error }
    squaredErrors.add(block.steps) { $0.error }
    samples[.departure].add(block.departures) { abs($0) }
    departures.add(block.departures) { $0 }
    block.removeAll()
  }

  private mutating func addStutters(
    _ steps: [FrameBlock.Step], _ samples: borrowing Samples, until end: Int64
  ) {
    let longest = steps.reduce(0) { max($0, $1.duration) }
    if stutters == nil, !samples[.duration].keepsOrder(adding: steps.count, upTo: longest) {
      stutters = StutterSums(samples[.duration], until: end)
    }
    guard stutters != nil else { return }
    for step in steps { stutters?.add(step.duration) }
  }

  /// How long the frames showed that stutter, given all durations, of which there are some.
  func stutterTime(_ durations: borrowing SampleColumn) -> Int64 {
    let mean = nearestDouble(to: durations.sum) / Double(durations.count)
    let width = min(TrailingAverage.widest, TrailingAverage.width(mean: mean))
    if let stutters { return stutters.time(width: width) }
    var (average, time) = (TrailingAverage(width: width), Int64(0))
    for duration in durations.inOrder where average.isExceeded(by: Int64(duration)) {
      time += Int64(duration)
    }
    return time
  }
}

/// Shown frames, steps, and what departs from a target, before they are added.
struct FrameBlock {
  /// The instants of a shown frame.
  struct Frame {
    let photon: Int64
    let began: Int64
    let due: Int64
    let animationTime: Int64
    let ended: Int64
    let committed: Int64
    let latch: Int64
  }

  /// A step from one shown frame to the next.
  struct Step {
    let duration: Int64
    let error: Int64
  }

  private(set) var frames: [Frame] = []
  private(set) var steps: [Step] = []
  private(set) var departures: [Int64] = []

  @inline(__always)
  mutating func add(
    _ frame: ShownFrame, _ presentation: borrowing Presentation, _ times: borrowing RefreshTimes
  ) {
    let (update, firing) = (frame.update, frame.firing)
    frames.append(
      Frame(
        photon: frame.photon, began: firing.began, due: firing.due,
        animationTime: update.animationTime, ended: update.ended,
        committed: presentation.timing(of: update).committed,
        latch: times.latch(presentation.latched(update))))
  }

  @inline(__always)
  mutating func addStep(_ frame: ShownFrame, _ target: Int64) {
    steps.append(Step(duration: frame.duration, error: frame.error))
    if target > 0 { departures.append(frame.duration - target) }
  }

  mutating func removeAll() {
    frames.removeAll(keepingCapacity: true)
    steps.removeAll(keepingCapacity: true)
    departures.removeAll(keepingCapacity: true)
  }
}
