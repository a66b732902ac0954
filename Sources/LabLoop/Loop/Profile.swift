package import LabKernel

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
