/// Two bodies have begun or ended to touch.
public struct ContactEvent: Hashable, Sendable {
  /// What has happened.
  public enum Kind: Hashable, Sendable {
    /// The bodies touch, and did not before the step.
    case began
    /// The bodies have parted.
    case ended
  }

  /// What has happened.
  public let kind: Kind
  /// The body added first.
  public let first: BodyID
  /// The body added second.
  public let second: BodyID
  /// Where they touch, or last touched.
  public let point: Vector
}
