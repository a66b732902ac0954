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
    return Picture(
      name: "\(diagram.quantity) over time", caption: diagram.caption, sheet: diagram.sheet)
  }

  private init(_ drivers: [DrawnDriver], _ stretch: Range<Instant>, width: Int, height: Int) {
    self.drivers = drivers
    moves = drivers.contains { driver in
      driver.refreshes(in: stretch).contains { $0.content != nil }
    }
    let names = drivers.map(\.label.count).max() ?? 0
    axis = TimeAxis(stretch: stretch, left: px(64), width: width - px(90) - px(7) * min(30, names))
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
    sheet.text(
      "\(quantity), \(moves ? "pt" : "ms")", x: axis.left, y: px(14), .start, .muted)
    for tick in scale.ticks(5) {
      let y = scale.place(tick)
      sheet.ticks([(axis.columns, y..<y)], .grid)
      sheet.text(short(tick), x: axis.left - px(6), y: y + px(4), .end, .muted)
    }
    if let first = drivers.first {
      let times = first.refreshes(in: axis.stretch)
      sheet.vsyncs(of: times, on: axis, rows: px(22)..<floor)
    }
    sheet.times(on: axis, y: floor + px(18), rows: floor..<floor + px(5))
    drawIntended()
    let ends = drivers.compactMap { driver in
      draw(driver).map { (arm: driver.arm, name: driver.label, y: $0) }
    }
    sheet.names(ends, x: axis.columns.upperBound + px(4), rows: px(22)..<floor)
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

  /// Draws a driver, and returns where its line ends; `nil` without a line.
  private mutating func draw(_ driver: DrawnDriver) -> Int? {
    let steps = Self.steps(of: driver, in: axis.stretch, moves: moves)
    var points: [(x: Int, y: Int)] = []
    for step in steps {
      let y = scale.place(step.value)
      points.append((axis.place(step.refresh.vsync), y))
      points.append((axis.place(driver.end(of: step.refresh)), y))
    }
    sheet.line(points, .arm(driver.arm), .arm(driver.arm))
    for step in steps { mark(step, driver) }
    return points.last?.y
  }

  private var quantity: String { moves ? "Place" : "Animation time" }

  private mutating func mark(_ step: Step, _ driver: DrawnDriver) {
    let refresh = step.refresh
    let columns = axis.place(refresh.vsync)..<axis.place(driver.end(of: refresh))
    let (x, y) = (columns.lowerBound + columns.count / 2, scale.place(step.value))
    if refresh.kind == .dropped {
      sheet.rectangle(x - px(4)..<x + px(4), y - px(4)..<y + px(4), .dropped, .fill, .dropped)
      sheet.rectangle(x - px(4)..<x + px(4), y - px(4)..<y + px(4), .arm(driver.arm), .stroke)
    }
    if refresh.overwritten > 0 {
      sheet.triangle(
        [(x, y - px(7)), (x + px(6), y + px(4)), (x - px(6), y + px(4))], .overwritten)
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
    "\(quantity) over time, \(axis.stretch.words). \(drivers.findings(in: axis.stretch))."
      + " A red square is a dropped refresh, a triangle a jump"
      + (moves ? "; the grey dashed line is where it should be." : ".")
  }
}
