/// The colour of a mark by what it stands for; writers choose the colour itself.
package enum ColorRole: Hashable, Sendable {
  /// Words and axes.
  case text
  /// The ground of the page, and words on a dark cell.
  case paper
  /// Words of less weight.
  case muted
  /// Lines that help to read values.
  case grid
  /// The ground of a cell.
  case cell
  /// A dropped refresh, and nothing else.
  case dropped
  /// Words on a dropped refresh.
  case onDropped
  /// The owner of work that is not the driver's, by rank; from the eighth on all have one colour.
  case owner(Int)
  /// The edge and the name of a mode of the run loop.
  case mode
  /// The ground of a mode.
  case modeGround
  /// An arm, by its position in the experiment; colours, dashes and shapes repeat after six.
  case arm(Int)
  /// The colour of an arm, pale: its new frames, the interval about its line.
  case band(Int)
  /// A step of a scale from the smallest to the largest value, from 0 to 6.
  case heat(Int)

  /// How many arms have a colour of their own.
  package static let armCount = 6
  /// How many owners have a colour, that of all others included.
  package static let ownerCount = 8
}
