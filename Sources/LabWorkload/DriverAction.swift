public import LabKernel

/// Something that is done to a driver under way, from outside its thread.
public struct DriverAction: Hashable, Sendable {
  /// What can be done.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A driver does not call back until it is resumed.
    case pause
    /// A driver that was paused calls back again: a link from the next vsync on, a timer as long
    /// after this as its first date lay after its beginning.
    ///
    /// - Source: A timer cannot be paused. Apps invalidate it, or set its fire date to the distant
    ///   future, and then schedule it anew, which counts a whole interval from then on; what was
    ///   left of the interval is lost.
    case resume
    /// A timer or link leaves all modes for ever.
    case invalidate
  }

  /// What is done.
  public var kind: Kind
  /// To which driver, by its name.
  public var driver: String
  /// When.
  public var instant: Instant

  /// Creates an action.
  public init(_ kind: Kind, _ driver: String, at instant: Instant) {
    self.kind = kind
    self.driver = driver
    self.instant = instant
  }
}
