/// The name of a mode: a filter that selects which sources, timers and observers a run serves.
///
/// A mode selects; it does not order. Two items in one mode have no priority over one another for
/// being in other modes as well.
public struct LoopMode: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name.
  public let name: String

  /// The mode in which an application idles.
  public static let `default` = LoopMode("default")

  /// The mode in which a scroll view tracks a finger.
  public static let tracking = LoopMode("tracking")

  /// Not a mode, but a stand-in for all members of the loop's common set.
  public static let common = LoopMode("common")

  /// Creates a mode from its name.
  public init(_ name: String) { self.name = name }

  /// Creates a mode from its name.
  public init(stringLiteral name: String) { self.init(name) }

  /// The name.
  public var description: String { name }
}
