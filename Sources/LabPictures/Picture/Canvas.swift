/// A sheet on which a picture is drawn, mark by mark.
struct Canvas {
  let width: Int
  let height: Int
  private(set) var marks: [Mark] = []
  /// How many marks were left out because there are too many.
  private(set) var leftOut = 0

  /// How many marks a picture has at most.
  static let limit = 5_000

  /// The usual size of letters.
  static let letters = px(12)

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  mutating func draw(
    _ shape: Mark.Shape, _ ink: ColorRole, _ paint: Mark.Paint = .fill, _ kind: MarkKind? = nil
  ) {
    guard marks.count < Self.limit else {
      leftOut += 1
      return
    }
    marks.append(Mark(shape: shape, ink: ink, paint: paint, kind: kind))
  }

  /// Draws a rectangle between two columns and two rows; one of no width is not there.
  mutating func rectangle(
    _ x: Range<Int>, _ y: Range<Int>, _ ink: ColorRole, _ paint: Mark.Paint = .fill,
    _ kind: MarkKind? = nil
  ) {
    draw(
      .rectangle(Mark.Point(x.lowerBound, y.lowerBound), width: x.count, height: y.count), ink,
      paint, kind)
  }

  /// Draws a line from point to point.
  mutating func line(
    _ points: [(x: Int, y: Int)], _ ink: ColorRole, _ paint: Mark.Paint = .stroke,
    _ kind: MarkKind? = nil
  ) {
    guard points.count > 1 else { return }
    draw(.line(points.map { Mark.Point($0.x, $0.y) }), ink, paint, kind)
  }

  /// Draws a filled triangle.
  mutating func triangle(_ points: [(x: Int, y: Int)], _ kind: MarkKind? = nil) {
    draw(.area(points.map { Mark.Point($0.x, $0.y) }), .text, .fill, kind)
  }

  /// Draws many short lines as one mark.
  mutating func ticks(
    _ ticks: [(x: Range<Int>, y: Range<Int>)], _ ink: ColorRole, _ kind: MarkKind? = nil
  ) {
    guard !ticks.isEmpty else { return }
    let points = ticks.flatMap {
      [Mark.Point($0.x.lowerBound, $0.y.lowerBound), Mark.Point($0.x.upperBound, $0.y.upperBound)]
    }
    draw(.ticks(points), ink, .stroke, kind)
  }

  /// Writes words on a base line.
  mutating func text(
    _ words: String, x: Int, y: Int, _ anchor: Mark.Anchor = .start, _ ink: ColorRole = .text,
    size: Int = letters, paint: Mark.Paint = .fill, rest: String = ""
  ) {
    guard !words.isEmpty else { return }
    draw(.text(words, Mark.Point(x, y), anchor, size: size, rest: rest), ink, paint)
  }

  /// Draws rectangles of one height as one mark; those of no width are not there.
  mutating func boxes(
    _ columns: [Range<Int>], _ y: Range<Int>, _ ink: ColorRole, _ kind: MarkKind? = nil,
    paint: Mark.Paint = .fill
  ) {
    guard !columns.isEmpty else { return }
    draw(.boxes(columns, y: y), ink, paint, kind)
  }

  /// Draws the symbol of an arm: a circle, square, triangle or diamond, in turn.
  mutating func symbol(
    ofArm arm: Int, x: Int, y: Int, _ kind: MarkKind? = nil, radius r: Int = px(5),
    _ ink: ColorRole? = nil, _ paint: Mark.Paint = .fill
  ) {
    func area(_ tenths: [(Int, Int)]) -> Mark.Shape {
      .area(tenths.map { Mark.Point(x + $0.0 * r / 10, y + $0.1 * r / 10) })
    }
    let shape: Mark.Shape =
      switch arm % 4 {
      case 0: .circle(Mark.Point(x, y), radius: r)
      case 1:
        .rectangle(Mark.Point(x - r * 9 / 10, y - r * 9 / 10), width: r * 9 / 5, height: r * 9 / 5)
      case 2: area([(0, -11), (11, 9), (-11, 9)])
      default: area([(0, -12), (12, 0), (0, 12), (-12, 0)])
      }
    draw(shape, ink ?? .arm(arm), paint, kind)
  }

  /// Writes the names of lines at their right ends, each beside its symbol; those that would meet
  /// are moved apart, and lines that end in one place share their names.
  mutating func names(_ lines: [(series: SweepPlot.Series, y: Int)], x: Int, rows: Range<Int>) {
    var groups: [(y: Int, lines: [SweepPlot.Series])] = []
    for line in lines.sorted(by: { ($0.y, $0.series.number) < ($1.y, $1.series.number) }) {
      if let last = groups.last, line.y - last.y < px(3) {
        groups[groups.count - 1].lines.append(line.series)
      } else {
        groups.append((line.y, [line.series]))
      }
    }
    let step = px(15)
    var free = rows.lowerBound + px(10)
    let count = groups.reduce(0) { $0 + $1.lines.count }
    var left = count
    for group in groups {
      for (offset, line) in group.lines.enumerated() {
        let last = rows.upperBound - (left - 1) * step
        let y = min(max(free, group.y + offset * step + px(4)), max(free, last))
        symbol(ofArm: line.number, x: x + px(6), y: y - px(4), radius: px(4), .arm(line.arm))
        text(line.label, x: x + px(15), y: y)
        (free, left) = (y + step, left - 1)
      }
    }
  }
}

extension Mark.Paint {
  /// How the line of an arm is drawn; every second one has gaps.
  static func arm(_ index: Int) -> Mark.Paint { index % 2 == 0 ? .stroke : .dashed }
}

/// Returns whole pixels as a length.
func px(_ pixels: Int) -> Int { pixels * 100 }
