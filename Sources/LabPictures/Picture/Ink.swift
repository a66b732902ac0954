/// The colour of a mark by what it stands for; writers choose the colour itself.
public enum Ink: Hashable, Sendable {
  /// Words and axes.
  case text
  /// Words on a dark cell.
  case paper
  /// Words of less weight.
  case muted
  /// Lines that help to read values.
  case grid
  /// The ground of a cell.
  case cell
  /// A dropped refresh.
  case dropped
  /// Something that needs attention: an overwritten frame, a late callback, a bound.
  case alert
  /// Work that is not the driver's.
  case task
  /// An arm, by its position in the experiment; colours, dashes and shapes repeat after six.
  case arm(Int)
  /// The interval about the line of an arm.
  case band(Int)
  /// A step of a scale from the smallest to the largest value, from 0 to 6.
  case heat(Int)

  /// How many arms have a colour of their own.
  public static let armCount = 6
}
