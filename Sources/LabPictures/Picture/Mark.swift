/// Something drawn: a shape and the ink in which it is drawn.
package struct Mark: Hashable, Sendable {
  /// A place on the sheet, in hundredths of a pixel from the upper left corner.
  package struct Point: Hashable, Sendable {
    /// To the right.
    package let x: Int
    /// Downward.
    package let y: Int

    package init(_ x: Int, _ y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// What is drawn; lengths are hundredths of a pixel.
  package enum Shape: Hashable, Sendable {
    /// A rectangle by its upper left corner.
    case rectangle(Point, width: Int, height: Int)
    case line([Point])
    /// Several unconnected lines of two points each, as one mark.
    case ticks([Point])
    /// Several rectangles of one height, by their columns, as one mark.
    case boxes([Range<Int>], y: Range<Int>)
    /// A closed outline.
    case area([Point])
    case circle(Point, radius: Int)
    /// Words on a base line, with the size of the letters, and muted words behind them.
    case text(String, Point, Anchor, size: Int, rest: String = "")
  }

  /// Which part of a text stands at its point.
  package enum Anchor: Hashable, Sendable {
    /// Its first letter.
    case start
    case middle
    /// Its last letter.
    case end
  }

  /// How ink is put on the sheet.
  package enum Paint: Hashable, Sendable {
    /// The whole shape, or letters.
    case fill
    /// The outline alone, or a line.
    case stroke
    /// A line with gaps.
    case dashed
    /// A line twice as thick.
    case thick
    /// Letters of more weight.
    case bold
    /// Letters with a rim of the ground about them.
    case halo
  }

  /// What is drawn.
  package let shape: Shape
  /// Its colour, by what it stands for.
  package let ink: ColorRole
  /// How the ink is put on.
  package let paint: Paint
  /// What it counts as; `nil` for what only helps to read the picture.
  package let kind: MarkKind?

  /// How many things it stands for: all parts of ticks, boxes and areas that are one mark.
  var count: Int {
    switch shape {
    case .ticks(let points): points.count / 2
    case .boxes(let columns, _): columns.count
    default: 1
    }
  }
}

/// What a mark stands for; a mark of a kind is drawn if and only if the files of a result count it.
///
/// The raw value is the class of the mark in SVG.
package enum MarkKind: String, Hashable, Sendable, CaseIterable {
  /// A refresh that belongs to a dropped slot: a row of `refreshes.csv` with a cause.
  case dropped = "dropped"
  /// A refresh that repeats its frame although no new one was due: a row without a cause.
  case rest = "rest"
  /// A refresh that shows a new frame.
  case new = "new"
  /// A refresh that updates reached which were never shown: a row with overwritten above 0.
  case overwritten = "overwritten"
  /// A callback: a row of `firings.csv`.
  case firing = "firing"
  /// The due instant of a callback: the due_ms of such a row.
  case due = "due"
  /// A callback that began after its due instant by more than the threshold of the picture.
  case late = "late"
  /// A task or callout that held the thread.
  case work = "work"
  /// A run of the loop within another one, in a mode of its own.
  case mode = "mode"
  /// A commit: a row of `events.csv`.
  case commit = "commit"
  /// The latch of a refresh: a latch_ms of `refreshes.csv`.
  case latch = "latch"
  /// The way of an update from its commit by the latch to the refresh that shows it: a row of
  /// `refreshes.csv` with a shown_update.
  case way = "way"
  /// One value of a sample, such as a run of a sweep or one of the largest values.
  case sample = "sample"
  /// A statistic of several values.
  case statistic = "statistic"
  /// A value of theory.
  case theory = "theory"
  /// A value that is undefined.
  case undefined = "undefined"
}

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
