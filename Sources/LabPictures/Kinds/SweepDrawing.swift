/// Draws a plot over a sweep.
struct SweepDrawing {
  private(set) var sheet: Canvas
  private let plot: SweepPlot
  private let columns: Range<Int>
  private let top: Int
  private let floor: Int
  private let y: Scale
  private let ticks: [Double]
  private let places: [Int]

  /// How many values are drawn as dots of their own.
  private static let dotLimit = 200

  init(_ plot: SweepPlot, width: Int, height: Int) {
    self.plot = plot
    sheet = Canvas(width: width, height: height)
    let names = plot.series.map { $0.label.count }.max() ?? 0
    (top, floor) = (plot.place.isEmpty ? px(20) : px(34), height - px(40))
    let range = plot.scale ?? plot.range ?? 0...1
    // Counts and times are easier to compare from 0 on, unless they are all far from it.
    let low = range.lowerBound > 0 && range.lowerBound < range.upperBound / 2 ? 0 : range.lowerBound
    y = Scale(low...max(low, range.upperBound), from: floor - px(6), to: top + px(12))
    let isWhole = plot.series.allSatisfy { series in
      series.points.allSatisfy { $0.mean.map { $0 == $0.rounded() } ?? true }
    }
    ticks = y.ticks(5, whole: plot.unit.isEmpty && isWhole)
    let numbers = ticks.map { short($0, decimals: 6).count }.max() ?? 0
    let left = max(px(56), px(14) + px(8) * numbers)
    columns = left..<max(left + px(20), width - px(24) - min(width / 2, px(8) * names))
    places = Self.places(plot.axis, columns)
  }

  private static func places(_ axis: SweepPlot.Axis, _ columns: Range<Int>) -> [Int] {
    let (from, to) = (columns.lowerBound + px(12), columns.upperBound - px(12))
    guard let numbers = axis.numbers, let range = ClosedRange(of: numbers) else {
      let count = max(1, axis.values.count)
      return axis.values.indices.map {
        columns.lowerBound + columns.count * (2 * $0 + 1) / (2 * count)
      }
    }
    let scale = Scale(range, from: from, to: to, logarithmic: axis.isLogarithmic)
    return numbers.map(scale.place)
  }

  mutating func draw() {
    drawAxes()
    if plot.isDifference {
      let zero = y.place(0)
      sheet.line([(columns.lowerBound, zero), (columns.upperBound, zero)], .muted, .dashed)
    }
    for series in plot.series { drawBand(series) }
    for series in plot.series { draw(series) }
    let ends = plot.series.compactMap { series in
      let last = series.points.filter { $0.mean != nil }.max {
        places[$0.position] < places[$1.position]
      }
      return last?.mean.map { (series: series, y: y.place($0)) }
    }
    sheet.names(ends, x: columns.upperBound + px(4), rows: top..<floor)
  }

  private mutating func drawAxes() {
    sheet.text(plot.title, x: px(2), y: px(14), paint: .bold)
    sheet.text(plot.place, x: px(2), y: px(28))
    for tick in ticks {
      let place = y.place(tick)
      sheet.ticks([(columns, place..<place)], .grid)
      sheet.text(
        short(tick, decimals: 6), x: columns.lowerBound - px(6), y: place + px(4), .end, .muted)
    }
    var free = columns.lowerBound
    let ordered = places.indices.sorted { (places[$0], $0) < (places[$1], $1) }
    for index in ordered {
      let label = label(index)
      let half = px(4) * label.count
      guard places[index] - half >= free || free == columns.lowerBound else { continue }
      sheet.text(label, x: places[index], y: floor + px(16), .middle, .muted)
      free = places[index] + half + px(8)
    }
    let scale = plot.axis.isLogarithmic && plot.axis.numbers != nil ? " (by ratios)" : ""
    sheet.text(
      plot.axis.name + scale, x: columns.lowerBound, y: floor + px(32), .start, .muted)
  }

  /// What stands below a point: of values that are no numbers as much as there is room for.
  private func label(_ index: Int) -> String {
    let label = plot.axis.values[index]
    let room = columns.count / max(1, places.count) / px(8)
    guard plot.axis.numbers == nil, label.count > max(4, room) else { return label }
    return label.prefix(max(4, room) - 1) + "…"
  }

  /// The runs of neighbouring points that have a value; a line has a gap where it is undefined.
  private func pieces<Value>(
    _ points: [SweepPlot.Point], _ value: (SweepPlot.Point) -> Value?
  ) -> [[(x: Int, value: Value)]] {
    var pieces: [[(x: Int, value: Value)]] = [[]]
    for point in points.sorted(by: { places[$0.position] < places[$1.position] }) {
      if let value = value(point) {
        pieces[pieces.count - 1].append((places[point.position], value))
      } else if pieces.last?.isEmpty == false {
        pieces.append([])
      }
    }
    return pieces
  }

  private mutating func drawBand(_ series: SweepPlot.Series) {
    for piece in pieces(series.points, { $0.interval }) {
      if piece.count > 1 {
        let upper = piece.map { Mark.Point($0.x, y.place($0.value.upperBound)) }
        let lower = piece.reversed().map { Mark.Point($0.x, y.place($0.value.lowerBound)) }
        sheet.draw(.area(upper + lower), .band(series.arm))
      } else if let point = piece.first {
        sheet.line(
          [
            (point.x, y.place(point.value.lowerBound)), (point.x, y.place(point.value.upperBound)),
          ], .arm(series.arm), .thick)
      }
    }
  }

  private mutating func draw(_ series: SweepPlot.Series) {
    let ink = ColorRole.arm(series.arm)
    for bound in series.bounds { drawGuide(bound, .text, .dashed, nil) }
    drawGuide(series.theory, .muted, .stroke, .theory)
    for piece in pieces(series.points, { $0.mean }) {
      sheet.line(piece.map { ($0.x, y.place($0.value)) }, ink, .arm(series.number))
    }
    if plot.series.reduce(0, { $0 + $1.points.reduce(0) { $0 + $1.values.count } }) <= Self.dotLimit
    {
      for point in series.points where point.values.count > 1 {
        for value in point.values {
          sheet.draw(
            .circle(Mark.Point(places[point.position], y.place(value)), radius: px(2)), ink, .fill,
            .sample)
        }
      }
    }
    for point in series.points {
      if let mean = point.mean {
        sheet.symbol(
          ofArm: series.number, x: places[point.position], y: y.place(mean), .statistic, ink)
      } else {
        let place = Mark.Point(places[point.position], floor - px(2) - series.number * px(10))
        sheet.draw(.text("–", place, .middle, size: Canvas.letters), ink, .fill, .undefined)
      }
    }
  }

  /// Draws a line of theory or of a bound; beyond the axis it is left out.
  private mutating func drawGuide(
    _ values: [Int: Double], _ ink: ColorRole, _ paint: Mark.Paint, _ kind: MarkKind?
  ) {
    let ordered = values.keys.sorted { places[$0] < places[$1] }
      .compactMap { position in values[position].map { (places[position], $0) } }
      .filter { y.numbers.contains($0.1) }
    sheet.line(ordered.map { ($0.0, y.place($0.1)) }, ink, paint)
    guard let kind else { return }
    for (x, value) in ordered {
      sheet.draw(.circle(Mark.Point(x, y.place(value)), radius: px(6)), ink, paint, kind)
    }
  }

  var caption: String {
    let findings = plot.series.map { series in
      let means = series.points.compactMap { point in
        point.mean.map { (plot.axis.values[point.position], $0) }
      }
      guard let least = means.min(by: { $0.1 < $1.1 }), let most = means.max(by: { $0.1 < $1.1 })
      else { return "\(series.label): undefined" }
      let unit = plot.unit.isEmpty ? "" : " \(plot.unit)"
      if least.1 == most.1 { return "\(series.label): \(short(least.1))\(unit) throughout" }
      return "\(series.label): from \(short(least.1)) at \(least.0) to \(short(most.1))\(unit) at"
        + " \(most.0)"
    }
    let hasTheory = plot.series.contains { !$0.theory.isEmpty }
    return "\(findings.joined(separator: "; "))."
      + (hasTheory ? " Rings on a grey line are what theory says." : "")
  }
}
