/// Why a program cannot be decided for all values of what is open in it.
public struct Refusal: Error, Hashable, CustomStringConvertible {
  /// What stands in the way, such as `panel`, `driver ‘ball’`, or `load ‘noise’`.
  public let place: String
  /// What is wrong with it, and what can be done.
  public let reason: String

  /// The place and the reason.
  public var description: String { "\(place): \(reason)" }

  init(_ place: String, _ reason: String) { (self.place, self.reason) = (place, reason) }
}
