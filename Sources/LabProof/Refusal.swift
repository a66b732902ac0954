/// Why a program cannot be decided for all values of what is open in it.
package struct Refusal: Error, Hashable, CustomStringConvertible {
  /// What stands in the way, such as `panel`, `driver ‘ball’`, or `load ‘noise’`.
  package let place: String
  /// What is wrong with it, and what can be done.
  package let reason: String

  /// The place and the reason.
  package var description: String { "\(place): \(reason)" }

  init(_ place: String, _ reason: String) { (self.place, self.reason) = (place, reason) }
}
