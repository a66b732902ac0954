import LabTrace

/// The moments of a run that observers can watch; the raw values are CoreFoundation's (R82).
public struct LoopActivities: OptionSet, Hashable, Sendable {
  /// The mask of CoreFoundation.
  public let rawValue: UInt8

  /// A run begins.
  public static let entry = LoopActivities(.entry)
  /// A pass begins; timers may fire later in it.
  public static let beforeTimers = LoopActivities(.beforeTimers)
  /// Sources are about to be served.
  public static let beforeSources = LoopActivities(.beforeSources)
  /// The loop is about to sleep.
  public static let beforeWaiting = LoopActivities(.beforeWaiting)
  /// The loop has woken.
  public static let afterWaiting = LoopActivities(.afterWaiting)
  /// A run ends.
  public static let exit = LoopActivities(.exit)

  /// Every activity.
  public static let all = LoopActivities(
    rawValue: TraceActivity.allCases.reduce(0) { $0 | $1.rawValue })

  /// Creates a set from a mask of CoreFoundation.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  private init(_ activity: TraceActivity) { rawValue = activity.rawValue }
}
