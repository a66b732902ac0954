package import LabKernel

/// What orders the work of a thread in place of the passes of CFRunLoop, as a browser does.
///
/// It serves the ports and timers of a loop, which stay as they are: who makes or rings them knows
/// nothing of it.
package protocol ThreadModel: AnyObject {
  /// Performs the next task in a mode, or sleeps until there may be one.
  func performTask(in mode: Int)
}

extension SimulatedRunLoop {
  /// Lets a model perform tasks until the run ends; `nil` if it is parked.
  func performTasks(of model: any ThreadModel) -> Result? {
    _ = innermost.unpark()
    while true {
      if let result = decideToReturn(handledSource: false) { return result }
      if parkIfOverdue(Wait()) { return nil }
      world.count("line of tasks")
      model.performTask(in: innermost.mode)
      if innermost.isParked { return nil }
    }
  }

  // MARK: For a model

  /// Sleeps until anything happens, and returns whether it did: the run may be parked instead.
  package func sleep() -> Bool {
    status.isWaiting = true
    defer { status.isWaiting = false }
    return sleep(Wait())
  }

  /// Performs what a wake-up is for: blocks and signalled sources.
  package func performBlocksAndSources(in mode: Int) {
    performBlocks(in: mode)
    _ = performSources(in: mode)
  }

  /// Announces that the thread has done what is to be shown, as before a sleep.
  package func announceBeforeWaiting() { announce(.beforeWaiting) }

  /// Marks a port, so that the model knows it by the tag.
  package func tag(_ port: Port, _ tag: UInt8) {
    if let row = row(of: port, in: ports) { ports.tag(row, tag) }
  }

  /// Fires a timer of a mode, if it still may.
  ///
  /// - Parameters:
  ///   - id: Its row.
  ///   - mode: The mode.
  ///   - adjust: May change what the next date follows from, after the callout.
  /// - Returns: Whether it fired.
  package func fire(
    _ id: Int, in mode: Int, adjust: (inout TimerState.Rearming) -> Void
  ) -> Bool {
    guard var begun = timers.begin(id, in: mode) else { return false }
    callOut(begun)
    var rearming = TimerState.Rearming(of: timers[id], after: begun)
    adjust(&rearming)
    timers.setInterval(of: id, to: rearming.interval)
    let usual = begun.began + rearming.interval
    begun.began = rearming.began
    var after = timers.end(begun, in: mode)
    if let next = after.next, rearming.movesGrid || next.nanoseconds > usual {
      after.movesGrid = true
    }
    end(begun, after)
    return true
  }
}

/// Where the loop of one platform differs from that of another.
///
/// - Source: `CFRunLoop.c`, the branches for Darwin and Linux.
public struct Profile: Hashable, Sendable {
  /// Where inside its window an alarm with tolerance goes off.
  public enum AlarmLanding: String, Hashable, Sendable, CaseIterable {
    /// At its beginning, as if there were no tolerance.
    case early
    /// At its end, which lets most timers share a wake-up.
    case late
    /// Anywhere, all whole nanoseconds of the window equally likely.
    case anywhere
  }

  /// Whether timers have a tolerance; without it, setting one does nothing (R43).
  var honoursTolerance: Bool

  /// Where inside its window an alarm with tolerance goes off (R44).
  public var alarmLanding: AlarmLanding

  /// How far apart the ticks of the clock are that wakes the thread for a timer, from the start on;
  /// 0 for a clock that wakes it at any instant.
  ///
  /// An alarm goes off at the first tick at or after its date, and at once if that has passed.
  ///
  /// - Source: Windows, whose waits end with an interrupt of the system clock, by default every
  ///   15.625 ms; `timeBeginPeriod` asks for another period.
  package var alarmTick: Int64 = 0

  /// When the system puts timers off, and by how much; `nil` for never.
  package var nap: Nap?

  /// The clock on the wall, which some timers go by.
  package var wall = WallClock()

  /// By how much an alarm may go off later than the tolerances of its timers let it.
  package var alarmDelay: Int64 {
    let (sum, overflow) = alarmTick.addingReportingOverflow(nap?.leeway ?? 0)
    return overflow ? .max : sum
  }

  /// A time in which the system puts off what is due by a timer, to let more share a wake-up.
  ///
  /// Each date within may be answered so much later, whatever the tolerance of its timer and its
  /// interval, but not after the end of the nap; where alarms land early they go off as late as
  /// they may.
  ///
  /// - Source: Apple, Energy Efficiency Guide for Mac Apps, App Nap and timer coalescing.
  package struct Nap: Hashable, Sendable {
    let begins: Int64
    let ends: Int64
    let leeway: Int64

    /// Creates a nap.
    ///
    /// - Precondition: It ends after its beginning, and the leeway is positive.
    package init(from begins: Instant, until ends: Instant, by leeway: Duration) {
      require(begins < ends, "a nap that ends at \(ends) does not last")
      require(leeway > .zero, "a nap by \(leeway) puts nothing off")
      (self.begins, self.ends) = (begins.nanoseconds, ends.nanoseconds)
      self.leeway = leeway.wholeNanoseconds
    }

    /// How late a date may be answered.
    func leeway(at date: Int64) -> Int64 {
      begins <= date && date < ends ? min(leeway, ends - date) : 0
    }
  }

  /// Where the draws of ``AlarmLanding/anywhere`` come from; each mode has a stream of its own.
  public var alarmSeed: UInt64 = 0

  /// Whether the alarm of a mode is cancelled when its last timer goes away.
  ///
  /// Where it is not, the loop wakes once for nothing (R61).
  package var cancelsAlarmWithLastTimer: Bool

  /// Whether messages to one port queue up, each with a callout of its own, or collapse into one
  /// callout (R72).
  package var queuesMessages: Bool

  /// Whether a Foundation timer made from an interval alone waits for it before the first firing
  /// (R105).
  var delaysFirstFiring: Bool

  /// Whether a Foundation timer takes an interval of zero or less for 0.1 ms (R106).
  var replacesIntervalZero: Bool

  /// The loop of Apple's platforms.
  public static let darwin = Profile(
    honoursTolerance: true, alarmLanding: .early, cancelsAlarmWithLastTimer: true,
    queuesMessages: true, delaysFirstFiring: true, replacesIntervalZero: true)

  /// The loop of Foundation on Linux.
  public static let linux = Profile(
    honoursTolerance: false, alarmLanding: .early, cancelsAlarmWithLastTimer: false,
    queuesMessages: false, delaysFirstFiring: false, replacesIntervalZero: false)
}
