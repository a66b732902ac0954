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

  /// The rules of a browser's main thread, which has one line of tasks; `nil` for a run loop.
  public var tasks: TaskRules? {
    get { rules.first }
    set { rules = newValue.map { [$0] } ?? [] }
  }

  /// Whether there are such rules, which takes no copy of them.
  package var hasTasks: Bool { !rules.isEmpty }

  /// What a repeating timer does about missed dates of which nothing is said.
  package var catchUp: CatchUp { rules.first?.timers.interval ?? .coalesce }

  /// One or none; most loops have none, and every scenario is copied with its profile.
  private var rules: [TaskRules] = []

  /// The loop of Apple's platforms.
  public static let darwin = Profile(
    honoursTolerance: true, alarmLanding: .early, cancelsAlarmWithLastTimer: true,
    queuesMessages: true, delaysFirstFiring: true, replacesIntervalZero: true)

  /// The loop of Foundation on Linux.
  public static let linux = Profile(
    honoursTolerance: false, alarmLanding: .early, cancelsAlarmWithLastTimer: false,
    queuesMessages: false, delaysFirstFiring: false, replacesIntervalZero: false)

  /// What scripts call the profile of ``darwin``.
  package static let runLoop = "run-loop"

  /// What scripts call the profiles, run loop first.
  public static let names = [runLoop] + TaskRules.Browser.allCases.map { $0.rawValue }

  /// Returns the profile that scripts call by a name, or `nil` if there is none.
  public static func named(_ name: String) -> Profile? {
    guard names.contains(name) else { return nil }
    var profile = Profile.darwin
    profile.tasks = TaskRules.Browser(rawValue: name).map(TaskRules.init)
    return profile
  }
}
