/// Something drawn: a shape and the ink in which it is drawn.
package struct Mark: Hashable, Sendable {
  /// A place on the sheet, in hundredths of a pixel from the upper left corner.
  package struct Point: Hashable, Sendable {
    /// To the right.
    package let x: Int
    /// Downward.
    package let y: Int

    /// Creates a point.
    package init(_ x: Int, _ y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// What is drawn; lengths are hundredths of a pixel.
  package enum Shape: Hashable, Sendable {
    /// A rectangle by its upper left corner.
    case rectangle(Point, width: Int, height: Int)
    /// Lines from point to point.
    case line([Point])
    /// Several unconnected lines of two points each, as one mark.
    case ticks([Point])
    /// Several rectangles of one height, by their columns, as one mark.
    case boxes([Range<Int>], y: Range<Int>)
    /// A closed outline.
    case area([Point])
    /// A circle about a point.
    case circle(Point, radius: Int)
    /// Words on a base line, with the size of the letters, and muted words behind them.
    case text(String, Point, Anchor, size: Int, rest: String = "")
  }

  /// Which part of a text stands at its point.
  package enum Anchor: Hashable, Sendable {
    /// Its first letter.
    case start
    /// Its middle.
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
