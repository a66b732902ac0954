/// A sheet on which a picture is drawn, mark by mark.
struct Sheet {
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
    _ shape: Mark.Shape, _ ink: Ink, _ paint: Mark.Paint = .fill, _ kind: MarkKind? = nil
  ) {
    guard marks.count < Self.limit else {
      leftOut += 1
      return
    }
    marks.append(Mark(shape: shape, ink: ink, paint: paint, kind: kind))
  }

  /// Draws a rectangle between two columns and two rows; one of no width is not there.
  mutating func rectangle(
    _ x: Range<Int>, _ y: Range<Int>, _ ink: Ink, _ paint: Mark.Paint = .fill,
    _ kind: MarkKind? = nil
  ) {
    draw(
      .rectangle(Mark.Point(x.lowerBound, y.lowerBound), width: x.count, height: y.count), ink,
      paint, kind)
  }

  /// Draws a line from point to point.
  mutating func line(
    _ points: [(x: Int, y: Int)], _ ink: Ink, _ paint: Mark.Paint = .stroke,
    _ kind: MarkKind? = nil
  ) {
    guard points.count > 1 else { return }
    draw(.line(points.map { Mark.Point($0.x, $0.y) }), ink, paint, kind)
  }

  /// Draws many short lines as one mark.
  mutating func ticks(
    _ ticks: [(x: Range<Int>, y: Range<Int>)], _ ink: Ink, _ kind: MarkKind? = nil
  ) {
    guard !ticks.isEmpty else { return }
    let points = ticks.flatMap {
      [Mark.Point($0.x.lowerBound, $0.y.lowerBound), Mark.Point($0.x.upperBound, $0.y.upperBound)]
    }
    draw(.ticks(points), ink, .stroke, kind)
  }

  /// Writes words on a base line.
  mutating func text(
    _ words: String, x: Int, y: Int, _ anchor: Mark.Anchor = .start, _ ink: Ink = .text,
    size: Int = letters, _ kind: MarkKind? = nil
  ) {
    guard !words.isEmpty else { return }
    draw(.text(words, Mark.Point(x, y), anchor, size: size), ink, .fill, kind)
  }

  /// Draws the symbol of an arm: a circle, square, triangle or diamond, in turn.
  mutating func symbol(
    ofArm arm: Int, x: Int, y: Int, _ kind: MarkKind? = nil, hollow: Bool = false
  ) {
    let (r, paint): (Int, Mark.Paint) = (px(4), hollow ? .stroke : .fill)
    func area(_ offsets: [(Int, Int)]) -> Mark.Shape {
      .area(offsets.map { Mark.Point(x + $0.0, y + $0.1) })
    }
    let shape: Mark.Shape =
      switch arm % 4 {
      case 0: .circle(Mark.Point(x, y), radius: r)
      case 1: .rectangle(Mark.Point(x - r, y - r), width: 2 * r, height: 2 * r)
      case 2: area([(0, -r - 80), (r + 50, r), (-r - 50, r)])
      default: area([(0, -r - 100), (r + 100, 0), (0, r + 100), (-r - 100, 0)])
      }
    draw(shape, .arm(arm), paint, kind)
  }

  /// Writes the names of arms beside their symbols, in a row; closer together where there is little room.
  mutating func legend(_ names: [(arm: Int, name: String)], x: Int, y: Int) {
    let letters = names.reduce(0) { $0 + $1.name.count }
    let isWide = x + names.count * px(56) + letters * px(8) <= width
    var x = x
    for (arm, name) in names {
      if isWide { line([(x, y - px(4)), (x + px(24), y - px(4))], .arm(arm), .arm(arm)) }
      symbol(ofArm: arm, x: x + px(isWide ? 12 : 4), y: y - px(4))
      text(name, x: x + px(isWide ? 32 : 12), y: y)
      x += isWide ? px(56) + px(8) * name.count : px(24) + px(7) * name.count
    }
  }
}

extension Mark.Paint {
  /// How the line of an arm is drawn; every second one has gaps.
  static func arm(_ index: Int) -> Mark.Paint { index % 2 == 0 ? .stroke : .dashed }
}

/// Returns whole pixels as a length.
func px(_ pixels: Int) -> Int { pixels * 100 }
