/// Something drawn: a shape and the ink in which it is drawn.
public struct Mark: Hashable, Sendable {
  /// A place on the sheet, in hundredths of a pixel from the upper left corner.
  public struct Point: Hashable, Sendable {
    /// To the right.
    public let x: Int
    /// Downward.
    public let y: Int

    /// Creates a point.
    public init(_ x: Int, _ y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// What is drawn; lengths are hundredths of a pixel.
  public enum Shape: Hashable, Sendable {
    /// A rectangle by its upper left corner.
    case rectangle(Point, width: Int, height: Int)
    /// Lines from point to point.
    case line([Point])
    /// Several unconnected lines of two points each, as one mark.
    case ticks([Point])
    /// A closed outline.
    case area([Point])
    /// A circle about a point.
    case circle(Point, radius: Int)
    /// Words on a base line, with the size of the letters.
    case text(String, Point, Anchor, size: Int)
  }

  /// Which part of a text stands at its point.
  public enum Anchor: Hashable, Sendable {
    /// Its first letter.
    case start
    /// Its middle.
    case middle
    /// Its last letter.
    case end
  }

  /// How ink is put on the sheet.
  public enum Paint: Hashable, Sendable {
    /// The whole shape, or letters.
    case fill
    /// The outline alone, or a line.
    case stroke
    /// A line with gaps.
    case dashed
    /// A line twice as thick.
    case thick
  }

  /// What is drawn.
  public let shape: Shape
  /// Its colour, by what it stands for.
  public let ink: Ink
  /// How the ink is put on.
  public let paint: Paint
  /// What it counts as; `nil` for what only helps to read the picture.
  public let kind: MarkKind?
}

/// What a mark stands for; a mark of a kind is drawn if and only if the files of a result count it.
///
/// The raw value is the class of the mark in SVG.
public enum MarkKind: String, Hashable, Sendable, CaseIterable {
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
  /// A share of a total.
  case share = "share"
  /// A value that is undefined.
  case undefined = "undefined"
}
