extension SimulatedRunLoop {
  /// The moments of a run that observers can watch; the raw values are CoreFoundation's (R82).
  public struct Activities: OptionSet, Hashable, Sendable {
    /// The mask of CoreFoundation.
    public let rawValue: UInt8

    /// A run begins.
    public static let entry = Activities(rawValue: 1)
    /// A pass begins; timers may fire later in it.
    public static let beforeTimers = Activities(rawValue: 2)
    /// Sources are about to be served.
    public static let beforeSources = Activities(rawValue: 4)
    /// The loop is about to sleep.
    public static let beforeWaiting = Activities(rawValue: 32)
    /// The loop has woken.
    public static let afterWaiting = Activities(rawValue: 64)
    /// A run ends.
    public static let exit = Activities(rawValue: 128)

    /// Every activity.
    public static let all: Activities = [
      .entry, .beforeTimers, .beforeSources, .beforeWaiting, .afterWaiting, .exit,
    ]

    /// Creates a set from a mask of CoreFoundation.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
  }
}
