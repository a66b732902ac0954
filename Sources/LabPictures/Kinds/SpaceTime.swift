public import LabKernel
import LabMetrics

/// What the screen showed over time: a step for every refresh and driver, beside where the thing
/// should have been.
///
/// The vertical axis is the place, in points, or, where nothing moves, the animation time of the
/// shown update. An even motion is an even staircase; a dropped refresh is a long step, and an
/// overwritten update a high one.
public struct SpaceTime {
  /// The words of the picture with their meanings.
  static let words = [
    ("intended", "Where the thing that moves should be, the way to the screen apart."),
    ("dropped", "A refresh that shows the same frame again although a new one was due."),
    ("jump", "A refresh that two or more updates reached: it shows the last of them."),
    ("animation time", "The time for which the shown frame was computed."),
  ]

  private let drivers: [DrawnDriver]
  private let axis: TimeAxis
  private let scale: Scale
  private let moves: Bool
  private var sheet: Sheet
  private var rows: [[String]] = []

  /// Draws a stretch of some drivers, usually of one driver in several arms.
  ///
  /// - Parameters:
  ///   - drivers: What is drawn.
  ///   - stretch: Which part of the run.
  ///   - width: How wide the picture is, in pixels; at least 200.
  ///   - height: How high it is, in pixels; at least 100.
  /// - Returns: The picture.
  public static func picture(
    of drivers: [DrawnDriver], in stretch: Range<Instant>, width: Int = 960, height: Int = 320
  ) -> Picture {
    var diagram = Self(
      drivers, stretch, width: px(max(200, width)), height: px(max(100, height)))
    diagram.draw()
    let quantity = diagram.moves ? "place pt" : "animation time ms"
    return Picture(
      name: "Space-time diagram", caption: diagram.caption, sheet: diagram.sheet,
      table: Picture.Table(
        header: ["arm", "refresh", "ms", quantity, "intended", "outcome", "updates"],
        rows: diagram.rows))
  }

  private init(_ drivers: [DrawnDriver], _ stretch: Range<Instant>, width: Int, height: Int) {
    self.drivers = drivers
    moves = drivers.contains { driver in
      driver.refreshes(in: stretch).contains { $0.content != nil }
    }
    axis = TimeAxis(stretch: stretch, left: px(64), width: width - px(72))
    sheet = Sheet(width: width, height: height)
    var values: [Double] = []
    for driver in drivers {
      for step in Self.steps(of: driver, in: stretch, moves: moves) {
        values.append(step.value)
        if let intended = step.intended { values.append(intended) }
      }
    }
    scale = Scale(ClosedRange(of: values) ?? 0...1, from: height - px(44), to: px(28))
  }

  private mutating func draw() {
    let floor = sheet.height - px(36)
    sheet.legend(drivers.map { ($0.arm, $0.label) }, x: axis.left, y: px(14))
    sheet.text(moves ? "pt" : "ms", x: px(4), y: px(14), .start, .muted, size: px(11))
    for tick in scale.ticks(5) {
      let y = scale.place(tick)
      sheet.ticks([(axis.columns, y..<y)], .grid)
      sheet.text(short(tick), x: axis.left - px(6), y: y + px(4), .end, .muted, size: px(11))
    }
    if let first = drivers.first {
      let times = first.refreshes(in: axis.stretch)
      sheet.vsyncs(of: times, on: axis, rows: px(22)..<floor)
      sheet.ruler(of: times, on: axis, y: floor + px(14))
    }
    drawIntended()
    for driver in drivers { draw(driver) }
  }

  /// Draws where the thing should be; all arms have one intention as far as they have one.
  private mutating func drawIntended() {
    for driver in drivers {
      let points = Self.steps(of: driver, in: axis.stretch, moves: moves).compactMap { step in
        step.intended.map { (axis.place(step.refresh.vsync), scale.place($0)) }
      }
      guard points.count > 1 else { continue }
      sheet.line(points, .muted, .dashed)
      return
    }
  }

  private mutating func draw(_ driver: DrawnDriver) {
    let steps = Self.steps(of: driver, in: axis.stretch, moves: moves)
    var points: [(x: Int, y: Int)] = []
    for step in steps {
      let y = scale.place(step.value)
      points.append((axis.place(step.refresh.vsync), y))
      points.append((axis.place(driver.end(of: step.refresh)), y))
    }
    sheet.line(points, .arm(driver.arm), .arm(driver.arm))
    for step in steps { mark(step, driver) }
    for refresh in driver.refreshes(in: axis.stretch) {
      let step = steps.first { $0.refresh.index == refresh.index }
      rows.append([
        driver.label, String(refresh.index), refresh.vsync.shortText,
        step.map { short($0.value) } ?? "", step?.intended.map { short($0) } ?? "",
        refresh.isNew ? "new" : "repeated", String(refresh.updates),
      ])
    }
  }

  private mutating func mark(_ step: Step, _ driver: DrawnDriver) {
    let refresh = step.refresh
    let columns = axis.place(refresh.vsync)..<axis.place(driver.end(of: refresh))
    let (x, y) = (columns.lowerBound + columns.count / 2, scale.place(step.value))
    if refresh.kind == .dropped {
      sheet.rectangle(x - px(4)..<x + px(4), y - px(4)..<y + px(4), .dropped, .fill, .dropped)
      sheet.rectangle(x - px(4)..<x + px(4), y - px(4)..<y + px(4), .arm(driver.arm), .stroke)
    }
    if refresh.overwritten > 0 {
      sheet.draw(
        .area([
          Mark.Point(x, y - px(7)), Mark.Point(x + px(6), y + px(4)),
          Mark.Point(x - px(6), y + px(4)),
        ]), .alert, .fill, .overwritten)
    }
  }

  /// What one refresh shows.
  private struct Step {
    let refresh: RefreshRow
    let value: Double
    let intended: Double?
  }

  private static func steps(
    of driver: DrawnDriver, in stretch: Range<Instant>, moves: Bool
  ) -> [Step] {
    let refreshes = driver.refreshes(in: stretch)
    if moves {
      return refreshes.compactMap { refresh in
        refresh.content.map {
          Step(refresh: refresh, value: $0.place, intended: $0.intended)
        }
      }
    }
    var shown = refreshes.first.flatMap { driver.lastShown(before: $0.index)?.animationTime }
    return refreshes.compactMap { refresh in
      shown = refresh.animationTime ?? shown
      return shown.map {
        Step(refresh: refresh, value: Double($0.nanoseconds) / 1_000_000, intended: nil)
      }
    }
  }

  private var caption: String {
    let quantity = moves ? "Place" : "Animation time"
    return "\(quantity) over time, \(axis.stretch.words). \(drivers.findings(in: axis.stretch))."
      + " A square is a dropped refresh, a triangle a jump"
      + (moves ? "; the grey dashed line is where it should be." : ".")
  }
}
