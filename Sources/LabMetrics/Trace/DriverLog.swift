import LabKernel
import LabTrace

/// What one timer or display link did in a run, gathered record by record.
///
/// Arrays grow in the order of time, so that every calculation after the walk is a single sweep.
/// What such a sweep calls for each firing is inlined: to lend a log to a call copies all of it.
struct DriverLog: ~Copyable, Sendable {
  let name: String
  let source: TraceSource
  /// Whether it is a display link rather than a timer or a loop.
  let isLink: Bool
  /// A timer's interval in nanoseconds, 0 for one shot; a link's divider.
  let interval: Int64
  /// How long a timer may let the loop sleep on, or a hop delays the callbacks of a link.
  let tolerance: Int64
  /// Whether it is a timer whose dates are those of the clock on the wall.
  var isByWallClock = false
  let window: MeasuredWindow

  var firings: [Firing] = []
  /// What is to be said of some firings; see ``detail(of:)``.
  var details: [Firing.Detail] = []
  var updates: [Update] = []
  /// The due instants without a callout of their own.
  var runs: [DueSeries] = []
  /// The due instants in the window, but for those that are answered.
  var dueInstants = DueTally()
  /// When the loop ran in modes without the driver; a span still open ends at `Int64.max`.
  var starvedSpans: [TimeSpan] = []
  /// Whether a callback was due before another one had ended.
  private(set) var waitsForItself = false
  /// The firings whose due instants lie in the window.
  private(set) var measured = 0..<0
  /// For how many of the measured firings the thread woke up.
  private(set) var wakeUps = 0
  /// When a link was paused; a span still open ends at `Int64.max`.
  var pauses: [TimeSpan] = []
  /// The first date of a timer after each pause; `Int64.min` if it is not known.
  var firstDates: [Int64] = []
  /// How many callbacks had begun when the thread took notice of each input.
  ///
  /// Events are compared by their order: at one instant a callback may begin before an input is
  /// noticed or after it.
  var firingsBeforeInputs: [Int32] = []
  /// The dates of the grid that was asked for that its own dates have not kept up with.
  var shortDates: Int { max(0, timer.asked - dueInstants.due) }
  /// What it moved.
  var motion = MotionLog()
  /// The identities that the walk itself saw broken.
  var violations: [ConservationViolation] = []

  var timer = TimerLedger()
  var link = LinkLedger()
  /// The firings that are under way, innermost last: a link's callback may run the loop, and so be
  /// called out again within itself.
  private(set) var openFirings = UniqueArray<Int>()
  private var modes: Set<UInt8> = []
  /// The modes that it was ever in.
  private(set) var allModes: Set<UInt8> = []
  private var hasJoined = false
  /// When the fire date was last set by hand, or the driver first joined a mode.
  var possibleSince: Int64 = 0
  /// At every how many refreshes a link was due, from when on.
  var paces: [Pace] = []
  /// How many firings there were at each pause; those of different stretches have no interval.
  private var pausedAfter: [Int] = []
  private var gridHasChanged = false
  private(set) var isInvalid = false

  /// A link was due at every so many refreshes from an instant on.
  struct Pace: Sendable {
    let time: Int64
    let divider: Int
  }

  init(
    _ name: String, _ source: TraceSource, interval: Int64, tolerance: Int64,
    window: MeasuredWindow
  ) {
    self.name = name
    self.source = source
    isLink = source == .link
    self.interval = max(0, interval)
    self.tolerance = max(0, tolerance)
    self.window = window
  }

  /// Makes room for a number of firings and updates.
  mutating func reserveCapacity(_ count: Int) {
    firings.reserveCapacity(count)
    updates.reserveCapacity(count)
  }

  /// Notes due instants that got no callback of their own.
  mutating func append(_ series: DueSeries) {
    runs.append(series)
    dueInstants.add(series, in: window.span)
  }

  /// What it is attributed to that a free thread does not answer the last date of a timer.
  var openCause: BlameCause { timer.isSetInCallout ? .setLate : .unexplained }

  /// Whether nothing more is to be expected of the driver.
  var hasEnded: Bool {
    isInvalid || (!isLink && timer.armed == nil && !isInCallout)
  }

  var isInCallout: Bool { !openFirings.isEmpty }

  @inline(__always)
  mutating func calloutBegan(
    at began: Int64, due: Int64, newest: Int64, missed: Int64, shift: Int64 = 0
  ) {
    if isInCallout { waitsForItself = true }
    if let last = firings.last, last.ended > due { waitsForItself = true }
    measure(due)
    let isSetLate = due < possibleSince || (timer.isSetInCallout && due < began)
    let setLate =
      isSetLate ? Firing.SetLate(at: possibleSince, isUnheard: timer.isSetInCallout) : nil
    timer.isSetInCallout = false
    openFirings.append(firings.count)
    firings.append(Firing(due: due, began: began))
    guard newest != due || missed != 0 || gridHasChanged || shift != 0 || isSetLate else { return }
    details.append(
      Firing.Detail(
        firing: Int32(firings.count - 1), newest: newest, missed: missed,
        isOnNewGrid: gridHasChanged, shift: shift, setLate: setLate))
    gridHasChanged = false
  }

  /// Notes whether the firing that comes next is measured, and with it those since the first.
  private mutating func measure(_ due: Int64) {
    let first = measured.isEmpty ? firings.endIndex : measured.lowerBound
    guard due < window.end, due >= 0 || !measured.isEmpty else { return }
    measured = first..<firings.endIndex + 1
  }

  /// Notes that the thread woke up for the last firing.
  mutating func wokeThread(for due: Int64) {
    if measured.upperBound == firings.endIndex, due < window.end, !measured.isEmpty { wakeUps += 1 }
  }

  /// What is to be said of a firing beyond its instants.
  ///
  /// - Complexity: O(log n) for n firings that are out of the ordinary.
  @inline(__always)
  func detail(of firing: Int) -> Firing.Detail {
    knownDetail(of: firing) ?? Firing.Detail(newest: firings[firing].due)
  }

  /// What is to be said of a firing that is out of the ordinary; `nil` for others.
  @inline(__always)
  func knownDetail(of firing: Int) -> Firing.Detail? {
    guard let last = details.last, last.firing >= firing else { return nil }
    let detail = details[details.partitionIndex { $0.firing >= firing }]
    return detail.firing == firing ? detail : nil
  }

  /// How many pauses there were before a firing.
  @inline(__always)
  func stretch(of firing: Int) -> Int {
    pausedAfter.isEmpty ? 0 : pausedAfter.partitionIndex { $0 > firing }
  }

  /// Whether a firing begins less than half an interval after the one before, in the same stretch.
  func isClose(_ firing: Int, interval: Int64) -> Bool {
    2 * (firings[firing].began - firings[firing - 1].began) < interval
      && stretch(of: firing - 1) == stretch(of: firing)
  }

  /// A link is due at every so many refreshes from now on.
  mutating func paced(_ divider: Int, at now: Int64) {
    paces.append(Pace(time: now, divider: max(1, divider)))
    gridChanged()
  }

  /// The interval that is due is another one from now on.
  mutating func gridChanged() { gridHasChanged = true }

  /// At every how many refreshes a link was due at an instant.
  @inline(__always)
  func divider(at instant: Int64) -> Int {
    let next = paces.partitionIndex { $0.time > instant }
    return next > paces.startIndex ? paces[next - 1].divider : firstDivider
  }

  /// At every how many refreshes a link was due before its pace was changed.
  var firstDivider: Int { max(1, Int(clamping: interval)) }

  /// Ends the innermost firing that is under way, and returns its index.
  mutating func calloutEnded(at now: Int64) -> Int? {
    guard let index = openFirings.popLast() else { return nil }
    firings[index].ended = now
    return index
  }

  /// Returns the index of the firing under way that answers a due instant.
  @inline(__always)
  func firing(answering due: Int64) -> Int? {
    // A closure would copy all of the log.
    for place in openFirings.indices.reversed() {
      let firing = openFirings[place]
      if firings[firing].due == due { return firing }
    }
    return nil
  }

  mutating func invalidated(at now: Int64, mode: UInt8) {
    guard !isInvalid else { return }
    isInvalid = true
    if source == .link { cancelPendingLink() } else { cancelTimer(at: now) }
    // Nothing is wanted of it any more.
    if pauses.last?.end != .max { beginPause(at: now) }
    modeChanged(to: mode, at: now)
  }

  mutating func ended() {
    let end = window.end
    if source == .link { endLink() } else { endTimer() }
    if starvedSpans.last?.end == .max { starvedSpans[starvedSpans.endIndex - 1].end = end }
    if pauses.last?.end == .max { pauses[pauses.count - 1].end = end }
    // A policy that takes a callback back speaks of an earlier due instant than the last one.
    runs.sort { $0.first < $1.first }
  }

  /// When callbacks of the driver were under way, which may nest; none if no callback waited for
  /// another.
  var ownSpans: [TimeSpan] {
    guard waitsForItself else { return [] }
    var spans: [TimeSpan] = []
    for firing in firings where firing.ended > firing.began {
      if let last = spans.last, firing.began <= last.end {
        spans[spans.count - 1].end = max(last.end, firing.ended)
      } else {
        spans.append(TimeSpan(begin: firing.began, end: firing.ended))
      }
    }
    return spans
  }
}

extension DriverLog {
  mutating func joined(_ joinedMode: UInt8, current: UInt8, at now: Int64) {
    modes.insert(joinedMode)
    allModes.insert(joinedMode)
    if !hasJoined { possibleSince = now }
    hasJoined = true
    modeChanged(to: current, at: now)
  }

  mutating func left(_ leftMode: UInt8, current: UInt8, at now: Int64) {
    modes.remove(leftMode)
    modeChanged(to: current, at: now)
  }

  /// Opens or closes a starved span.
  ///
  /// Outside any run nothing starves: the thread is doing something else. Nor does a driver that is
  /// paused, or not there.
  mutating func modeChanged(to mode: UInt8, at now: Int64) {
    let isAway = pauses.last?.end == .max
    let starves = hasJoined && !isAway && mode != 255 && !modes.contains(mode)
    let isStarving = starvedSpans.last?.end == .max
    if starves, !isStarving {
      starvedSpans.append(TimeSpan(begin: now, end: .max))
    } else if isStarving, !starves {
      starvedSpans[starvedSpans.endIndex - 1].end = now
    }
  }
}

/// When the driver is not there, or rests.
extension DriverLog {
  mutating func paused(at now: Int64, mode: UInt8) {
    guard pauses.last?.end != .max else { return }
    beginPause(at: now)
    pausedAfter.append(firings.count)
    if isLink { cancelPendingLink() } else { timerPaused(at: now) }
    modeChanged(to: mode, at: now)
  }

  mutating func beginPause(at now: Int64) {
    pauses.append(TimeSpan(begin: now, end: .max))
    firstDates.append(.min)
  }

  /// The first date of a timer after the last pause, if that has just ended.
  mutating func setFirstDate(_ date: Int64, at now: Int64) {
    if let last = pauses.last, last.end == now { firstDates[pauses.count - 1] = date }
  }

  /// The first vsync of a link after the last pause, if it is.
  mutating func setFirstVsync(_ vsync: Int64) {
    guard let last = pauses.indices.last, pauses[last].end < .max, firstDates[last] == .min else {
      return
    }
    firstDates[last] = vsync
  }

  /// The refreshes that a pause leaves without a frame: those whose latch interval begins in it,
  /// and those that latch before the first date after it.
  func refreshes(ofPause pause: Int, _ times: borrowing RefreshTimes) -> Range<Int> {
    let idle = times.refreshes(latchingIn: pauses[pause])
    guard !isLink, firstDates[pause] > pauses[pause].end else { return idle }
    let first = times.firstRefresh(latchingAt: firstDates[pause])
    return idle.lowerBound..<max(idle.lowerBound, first)
  }

  /// Whether a driver can have shown its first frame since the last pause that began before a
  /// refresh's latch interval, or of all if none did.
  ///
  /// A timer can in a refresh that latches one interval after its first date, a link in one that
  /// latches after its first vsync; after its second, if it is there from the beginning of the run.
  func isFrameWanted(at refresh: Int, _ times: borrowing RefreshTimes) -> Bool {
    let begin = times.beginning(ofLatch: refresh)
    let pause = pauses.partitionIndex { $0.begin > begin } - 1
    guard source == .link else {
      return times.latch(refresh) >= firstWanted(afterPause: pause)
    }
    guard pause >= 0 else { return refresh > times.depth + firstDivider }
    return firstDates[pause] > .min && times.latch(refresh) > firstDates[pause]
  }

  /// By when a timer can have shown its first frame: `Int64.max` as long as it has no date;
  /// `Int64.min` for other drivers, and where the date is not known.
  private func firstWanted(afterPause pause: Int) -> Int64 {
    guard source == .timer, interval > 0 else { return .min }
    let first = [firings.first?.due, timer.armed, runs.first?.first].compactMap { $0 }.min()
    let date = pause < 0 ? first : firstDates[pause]
    guard let date else { return .max }
    return date > .min ? date.addingSaturating(interval) : .min
  }

  mutating func resumed(at now: Int64, mode: UInt8) {
    guard pauses.last?.end == .max else { return }
    pauses[pauses.count - 1].end = now
    modeChanged(to: mode, at: now)
  }

  /// Whether an instant lies in a pause, its beginning included.
  func isPaused(at instant: Int64) -> Bool {
    let next = pauses.partitionIndex { $0.end > instant }
    return next < pauses.count && pauses[next].begin <= instant
  }
}
