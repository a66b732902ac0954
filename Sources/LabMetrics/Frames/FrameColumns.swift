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
  private(set) var stutters = StutterSums()
  /// Σ (R − ended), Σ (R − commit) and Σ (R − latch) of all shown frames.
  private(set) var fromEnd = ExactSum()
  private(set) var fromCommit = ExactSum()
  private(set) var fromLatch = ExactSum()

  private var frames = ShownFrames()
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

  /// Takes over the memory of columns that are no longer needed.
  mutating func takeMemory(of other: inout FrameColumns) {
    fromBeginning.takeMemory(of: &other.fromBeginning)
    fromDue.takeMemory(of: &other.fromDue)
    ages.takeMemory(of: &other.ages)
    durations.takeMemory(of: &other.durations)
    errors.takeMemory(of: &other.errors)
    departures.takeMemory(of: &other.departures)
    latenesses.takeMemory(of: &other.latenesses)
    stutters.takeMemory(of: &other.stutters)
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
    frames.load(log, presentation, times)
    defer { frames.release() }
    var targets = TargetIntervals(log, times, cadence)
    let expectation = FrameExpectation(log, times)
    while let frame = frames.next() {
      add(frame, presentation, times)
      if let missed = expectation.missedRefresh(of: frame) {
        latenesses.add(frame.photon - times.vsyncs[missed])
        refreshesLate[frame.refresh - missed, default: 0] += 1
      }
      if frame.isStep { addStep(frame) }
      if times.isAdaptive, frame.isStep, let part = frame.hitchPart(target, presentation) {
        visit(part)
      }
      target = targets.interval(from: frame.refresh)
      lastRefresh = frame.refresh
    }
  }

  @inline(__always)
  private mutating func add(
    _ frame: ShownFrame, _ presentation: borrowing Presentation, _ times: borrowing RefreshTimes
  ) {
    let (update, firing) = (frame.update, frame.firing)
    fromBeginning.add(frame.photon - firing.began)
    fromDue.add(frame.photon - firing.due)
    ages.add(frame.photon - update.animationTime)
    fromEnd.add(frame.photon - update.ended)
    fromCommit.add(frame.photon - presentation.timing(of: update).committed)
    fromLatch.add(frame.photon - times.latch(presentation.latched(update)))
  }

  @inline(__always)
  private mutating func addStep(_ frame: ShownFrame) {
    durations.add(frame.duration)
    stutters.add(frame.duration)
    errors.add(abs(frame.error))
    signedErrors.add(frame.error)
    squaredErrors.add(frame.error)
    guard target > 0 else { return }
    departures.add(abs(frame.duration - target))
    deviations.add(frame.duration - target)
  }
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
