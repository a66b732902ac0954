/// When an animation begins and ends, and whether it can be run again: the habits of its author.
public struct AnimationHabits: Hashable, Sendable {
  /// Whether time counts from the first callback rather than from the call that starts it.
  var beginsAtFirstCallback: Bool
  /// Whether the callback that finds the time over draws the last value before it stops.
  var drawsLastValue: Bool
  /// Whether a second start begins anew; otherwise the instants of the first one stay for ever.
  var restarts: Bool

  /// Creates habits.
  public init(beginsAtFirstCallback: Bool, drawsLastValue: Bool, restarts: Bool) {
    self.beginsAtFirstCallback = beginsAtFirstCallback
    self.drawsLastValue = drawsLastValue
    self.restarts = restarts
  }

  /// Those of the book's listings 11.1 and 11.2: the offset is clamped to the duration and drawn
  /// before the source is invalidated, and a start sets it to 0.
  public static let book = AnimationHabits(
    beginsAtFirstCallback: false, drawsLastValue: true, restarts: true)

  /// Those of the article on animations by display link: it draws only while the end has not come,
  /// and keeps its begin and end in static variables.
  public static let article = AnimationHabits(
    beginsAtFirstCallback: true, drawsLastValue: false, restarts: false)

  /// Those of the article, with both defects repaired.
  public static let repaired = AnimationHabits(
    beginsAtFirstCallback: true, drawsLastValue: true, restarts: true)
}
