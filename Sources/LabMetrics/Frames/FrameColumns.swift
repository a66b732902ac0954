import LabKernel

/// What is to be said of the shown frames of a driver, number by number.
struct FrameColumns: Sendable {
  /// R − began of every shown frame.
  private(set) var fromBeginning: SampleColumn
  /// R − due of every shown frame.
  private(set) var fromDue: SampleColumn
  /// R − τ of every shown frame.
  private(set) var ages: SampleColumn
  /// How long each step from one shown frame to the next took, from display to display.
  private(set) var durations: SampleColumn
  /// The magnitude of the animation error of each step.
  private(set) var errors: SampleColumn
  /// By how much each step departs from the target interval, where there is one.
  private(set) var departures: SampleColumn
  /// How late the frames were that were late.
  private(set) var latenesses: SampleColumn
  /// How many frames were so many refreshes late, of those that were.
  private(set) var refreshesLate: [Int: Int] = [:]

  /// Σ AE and Σ AE².
  private(set) var signedErrors = ExactSum()
  private(set) var squaredErrors = ExactSquares()
  private(set) var deviations = Moments()
  /// Whatever stutters; `nil` as long as ``durations`` has all that is needed for that at the end.
  private var stutters: StutterSums?
  /// Σ (R − ended), Σ (R − commit) and Σ (R − latch) of all shown frames.
  private(set) var fromEnd = ExactSum()
  private(set) var fromCommit = ExactSum()
  private(set) var fromLatch = ExactSum()

  private var frames = ShownFrames()
  /// Shown frames, steps, and what departs from a target, some hundred of which are added together.
  private var block: [FrameNumbers] = []
  private var steps: [StepNumbers] = []
  private var deviationsOfSteps: [Int64] = []
  /// The target interval from the frame before.
  private var target: Int64 = 0

  init(room: Int) {
    let column = SampleColumn(room: room)
    (fromBeginning, fromDue, ages, durations) = (column, column, column, column)
    (errors, departures, latenesses) = (column, column, column)
  }

  /// Creates columns that find what others could not, given the same frames.
  init(refining other: FrameColumns) {
    let thousandths = Distribution.thousandths
    fromBeginning = other.fromBeginning.refined(thousandths)
    fromDue = other.fromDue.refined(thousandths)
    ages = other.ages.refined(thousandths)
    durations = other.durations.refined([990], withTail: true)
    errors = other.errors.refined(thousandths)
    departures = other.departures.refined(thousandths)
    latenesses = other.latenesses.refined(thousandths)
  }

  mutating func takeMemory(of other: inout FrameColumns) {
    fromBeginning.takeMemory(of: &other.fromBeginning)
    fromDue.takeMemory(of: &other.fromDue)
    ages.takeMemory(of: &other.ages)
    durations.takeMemory(of: &other.durations)
    errors.takeMemory(of: &other.errors)
    departures.takeMemory(of: &other.departures)
    latenesses.takeMemory(of: &other.latenesses)
    block.takeMemory(of: &other.block)
    steps.takeMemory(of: &other.steps)
    deviationsOfSteps.takeMemory(of: &other.deviationsOfSteps)
  }

  /// How many refreshes of the window showed something new.
  var new: Int { fromBeginning.count }

  var isApproximate: Bool {
    fromBeginning.isApproximate || fromDue.isApproximate || ages.isApproximate
      || durations.isApproximate || errors.isApproximate || departures.isApproximate
      || latenesses.isApproximate
  }

  /// The first refresh that was not looked at.
  var next: Int { frames.refresh }

  /// The refresh that showed the last frame; 0 before the first.
  private(set) var lastRefresh = 0

  /// Looks at the frames that are settled, and visits those that came late on a display of adaptive
  /// rate.
  mutating func advance(
    _ log: borrowing DriverLog, _ presentation: borrowing Presentation,
    _ times: borrowing RefreshTimes, _ cadence: TargetCadence?, late visit: (HitchPart) -> Void
  ) {
    var targets = TargetIntervals(log, times, cadence)
    while let frame = frames.next(log, presentation, times) {
      note(frame, presentation, times)
      if let missed = log.missedRefresh(of: frame, times) {
        latenesses.add(frame.photon - times.vsyncs[missed])
        refreshesLate[frame.refresh - missed, default: 0] += 1
      }
      if frame.isStep { noteStep(frame) }
      if times.isAdaptive, frame.isStep, let part = frame.hitchPart(target, presentation) {
        visit(part)
      }
      target = targets.interval(from: frame.refresh)
      lastRefresh = frame.refresh
      if block.count == blockRoom { addBlock() }
    }
    addBlock()
  }

  @inline(__always)
  private mutating func note(
    _ frame: ShownFrame, _ presentation: borrowing Presentation, _ times: borrowing RefreshTimes
  ) {
    let (update, firing) = (frame.update, frame.firing)
    block.append(
      FrameNumbers(
        photon: frame.photon, began: firing.began, due: firing.due,
        animationTime: update.animationTime, ended: update.ended,
        committed: presentation.timing(of: update).committed,
        latch: times.latch(presentation.latched(update))))
  }

  @inline(__always)
  private mutating func noteStep(_ frame: ShownFrame) {
    steps.append(StepNumbers(duration: frame.duration, error: frame.error))
    if target > 0 { deviationsOfSteps.append(frame.duration - target) }
  }

  /// Adds what is in the block to the columns, and empties it.
  private mutating func addBlock() {
    fromBeginning.add(block) { $0.photon &- $0.began }
    fromDue.add(block) { $0.photon &- $0.due }
    ages.add(block) { $0.photon &- $0.animationTime }
    fromEnd.add(block) { $0.photon &- $0.ended }
    fromCommit.add(block) { $0.photon &- $0.committed }
    fromLatch.add(block) { $0.photon &- $0.latch }
    block.removeAll(keepingCapacity: true)
    addStutters(steps)
    durations.add(steps) { $0.duration }
    errors.add(steps) { abs($0.error) }
    signedErrors.add(steps) { $0.error }
    squaredErrors.add(steps) { $0.error }
    steps.removeAll(keepingCapacity: true)
    departures.add(deviationsOfSteps) { abs($0) }
    deviations.add(deviationsOfSteps) { $0 }
    deviationsOfSteps.removeAll(keepingCapacity: true)
  }

  private mutating func addStutters(_ rows: [StepNumbers]) {
    let longest = rows.reduce(0) { max($0, $1.duration) }
    if stutters == nil, !durations.keepsOrder(adding: rows.count, upTo: longest) {
      stutters = StutterSums(durations)
    }
    guard stutters != nil else { return }
    for step in rows { stutters?.add(step.duration) }
  }

  /// How long the frames showed that stutter, given the mean of all.
  func stutterTime(mean: Double) -> Int64 {
    let width = min(StutterSums.widest, TrailingAverage.width(mean: mean))
    if let stutters { return stutters.time(width: width) }
    var (average, time) = (TrailingAverage(width: width), Int64(0))
    for duration in durations.inOrder where average.isExceeded(by: Int64(duration)) {
      time += Int64(duration)
    }
    return time
  }
}

/// The instants of a shown frame.
private struct FrameNumbers {
  let photon: Int64
  let began: Int64
  let due: Int64
  let animationTime: Int64
  let ended: Int64
  let committed: Int64
  let latch: Int64
}

/// A step from one shown frame to the next.
private struct StepNumbers {
  let duration: Int64
  let error: Int64
}

extension ShownFrame {
  /// By how much the frame came later than a target interval after the one before; `nil` if it did
  /// not.
  func hitchPart(_ target: Int64, _ presentation: borrowing Presentation) -> HitchPart? {
    let span = TimeSpan(begin: photon - duration + target, end: photon)
    guard target > 0, !span.isEmpty else { return nil }
    let committed = presentation.timing(of: update).committed
    return HitchPart(
      refresh: refresh, duration: span.length, latchSpan: span,
      deadline: span.begin, isRender: committed <= span.begin, isNew: true)
  }
}
