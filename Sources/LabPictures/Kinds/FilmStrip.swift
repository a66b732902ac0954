public import LabKernel
import LabMetrics

/// Every refresh of a stretch as a cell that shows what was on the screen, one row for each driver.
///
/// A cell has the thing that moves where it was shown, with a ring where the refresh before had it, or
/// the number of the shown update if nothing moves. `=` marks a dropped refresh, with the cause below
/// it; `+1` counts the updates that were never shown.
public struct FilmStrip {
  /// The words of the picture with their meanings.
  static let words = [
    ("=", "The refresh shows the same frame again although a new one was due: it was dropped."),
    ("·", "The refresh shows the same frame again, and no new one was due."),
    (
      "+1",
      "So many updates reached the refresh beyond the one that it shows; they were overwritten."
    ),
    ("ring", "Where the refresh before had the thing that moves."),
  ]

  private static let margin = px(96)
  private static let rowHeight = px(64)
  private static let cellHeight = px(31)

  private let drivers: [DrawnDriver]
  private let axis: TimeAxis
  private var sheet: Sheet
  private var rows: [[String]] = []
  /// The places between which the thing moves in all rows.
  private let places: ClosedRange<Double>?

  /// Draws a stretch of some drivers, usually of one driver in several arms.
  ///
  /// - Parameters:
  ///   - drivers: What is drawn, from top to bottom.
  ///   - stretch: Which part of the run.
  ///   - width: How wide the picture is, in pixels; at least 200.
  /// - Returns: The picture.
  public static func picture(
    of drivers: [DrawnDriver], in stretch: Range<Instant>, width: Int = 960
  ) -> Picture {
    var strip = Self(drivers, stretch, width: px(max(200, width)))
    strip.draw()
    return Picture(
      name: "Film strip", caption: strip.caption, sheet: strip.sheet,
      table: Picture.Table(
        header: [
          "arm", "refresh", "ms", "outcome", "cause", "updates", "overwritten", "shown update",
          "place pt",
        ], rows: strip.rows))
  }

  private init(_ drivers: [DrawnDriver], _ stretch: Range<Instant>, width: Int) {
    self.drivers = drivers
    axis = TimeAxis(stretch: stretch, left: Self.margin, width: width - Self.margin)
    sheet = Sheet(width: width, height: px(32) + Self.rowHeight * drivers.count)
    places = ClosedRange(
      of: drivers.flatMap { driver in
        driver.refreshes(in: stretch).compactMap { $0.content?.place }
      })
  }

  private mutating func draw() {
    if let first = drivers.first {
      sheet.ruler(of: first.refreshes(in: axis.stretch), on: axis, y: px(12))
    }
    for (row, driver) in drivers.enumerated() { draw(driver, y: px(32) + row * Self.rowHeight) }
  }

  private mutating func draw(_ driver: DrawnDriver, y: Int) {
    sheet.text(driver.label, x: 0, y: y + px(20))
    var before: RefreshRow?
    var cause: BlameCause?
    for refresh in driver.refreshes(in: axis.stretch) {
      let columns =
        axis.place(refresh.vsync)..<max(axis.place(driver.end(of: refresh)) - 100, 0)
      guard !columns.isEmpty else { continue }
      draw(refresh, before, columns, driver.arm, y: y)
      if let word = refresh.cause, word != cause {
        sheet.text(
          word.rawValue.split(separator: "_").joined(separator: " "), x: columns.lowerBound,
          y: y + Self.cellHeight + px(14), .start, .muted, size: px(11))
      }
      (before, cause) = (refresh, refresh.cause)
      rows.append(tableRow(driver, refresh))
    }
  }

  private mutating func draw(
    _ refresh: RefreshRow, _ before: RefreshRow?, _ columns: Range<Int>, _ arm: Int, y: Int
  ) {
    let kind = refresh.kind
    sheet.rectangle(
      columns, y..<y + Self.cellHeight, kind == .dropped ? .dropped : .cell, .fill, kind)
    if refresh.overwritten > 0 {
      sheet.rectangle(columns, y..<y + Self.cellHeight, .alert, .thick)
      sheet.text(
        "+\(refresh.overwritten)", x: columns.upperBound - px(3), y: y + px(12), .end, .text,
        .overwritten)
    }
    if kind != .new {
      sheet.text(kind == .dropped ? "=" : "·", x: columns.lowerBound + px(3), y: y + px(12))
    }
    guard let content = refresh.content, let places else {
      guard let update = refresh.shownUpdate else { return }
      sheet.text(
        String(update), x: columns.lowerBound + columns.count / 2, y: y + px(22), .middle,
        .arm(arm))
      return
    }
    let scale = Scale(
      places, from: columns.lowerBound + px(6), to: columns.upperBound - px(6))
    if let ghost = before?.content?.place, ghost != content.place {
      sheet.draw(
        .circle(Mark.Point(scale.place(ghost), y + px(21)), radius: px(3)), .muted, .stroke)
    }
    sheet.draw(
      .circle(Mark.Point(scale.place(content.place), y + px(21)), radius: px(4)), .arm(arm))
  }

  private func tableRow(_ driver: DrawnDriver, _ refresh: RefreshRow) -> [String] {
    [
      driver.label, String(refresh.index), refresh.vsync.shortText,
      refresh.isNew ? "new" : "repeated", refresh.cause?.rawValue ?? "", String(refresh.updates),
      String(refresh.overwritten), refresh.shownUpdate.map { String($0) } ?? "",
      refresh.content.map { short($0.place) } ?? "",
    ]
  }

  private var caption: String {
    "\(axis.stretch.words). \(drivers.findings(in: axis.stretch))."
  }
}
