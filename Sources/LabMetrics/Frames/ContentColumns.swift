import LabKernel
import LabMotion

/// Follows what the screen shows of the last run of a motion, refresh by refresh.
///
/// Where something should be is told after the least lag, and a step is compared to the greatest
/// speed, which only the end of a motion tells. So what refreshes show is kept until then. If there
/// is more than there is room for, the same run is followed a second time by columns that know the
/// end from these; and a third time if the median lag, too, is exact only after the second.
struct ContentColumns: Calculator {
  /// A row in three words.
  private struct KeptRow {
    /// Twice what has passed, and one more for a new frame.
    private let passedTwice: Int64
    private let offset: Int64
    private let place: Double

    init(_ row: ContentRow, isNew: Bool) {
      passedTwice = row.passed << 1 | (isNew ? 1 : 0)
      (offset, place) = (row.offset, row.place)
    }

    var isNew: Bool { passedTwice & 1 == 1 }
    var row: ContentRow { ContentRow(passed: passedTwice >> 1, offset: offset, place: place) }
  }

  private static let fewRows = 1 << 12

  /// How many refreshes are kept: seven eighths of the numbers of a quantity, more than an hour at
  /// 120 Hz.
  private let rowRoom: Int
  /// How many lags are kept.
  private let room: Int
  private let path: Trajectory?
  /// What the same run has told before; `nil` the first time.
  private let known: ScreenContent?

  /// The first refresh that was not looked at.
  private var next = 0
  private var runCount = 0
  private var firstUpdate = Int.max
  private var beginning: Int64?
  private var current: (update: Int, picture: MotionLog.Picture)?
  private var firstRefresh = 0
  private var sums = ContentSums()
  /// What the new frames show, compared with the time that passes.
  private(set) var motion = MotionSums()
  /// The sums up to the refresh that is the last if the picture that is shown is; `nil` as long as
  /// those are all.
  private var ending: ContentSums?
  private var mayEnd = false
  /// The lags of new frames.
  private var lags: SampleColumn
  private var departures = ContentDepartures()
  private var rows: [KeptRow] = []
  private var haveRowsRoom = true
  /// Whether the run will be made once more in any case.
  private var isRepeated = false

  init(room: Int, along path: Trajectory?) {
    rowRoom = room - room / 8
    self.room = room
    self.path = path
    known = nil
    lags = SampleColumn(room: room, for: .median)
  }

  /// Creates columns that find what others could not, given the same refreshes.
  init(refining other: ContentColumns) {
    (rowRoom, room, path) = (other.rowRoom, other.room, other.path)
    known = other.screen
    lags = other.lags.refined()
    guard let known else { return }
    (firstUpdate, beginning) = (known.firstUpdate, known.beginning)
  }

  mutating func takeMemory(of other: inout ContentColumns) {
    swap(&lags, &other.lags)
    lags.removeAll(room: room)
    rows.takeMemory(of: &other.rows)
  }

  /// What the end of the run has told; `nil` before it, or if the driver moves nothing.
  private(set) var screen: ScreenContent?

  /// Whether departures are missing, because refreshes were more than there is room for.
  var isIncomplete: Bool { screen != nil && path != nil && known == nil && !haveRowsRoom }

  /// Whether departures rest on a median that is the middle of a bucket.
  var isApproximate: Bool {
    path != nil && (known ?? screen)?.isMedianApproximate == true
  }

  mutating func advance(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay, _ walk: borrowing TraceWalk,
    _ times: borrowing RefreshTimes, _ samples: inout Samples, _ need: inout Need
  ) {
    advance(log, display.presentation, times)
    next = max(next, display.presentation.frontier)
    need.keep(refresh: next)
  }

  /// Looks at the refreshes that are settled.
  private mutating func advance(
    _ log: borrowing DriverLog, _ presentation: borrowing Presentation,
    _ times: borrowing RefreshTimes
  ) {
    guard let run = log.motion.run else { return }
    if known == nil, runCount != log.motion.runCount {
      begin(run)
      runCount = log.motion.runCount
    }
    let pictures = log.motion.pictures
    if beginning == nil, firstUpdate < min(pictures.endIndex, log.updates.endIndex) {
      beginning = log.updates[firstUpdate].animationTime - pictures[firstUpdate].offset
    }
    guard let beginning else { return }
    while next < presentation.frontier {
      defer { next += 1 }
      let shown = Int(presentation.shown[next])
      let isNew = shown >= firstUpdate && shown < pictures.endIndex
      if isNew { current = (shown, pictures[shown]) }
      guard let current, known?.refreshes.contains(next) != false else { continue }
      let passed = times.vsyncs[next] - beginning
      if isNew { motion.add(current.picture, at: times.vsyncs[next]) }
      add(
        ContentRow(current.picture, after: passed, along: path), isNew: isNew,
        isHandedOver: current.picture.isHandedOver)
    }
  }

  private mutating func begin(_ run: MotionLog.Run) {
    firstUpdate = run.firstUpdate
    (beginning, current, ending, mayEnd) = (nil, nil, nil, false)
    (sums, motion) = (ContentSums(), MotionSums())
    lags = SampleColumn(room: room, for: .median)
    rows.removeAll(keepingCapacity: true)
    haveRowsRoom = true
  }

  private mutating func add(_ row: ContentRow, isNew: Bool, isHandedOver: Bool) {
    if sums.count == 0 { firstRefresh = next }
    if isNew {
      (ending, mayEnd) = (nil, false)
      lags.add(row.lag)
    } else if mayEnd, ending == nil {
      ending = sums
    }
    sums.add(row, isNew: isNew, along: path)
    if !isHandedOver || row.offset < row.passed { mayEnd = true }
    guard let path else { return }
    if let known {
      departures.add(row, isNew: isNew, along: path, known)
    } else if !isRepeated, rows.count < rowRoom {
      // Memory that is set aside and not needed costs nothing; growing step by step needs twice as
      // much.
      if rows.count == Self.fewRows, room < .max { rows.reserveCapacity(rowRoom) }
      rows.append(KeptRow(row, isNew: isNew))
    } else {
      (rows, haveRowsRoom) = ([], false)
    }
  }

  /// Keeps nothing of what refreshes show, since the run is certain to be made once more.
  mutating func expectAnotherTime() {
    isRepeated = true
    if !rows.isEmpty { (rows, haveRowsRoom) = ([], false) }
  }

  /// Ends the run.
  mutating func finish(_ log: borrowing DriverLog) {
    let motion = log.motion
    guard let run = motion.run, motion.pictures.endIndex == log.updates.endIndex else { return }
    let isFinal = current?.update == motion.pictures.endIndex - 1 && run.ended != nil
    if isFinal, let ending { sums = ending }
    let passed = Duration.nanoseconds(sums.last?.passed ?? 0)
    let screen = ScreenContent(
      firstUpdate: run.firstUpdate, beginning: beginning ?? run.started,
      refreshes: firstRefresh..<firstRefresh + sums.count, trajectory: path,
      base: sums.lags.least ?? 0,
      medianLag: lags.isEmpty ? nil : lags.percentiles([500])[0],
      isMedianApproximate: lags.isApproximate,
      greatestSpeed: path?.greatestSpeed(until: passed) ?? 0)
    self.screen = screen
    guard let path, known == nil, haveRowsRoom else { return }
    for kept in rows.prefix(sums.count) {
      departures.add(kept.row, isNew: kept.isNew, along: path, screen)
    }
  }

  /// What the eye saw; `nil` if the driver moves nothing.
  func metrics(_ log: borrowing DriverLog) -> ContentMetrics? {
    guard let screen, let run = log.motion.run else { return nil }
    return ContentMetrics(
      sums, isIncomplete ? ContentDepartures() : departures, screen, run, log.motion.lastPicture)
  }
}
