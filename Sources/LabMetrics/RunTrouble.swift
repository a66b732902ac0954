import LabKernel
public import LabTrace

/// What went wrong with one driver in one run, and where: as much as two runs are compared by.
///
/// Each number equals the metric of its name in ``MetricDictionary``. To measure no more than these
/// takes a fraction of the time.
public struct RunTrouble: Hashable, Sendable {
  /// The slots without a new frame; `nil` if no target is declared.
  public let dropped: Int?
  /// The refreshes in which two or more firings began; `nil` without a display.
  public let doubleFires: Int?
  /// The due instants that passed without a callback.
  public let missed: Int
  /// The due instants with a callback of their own.
  public let fires: Int
  /// How long the motion stuck; `nil` if that is not defined.
  public let hitchTime: Duration?
  /// The 99th percentile of began − due; `nil` without a firing.
  public let latenessP99: Duration?
  /// How late a callback began at most by the clock on the wall; `nil` if the machine never sleeps.
  package let wallLatenessMax: Duration?
  /// How late a callback may be that is not late: a quarter of the interval of a timer, 0.1 s of
  /// one that fires once.
  public let latenessLimit: Duration
  /// The 99th percentile of the magnitude of the animation error; `nil` for fewer than two frames.
  public let animationErrorP99: Duration?
  /// The median time from the beginning of a callback to the display of its frame; `nil` without a
  /// frame.
  package let tickToPhoton: Duration?
  /// The median time from a due instant to the display of its frame; `nil` of a driver that does
  /// not draw, and without a frame.
  package let latency: Duration?
  /// How many refreshes began to show a new frame; `nil` of a driver that does not draw.
  package let shownFrames: Int?
  /// For how long the display showed another picture than the one that was wanted, each refresh
  /// once; `nil` of a driver that does not draw.
  package let wrongPicture: Duration?
  /// How many callbacks of one that does not draw did not come when they were wanted: dates that
  /// never came, passed or were answered too late; `nil` of one that draws.
  package let unanswered: Int64?
  /// How many refreshes old the frames are that wait behind others; 0 if they do not.
  package let oldRefreshes: Int
  /// The first refresh of every dropped slot, in ascending order.
  public let droppedRefreshes: [Int32]
  /// The refreshes in which two or more firings began, in ascending order.
  public let doubleRefreshes: [Int32]
  /// How often each thing went wrong.
  public let symptoms: SymptomCounts
  /// How many slots, or else refreshes, were measured.
  public let refreshes: Int
  /// How many refreshes of the run have an end.
  public let wholeRefreshes: Int

  /// Measures a driver in a trace; `nil` if the trace knows none of that name.
  ///
  /// - Complexity: O(n) for n records.
  public init?(of driver: String, in trace: Trace) {
    self.init(of: driver, in: trace, replacing: 0..<0, with: 0..<0, of: trace)
  }

  /// Measures a driver in a trace with some records of another one instead of its own.
  ///
  /// - Parameters:
  ///   - driver: The driver.
  ///   - trace: The trace.
  ///   - own: Which of its records are replaced.
  ///   - others: Which records of the other trace stand there; in order with those around them.
  ///   - other: A trace with the same names and modes, which ends at the same instant.
  package init?(
    of driver: String, in trace: Trace, replacing own: Range<Int>, with others: Range<Int>,
    of other: borrowing Trace
  ) {
    let header = trace.header
    header.checkRanges()
    let (measured, count) = MeasuredWindow.find(in: trace)
    var walk = TraceWalk(measured, header, recordCount: count, asking: driver)
    walk.thread = nil
    let records = trace.records.span
    walk.visit(records.extracting(first: min(count, own.lowerBound)), of: trace)
    let last = min(others.upperBound, MeasuredWindow.find(in: other).recordCount)
    if others.lowerBound < last {
      walk.visit(other.records.span.extracting(others.lowerBound..<last), of: other)
    }
    if own.upperBound < count {
      walk.visit(records.extracting(own.upperBound..<count), of: trace)
    }
    guard let run = walk.finish(header).runs.first(where: { $0.log.name == driver }) else {
      return nil
    }
    self.init(run)
  }

  private init(_ run: DriverRun) {
    let isDeclared = run.slots.isDeclared
    droppedRefreshes = isDeclared ? run.hitchParts.map { Int32($0.refresh) } : []
    refreshes = isDeclared ? run.slots.count : run.times.window.count
    wholeRefreshes = max(0, run.times.vsyncs.count - 1)
    doubleRefreshes = run.firings.doubles
    let counts = RunCounts(run)
    (dropped, doubleFires) = (counts.dropped, counts.doubleFires)
    (missed, fires) = (counts.missed, counts.fires)
    latenessLimit = .nanoseconds(run.log.latenessLimit)
    latenessP99 = run.percentile(990, of: .lateness)
    wallLatenessMax = run[.wallLateness]?.max
    hitchTime =
      run.hasDisplay && (isDeclared || run.times.isAdaptive)
      ? .nanoseconds(run.hitchParts.reduce(0) { $0 + $1.duration }) : nil
    animationErrorP99 = run.percentile(990, of: .animationError)
    symptoms = run.symptoms
    tickToPhoton = run.percentile(500, of: .fromBeginning)
    latency = run.draws ? run.percentile(500, of: .fromDue) : nil
    shownFrames = run.draws && run.hasDisplay ? run.newFrames : nil
    wrongPicture = run.wrongPicture.map { .nanoseconds($0) }
    unanswered = run.unanswered
    oldRefreshes = OldFrames(run)?.refreshes ?? 0
  }
}

extension RunTrouble {
  /// Returns how many troubled refreshes of one run are sound in another, and the reverse.
  ///
  /// - Parameters:
  ///   - before: The refreshes of the one, in ascending order.
  ///   - after: Those of the other.
  /// - Returns: How many are in the one alone, and in the other alone.
  /// - Complexity: O(n) for n refreshes in both.
  public static func difference(
    _ before: [Int32], _ after: [Int32]
  ) -> (fixed: Int, broke: Int) {
    var (one, other, common) = (0, 0, 0)
    while one < before.count, other < after.count {
      let (left, right) = (before[one], after[other])
      if left == right { common += 1 }
      if left <= right { one += 1 }
      if right <= left { other += 1 }
    }
    return (before.count - common, after.count - common)
  }
}

/// What is counted of one driver in one run, and depends on the order of what happens alone.
///
/// Each number equals the metric of its name in ``MetricDictionary``.
package struct RunCounts: Hashable, Sendable {
  /// The name of the driver.
  package let driver: String
  /// The due instants with a callback of their own.
  package let fires: Int
  /// The due instants that passed without a callback.
  package let missed: Int
  /// The refreshes in which two or more firings began; `nil` without a display.
  package let doubleFires: Int?
  /// The refreshes in which no firing began; `nil` without a display.
  package let emptyRefreshes: Int?
  /// The slots without a new frame; `nil` if no target is declared.
  package let dropped: Int?

  init(_ run: DriverRun) {
    driver = run.log.name
    (fires, missed) = (run.dueInstants.fired, run.dueInstants.missed)
    doubleFires = run.hasDisplay ? run.firings.doubleFires : nil
    emptyRefreshes = run.hasDisplay ? run.firings.empty : nil
    dropped = run.hasDisplay && run.slots.isDeclared ? run.slots.dropped : nil
  }

  /// Counts what the drivers of a run did.
  ///
  /// It takes a part of the time of ``RunTrouble``, which tells more.
  ///
  /// - Parameters:
  ///   - trace: The run.
  ///   - fineness: The power of two of its units that makes a nanosecond; targets stay in hertz.
  /// - Returns: The counts driver by driver, in the order of their creation.
  /// - Precondition: The header's numbers are within their ranges.
  /// - Complexity: O(n) for n records.
  package static func counts(in trace: Trace, fineness: Int = 0) -> [RunCounts] {
    let (measured, count) = MeasuredWindow.find(in: trace)
    var walk = TraceWalk(measured, trace.header, recordCount: count)
    walk.thread = nil
    walk.visit(trace.records.span.extracting(first: count), of: trace)
    return walk.finish(trace.header, fineness: fineness).runs.map { RunCounts($0) }
  }
}
