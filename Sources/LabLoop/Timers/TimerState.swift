import LabKernel
import LabTrace

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
    let due: Int64
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
