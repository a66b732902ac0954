package import LabKernel
import LabTrace

/// The timers of a loop: their dates, the queue of each mode, and which of them are firing.
///
/// The table decides which timer fires, and when it fires next; the loop calls out in between.
package final class TimerTable: ItemTable {
  @safe @exclusivity(unchecked) private var rows = RowTable<TimerState>()
  @safe @exclusivity(unchecked) private var queues = UniqueArray<Queue>()
  /// The timers that are to fire, batch upon batch: nested runs put theirs on top.
  @safe @exclusivity(unchecked) private var batches = UniqueArray<Int>()
  /// The dates that owners gave, where the timer has another (R5).
  @safe @exclusivity(unchecked) private var givenDates: [Int: Instant] = [:]
  /// The dates of the timers that go by the wall clock, on that clock.
  @safe @exclusivity(unchecked) private var wallDates: [Int: Int64] = [:]
  /// Whether the alarm of a timer may be late: one had a tolerance, or the app may nap.
  @safe @exclusivity(unchecked) private var hasAllowances: Bool
  private let world: World
  private let ports: PortSet
  private let profile: Profile

  struct Queue: ~Copyable {
    /// Those that are not firing, by fire date and insertion (R39, R40).
    var dates = EventQueue()
    /// How many there are, firing ones included.
    var count = 0
    var alarm: Alarm

    init(_ alarm: consuming Alarm) { self.alarm = alarm }
  }

  init(in world: World, ringing ports: PortSet, _ profile: Profile) {
    self.world = world
    self.ports = ports
    self.profile = profile
    hasAllowances = profile.nap != nil
  }

  /// A row, read in place; an accessor that yields it would allocate memory in debug builds.
  subscript(id: Int) -> TimerState {
    @inline(__always)
    unsafeAddress { unsafe rows.address(of: id) }
  }

  func item(_ id: Int) -> ItemState { rows[id].item }

  @inline(__always)
  package func serial(of id: Int) -> UInt64 { rows.serial(of: id) }

  // MARK: Timers and modes

  func addMode(_ name: LoopMode) {
    let mode = queues.append(Queue(Alarm(of: name, in: world, ringing: ports, profile)))
    ports.join(queues[mode].alarm.port, to: mode)
  }

  /// Enters a timer, whose date is the one that its owner gave.
  func insert(_ timer: consuming TimerState, byWallClock isByWallClock: Bool) -> Int {
    let given = Instant(nanoseconds: timer.fireDate)
    let id = rows.insert(timer)
    if isByWallClock { wallDates[id] = given.nanoseconds }
    rows[id].fireDate = clockDate(for: given, of: id)
    show(given, of: id)
    return id
  }

  func add(_ id: Int, to mode: Int) {
    let rank = ports.nextArrival()
    // In the modes where it is, it keeps its place (R40).
    if rows[id].item.modes.isEmpty { rows[id].rank = rank }
    rows[id].item.modes.insert(mode)
    queues[mode].count += 1
    if !rows[id].isFiring {
      queues[mode].dates.schedule(id, key: EventQueue.Key(due: rows[id].fireDate, rank: rank))
    }
    programAlarm(of: mode)
  }

  func remove(_ id: Int, from mode: Int) {
    rows[id].item.modes.remove(mode)
    queues[mode].count -= 1
    queues[mode].dates.remove(id)
    programAlarm(of: mode)
  }

  func isEmpty(_ mode: Int) -> Bool { queues[mode].count == 0 }

  /// The timers of a mode by the date at which they fire next (R39).
  func ids(in mode: Int) -> [Int] {
    isEmpty(mode)
      ? []
      : rows.indices.filter { rows[$0].item.modes.contains(mode) }
        .sorted { rows[$0].key < rows[$1].key }
  }

  /// The deadlines for which the alarm of a mode was last programmed; `nil` for none.
  func alarmWindow(of mode: Int) -> AlarmWindow? {
    queues[mode].alarm.programmed.isNone ? nil : queues[mode].alarm.programmed
  }

  func invalidate(_ id: Int) -> Bool {
    guard rows.retire(id) else { return false }
    givenDates[id] = nil
    wallDates[id] = nil
    return true
  }

  func release(_ id: Int) {
    guard !rows[id].isFiring else { return }
    let released = rows[id].callout.release()
    rows.free(id)
    _ = released
  }

  // MARK: Dates

  /// The first timer of a mode, firing ones included (R62).
  func first(in mode: Int, firing: [Int]) -> Int? {
    let callingOut = firing.filter { rows[$0].item.modes.contains(mode) }
    let waiting = queues[mode].dates.first.map { $0.id }
    return (callingOut + [waiting].compactMap { $0 }).min { rows[$0].key < rows[$1].key }
  }

  /// The date as the timer's owner gave or last saw it (R55).
  func shownDate(of id: Int) -> Instant {
    let given = rows[id].showsGivenDate ? givenDates[id] : nil
    return given ?? Instant(nanoseconds: rows[id].fireDate)
  }

  private func show(_ date: Instant, of id: Int) {
    rows[id].showsGivenDate = date.nanoseconds != rows[id].fireDate
    if rows[id].showsGivenDate { givenDates[id] = date }
  }

  @inline(always)
  private func isByWallClock(_ id: Int) -> Bool { !wallDates.isEmpty && wallDates[id] != nil }

  /// Turns a date into one of the loop's clock: no earlier than now, no later than 16 years hence.
  ///
  /// A timer by the wall clock has a date as far ahead on that clock, and what the machine sleeps
  /// until then brings it nearer.
  private func clockDate(for date: Instant, of id: Int) -> Int64 {
    let now = world.now.nanoseconds
    let latest = min(now + TimerState.longestInterval, Instant.distantFuture.nanoseconds)
    let own = max(now, min(date.nanoseconds, latest))
    guard isByWallClock(id) else { return own }
    let wallDate = profile.wall.time(at: now) + (own - now)
    wallDates[id] = wallDate
    return max(now, profile.wall.instant(of: wallDate))
  }

  /// Moves a timer's next firing (R51, R52).
  func setDate(of id: Int, to date: Instant) {
    rows[id].fireDate = clockDate(for: date, of: id)
    reposition(id)
    show(date, of: id)
  }

  /// Sets how late a timer's alarm may be; one that is set already stays as it is (R42, R43).
  func setTolerance(of id: Int, to tolerance: Int64) {
    guard profile.honoursTolerance else { return }
    rows[id].tolerance = tolerance
    if tolerance > 0 { hasAllowances = true }
  }

  /// Gives a timer a place behind all others with its date, in all its modes (R40).
  @inline(always)
  private func reposition(_ id: Int) {
    rows[id].rank = ports.nextArrival()
    for mode in rows[id].item.modes {
      enqueue(id, in: mode)
      programAlarm(of: mode)
    }
  }

  @inline(always)
  private func enqueue(_ id: Int, in mode: Int) {
    guard !rows[id].isFiring else { return }
    queues[mode].dates.schedule(id, key: rows[id].key)
  }

  // MARK: Firing

  /// Begins to fire the timers of a mode that are due now (R47).
  ///
  /// A timer that becomes due later gets a pass of its own. Mostly no other timer is due, which is
  /// seen as soon as the first is out of the queue.
  @inline(always)
  func beginBatch(in mode: Int) -> (first: TimerState.Firing, rest: TimerBatch?)? {
    let now = world.now.nanoseconds
    guard let first = queues[mode].dates.first, first.key.due <= now else {
      programAlarmAnew(of: mode, for: window(of: mode))
      return nil
    }
    let begun = begin(first.id, at: now, in: mode)
    guard let next = queues[mode].dates.first, next.key.due <= now else { return (begun, nil) }
    let start = batches.count
    queues[mode].dates.collect(dueBy: now, into: &batches)
    return (begun, TimerBatch(others: start..<batches.count, newest: rows.lastSerial))
  }

  /// Takes the first timer of a mode that is due now out of its queue.
  package func takeDue(in mode: Int) -> Int? {
    queues[mode].dates.takeFirst(dueBy: world.now.nanoseconds)?.id
  }

  /// When the first timer of a mode is due that is not firing; `nil` for none.
  package func firstDate(in mode: Int) -> Instant? {
    queues[mode].dates.first.map { Instant(nanoseconds: $0.key.due) }
  }

  /// Takes the alarm of a mode out of its wait set, so that it wakes nothing.
  package func silenceAlarm(of mode: Int) { ports.leave(queues[mode].alarm.port, from: mode) }

  /// Lets a timer without an interval fire again as soon as it has fired.
  func makeEndless(_ id: Int) { rows[id].source = .loop }

  /// Gives a timer another interval, with which its grid goes on.
  func setInterval(of id: Int, to interval: Int64) { rows[id].interval = interval }

  /// One of the others of a batch; `nil` if it is gone.
  func member(at place: Int, of batch: TimerBatch) -> Int? {
    let id = batches[place]
    return serial(of: id) <= batch.newest ? id : nil
  }

  func drop(_ batch: TimerBatch) { batches.truncate(to: batch.others.lowerBound) }

  /// Begins to fire a member of a batch, if it still may (R48).
  func begin(_ id: Int, in mode: Int) -> TimerState.Firing? {
    let now = world.now.nanoseconds
    return rows[id].mayFire(at: now) ? begin(id, at: now, in: mode) : nil
  }

  /// Takes a timer out of all queues while it calls out; only the alarm of the mode that fires it
  /// learns of it (R49).
  @inline(always)
  private func begin(_ id: Int, at now: Int64, in mode: Int) -> TimerState.Firing {
    let begun = rows[id].begin(id, at: now)
    for member in rows[id].item.modes { queues[member].dates.remove(id) }
    programAlarmAnew(of: mode, for: window(of: mode))
    return begun
  }

  @inline(always)
  func call(_ id: Int, in loop: SimulatedRunLoop, _ callback: Callback) {
    rows[id].callout.call(loop, callback)
  }

  /// Ends a firing, and says what becomes of the timer.
  ///
  /// A later date set by the callout counts (R51).
  @inline(always)
  func end(_ begun: TimerState.Firing, in mode: Int) -> TimerState.RearmResult {
    let id = begun.id
    rows[id].isFiring = false
    guard serial(of: id) != 0 else {
      release(id)
      return TimerState.RearmResult()
    }
    guard rows[id].fireDate > begun.due else {
      let aftermath =
        isByWallClock(id)
        ? rearmByWallClock(id, after: begun)
        : rows[id].rearm(after: begun, ended: world.now.nanoseconds)
      reposition(id)
      return aftermath
    }
    for member in rows[id].item.modes { enqueue(id, in: member) }
    programAlarm(of: mode)
    return TimerState.RearmResult(next: Instant(nanoseconds: rows[id].fireDate))
  }

  /// Moves a timer by the wall clock on, whose dates within a sleep all come at its end.
  @inline(never)
  private func rearmByWallClock(_ id: Int, after begun: TimerState.Firing) -> TimerState.RearmResult
  {
    var onWall = begun
    onWall.due = wallDates[id] ?? begun.due
    var aftermath = rows[id].rearm(
      after: onWall, ended: profile.wall.time(at: world.now.nanoseconds))
    wallDates[id] = rows[id].fireDate
    rows[id].fireDate = profile.wall.instant(of: rows[id].fireDate)
    let next = Instant(nanoseconds: rows[id].fireDate)
    let usual = Instant(nanoseconds: begun.due).advanced(
      by: .nanoseconds(rows[id].interval) * (aftermath.missed + 1))
    aftermath.movesGrid = next != usual
    aftermath.next = next
    return aftermath
  }

  // MARK: The alarm

  /// Sets the alarm of a mode for its earliest timer, if that has changed (R42).
  @inline(always)
  private func programAlarm(of mode: Int) {
    let window = window(of: mode)
    if window != queues[mode].alarm.programmed { programAlarmAnew(of: mode, for: window) }
  }

  @inline(always)
  private func programAlarmAnew(of mode: Int, for window: AlarmWindow) {
    queues[mode].alarm.program(for: window, in: world, ringing: ports, profile)
  }

  @inline(always)
  private func window(of mode: Int) -> AlarmWindow {
    guard let first = queues[mode].dates.first else { return .none }
    let soft = first.key.due
    let allowance = hasAllowances ? allowance(of: first.id) : 0
    guard allowance > 0 else { return AlarmWindow(soft: soft, hard: soft) }
    let latest = min(soft + allowance, Instant.distantFuture.nanoseconds)
    let hard = earliestEnd(by: latest, in: mode)
    let isPutOff = profile.alarmLanding == .early && napLeeway(of: first.id) > 0
    return AlarmWindow(soft: isPutOff ? hard : soft, hard: hard)
  }

  /// How late the alarm of a timer may be, as it was set or as a nap puts it off.
  private func allowance(of id: Int) -> Int64 { max(rows[id].allowance, napLeeway(of: id)) }

  /// By how much a nap puts a timer off, which a loop of its own is not.
  private func napLeeway(of id: Int) -> Int64 {
    rows[id].isEndless ? 0 : profile.nap?.leeway(at: rows[id].fireDate) ?? 0
  }

  /// The earliest end of a tolerance among the timers of a mode, given that of the first timer.
  private func earliestEnd(by limit: Int64, in mode: Int) -> Int64 {
    var end = limit
    let start = batches.count
    queues[mode].dates.collect(dueBy: end, into: &batches)
    for position in start..<batches.count {
      let id = batches[position]
      if rows[id].fireDate > end { break }
      end = min(end, rows[id].fireDate + allowance(of: id))
    }
    batches.truncate(to: start)
    return end
  }
}

/// What the loop keeps for one timer, and the arithmetic of its dates.
///
/// It fills a line of the cache, 64 bytes, and no more: with many timers the time to bring a line
/// from the memory is most of what a firing costs.
package struct TimerState: ~Copyable {
  /// The longest interval, and the farthest that a date may lie ahead: 16 years (R8).
  static let longestInterval: Int64 = 504_911_232_000_000_000

  /// The date of the next firing, on the loop's clock (R1).
  var fireDate: Int64
  /// The grid's step; 0 for a timer that fires once (R9).
  var interval: Int64
  /// How late the alarm may be, as set; see ``allowance`` (R45).
  var tolerance: Int64 = 0
  /// The order among timers with the same date: the one inserted first goes first (R40).
  var rank: UInt64 = 0
  var callout: Callout
  var item: ItemState
  /// What becomes of dates that pass before they can be served.
  let catchUp: CatchUp
  /// What the trace says it is.
  var source = TraceSource.timer
  var isFiring = false
  /// Whether its owner gave a date that the loop had to replace; see ``TimerTable``.
  var showsGivenDate = false

  /// Whether it has no interval and fires again as soon as it has fired.
  var isEndless: Bool { source == .loop }

  var repeats: Bool { interval > 0 || isEndless }

  /// How late the alarm may be (R45).
  var allowance: Int64 {
    if tolerance <= 0 { return 0 }
    return repeats ? min(tolerance, interval / 2) : tolerance
  }

  var key: EventQueue.Key { EventQueue.Key(due: fireDate, rank: rank) }

  /// Moves the timer on after a firing that answered its date.
  @inline(always)
  mutating func rearm(after begun: Firing, ended: Int64) -> RearmResult {
    let next: (date: Int64, missed: Int64) =
      switch catchUp {
      case .coalesce: Self.nextDate(after: ended, due: begun.due, by: interval)
      case .skip, .isochronous: Self.nextDate(after: begun.began, due: begun.due, by: interval)
      case .burst: Self.nextDate(after: begun.due, due: begun.due, by: interval)
      case .delay: Self.nextDate(after: begun.began, due: begun.began, by: interval)
      case .rearm: isEndless ? (ended, 0) : Self.nextDate(after: ended, due: ended, by: interval)
      }
    fireDate = next.date
    showsGivenDate = false
    return RearmResult(
      next: Instant(nanoseconds: next.date), missed: next.missed,
      movesGrid: !catchUp.keepsGrid && (isEndless || next.date != begun.due + interval))
  }

  /// The first date of the grid strictly after an instant, and how many dates before it are lost.
  ///
  ///     next = due + k × interval with the smallest k ≥ 1 for which next > now
  ///
  /// The grid starts from the date that was due, never from when it was served, so that lateness
  /// does not shift the phase (R50).
  @inline(always)
  private static func nextDate(
    after now: Int64, due: Int64, by interval: Int64
  ) -> (date: Int64, missed: Int64) {
    // Mostly none is lost; a division costs as much as all the rest. The sum cannot overflow, since
    // no interval is longer than 16 years.
    if now - due < interval { return (min(due + interval, Instant.distantFuture.nanoseconds), 0) }
    return laterDate(after: now, due: due, by: interval)
  }

  private static func laterDate(
    after now: Int64, due: Int64, by interval: Int64
  ) -> (date: Int64, missed: Int64) {
    let missed = (now - due) / interval
    let (distance, overflow) = (missed + 1).multipliedReportingOverflow(by: interval)
    guard !overflow, distance < Instant.distantFuture.nanoseconds - due else {
      return (Instant.distantFuture.nanoseconds, missed)
    }
    return (due + distance, missed)
  }

  /// Whether the timer, a member of a batch, still may fire (R48).
  @inline(always)
  func mayFire(at now: Int64) -> Bool {
    !isFiring && !item.modes.isEmpty && fireDate <= now
  }

  @inline(always)
  mutating func begin(_ id: Int, at now: Int64) -> Firing {
    let folded = catchUp == .isochronous ? foldDates(by: now) : 0
    isFiring = true
    return Firing(
      id: id, source: source, subject: item.subject, began: now, due: fireDate, folded: folded)
  }

  /// What is known of a firing before the callout.
  struct Firing {
    let id: Int
    let source: TraceSource
    let subject: UInt32
    var began: Int64
    var due: Int64
    /// How many dates before the one that is answered are lost.
    let folded: Int64
  }

  /// What the next date of a timer follows from, which a thread model may change.
  package struct Rearming {
    package var interval: Int64
    package var began: Int64
    package let catchUp: CatchUp
    /// Whether the dates go on from the next one, whatever the grid says.
    package var movesGrid = false

    init(of timer: borrowing TimerState, after begun: Firing) {
      (interval, began, catchUp) = (timer.interval, begun.began, timer.catchUp)
    }
  }

  /// What becomes of a timer after a firing.
  struct RearmResult {
    /// When it fires next; `nil` for never again.
    var next: Instant?
    /// How many dates after the one that was answered are lost.
    var missed: Int64 = 0
    /// Whether the firing moved the grid.
    var movesGrid = false
  }

  /// Takes the last date that has come instead of the one that is due, and says how many are
  /// lost.
  private mutating func foldDates(by now: Int64) -> Int64 {
    guard repeats, now > fireDate else { return 0 }
    let folded = (now - fireDate) / interval
    fireDate += folded * interval
    showsGivenDate = false
    return folded
  }
}

/// The timers that fire together with one that has begun to.
struct TimerBatch {
  /// Where they stand.
  let others: Range<Int>
  /// The newest timer there was, since a later one may come into the row of a member.
  let newest: UInt64
}
