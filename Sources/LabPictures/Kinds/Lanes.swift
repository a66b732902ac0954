public import LabKernel
import LabMetrics

/// What the thread did, and what the screen made of it, one lane under the other for each driver.
///
/// From top to bottom: when callbacks were due, who held the thread, when the updates were committed,
/// and what the display showed. An arrow leads from a due instant to a callback that began late, with
/// the name of what delayed it most.
public struct Lanes {
  /// From which lateness on a callback has an arrow.
  public static let threshold = Duration.microseconds(500)

  /// The words of the picture with their meanings.
  static let words = [
    ("due", "When a callback should begin: a timer's fire date, a vsync for a link."),
    ("thread", "Who holds the thread: tasks grey, the driver's own callbacks in its colour."),
    ("commit", "When the updates since the last commit were handed to the render server."),
    (
      "latch", "A grey stroke in the lane of commits: the display takes what was committed by then."
    ),
    ("way", "A grey line from a commit by the latch that took it to the refresh that shows it."),
    ("shows", "What the display shows: the number of a new update, or = for a dropped refresh."),
    ("arrow", "A callback that begins late, with what most of the delay is put down to."),
  ]

  private static let margin = px(96)
  private static let height = px(108)

  private let drivers: [DrawnDriver]
  private let axis: TimeAxis
  private var sheet: Sheet
  private var rows: [[String]] = []

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
    var lanes = Self(drivers, stretch, width: px(max(200, width)))
    lanes.draw()
    return Picture(
      name: "Lanes", caption: lanes.caption, sheet: lanes.sheet,
      table: Picture.Table(
        header: ["arm", "lane", "begin ms", "end ms", "what", "late ms"], rows: lanes.rows))
  }

  private init(_ drivers: [DrawnDriver], _ stretch: Range<Instant>, width: Int) {
    self.drivers = drivers
    axis = TimeAxis(stretch: stretch, left: Self.margin, width: width - Self.margin)
    sheet = Sheet(width: width, height: px(36) + Self.height * drivers.count)
  }

  private mutating func draw() {
    guard let first = drivers.first else { return }
    sheet.ruler(of: first.refreshes(in: axis.stretch), on: axis, y: px(12))
    for (row, driver) in drivers.enumerated() {
      let y = px(40) + row * Self.height
      sheet.vsyncs(of: driver.refreshes(in: axis.stretch), on: axis, rows: y - px(6)..<y + px(92))
      sheet.text(driver.label, x: 0, y: y + px(22))
      for (name, place) in [("due", 8), ("thread", 36), ("commit", 56), ("shows", 86)] {
        sheet.text(
          name, x: Self.margin - px(6), y: y + px(place), .end, .muted, size: px(10))
      }
      drawThread(driver, y: y + px(24))
      drawFirings(driver, y: y)
      drawLatches(driver, y: y + px(46))
      drawCommits(driver, y: y + px(46))
      drawWays(driver, y: y + px(58))
      drawScreen(driver, y: y + px(74))
    }
  }

  private mutating func drawThread(_ driver: DrawnDriver, y: Int) {
    let length = axis.stretch.lowerBound.duration(to: axis.stretch.upperBound)
    let holdings = driver.measurement.holdings(from: axis.stretch.lowerBound, for: length)
    for holding in holdings {
      guard let columns = axis.columns(from: holding.begin, to: holding.end) else { continue }
      let isOwn = holding.holder.cause == .callouts && holding.holder.owner == driver.name
      sheet.rectangle(
        columns.lowerBound..<max(columns.upperBound, columns.lowerBound + 50), y..<y + px(18),
        isOwn ? .arm(driver.arm) : .task, .fill, .work)
      let name = holding.holder.words
      if !isOwn, columns.count > px(8) * name.count {
        sheet.text(name, x: columns.lowerBound + px(3), y: y + px(13), size: px(11))
      }
      rows.append([
        driver.label, "thread", holding.begin.shortText, holding.end.shortText,
        isOwn ? "callback" : name, "",
      ])
    }
  }

  private mutating func drawFirings(_ driver: DrawnDriver, y: Int) {
    var late: [(number: Int, row: FiringRow)] = []
    for (number, firing) in driver.firings(in: axis.stretch) {
      if axis.shows(firing.due) {
        let due = axis.place(firing.due)
        sheet.line([(due, y), (due, y + px(8))], .text, .stroke, .due)
      }
      guard axis.shows(firing.began) else { continue }
      let began = axis.place(firing.began)
      sheet.draw(
        .circle(Mark.Point(began, y + px(24)), radius: px(2)), .arm(driver.arm), .fill, .firing)
      rows.append([
        driver.label, "due", firing.due.shortText, firing.began.shortText, "callback \(number)",
        milliseconds(firing.lateness.wholeNanoseconds),
      ])
      guard firing.lateness > Self.threshold else { continue }
      arrow(from: max(axis.place(firing.due), axis.left), to: began, y: y)
      late.append((number, firing))
    }
    label(late, of: driver, y: y)
  }

  private mutating func arrow(from due: Int, to began: Int, y: Int) {
    let end = y + px(21)
    sheet.line([(due, y + px(8)), (began, end)], .alert, .stroke, .late)
    sheet.line([(began - px(5), end - px(4)), (began, end), (began - px(1), end - px(7))], .alert)
  }

  /// Writes what delayed the callbacks, those that are latest first, as far as there is room.
  private mutating func label(
    _ late: [(number: Int, row: FiringRow)], of driver: DrawnDriver, y: Int
  ) {
    var taken: [Range<Int>] = []
    for (number, firing) in late.sorted(by: { $0.row.lateness > $1.row.lateness }) {
      let time = milliseconds(firing.lateness.wholeNanoseconds, decimals: 1)
      let words = (driver.lateBlame[number].map { $0.words + " " } ?? "") + "\(time) ms"
      let (began, width) = (axis.place(firing.began), px(6) * words.count)
      // Beyond the right end there is no room for the words.
      let isLeft = axis.left + axis.width - began < width
      let start = isLeft ? began - px(6) - width : began + px(5)
      guard !taken.contains(where: { $0.overlaps(start..<start + width) }) else { continue }
      taken.append(start..<start + width)
      sheet.text(
        words, x: isLeft ? began - px(6) : start, y: y + px(16), isLeft ? .end : .start, .text,
        size: px(10))
    }
  }

  /// Draws the latches of all refreshes, also of those that are displayed after the stretch.
  private mutating func drawLatches(_ driver: DrawnDriver, y: Int) {
    for latch in driver.refreshes.lazy.compactMap(\.latch) where axis.shows(latch) {
      let x = axis.place(latch)
      sheet.line([(x, y + px(3)), (x, y + px(12))], .muted, .stroke, .latch)
    }
  }

  private mutating func drawCommits(_ driver: DrawnDriver, y: Int) {
    for commit in driver.commits where axis.shows(commit) {
      let x = axis.place(commit)
      sheet.line([(x, y), (x, y + px(12))], .arm(driver.arm), .thick, .commit)
    }
  }

  /// Draws how the updates came from their commits to the screen, as far as that lies in the stretch.
  private mutating func drawWays(_ driver: DrawnDriver, y: Int) {
    for refresh in driver.refreshes(in: axis.stretch) where refresh.isNew {
      let stations = [(refresh.committed, 0), (refresh.latch, px(6)), (refresh.vsync, px(16))]
      let points = stations.compactMap { time, below in
        time.flatMap { axis.shows($0) ? (axis.place($0), y + below) : nil }
      }
      sheet.line(points, .muted, .stroke, .way)
    }
  }

  private mutating func drawScreen(_ driver: DrawnDriver, y: Int) {
    for refresh in driver.refreshes(in: axis.stretch) {
      guard
        let columns = axis.columns(from: refresh.vsync, to: driver.end(of: refresh)),
        columns.count > 100
      else { continue }
      let kind = refresh.kind
      sheet.rectangle(
        columns.lowerBound..<columns.upperBound - 100, y..<y + px(16),
        kind == .dropped ? .dropped : .cell, .fill, kind)
      let update = refresh.shownUpdate.map { String($0) } ?? (kind == .dropped ? "=" : "·")
      sheet.text(
        update + (refresh.overwritten > 0 ? " +\(refresh.overwritten)" : ""),
        x: columns.lowerBound + px(3), y: y + px(12), size: px(11),
        refresh.overwritten > 0 ? .overwritten : nil)
    }
  }

  private var caption: String {
    let findings = drivers.map { driver in
      let late = driver.firings(in: axis.stretch).filter {
        axis.shows($0.row.began) && $0.row.lateness > Self.threshold
      }
      guard let worst = late.max(by: { $0.row.lateness < $1.row.lateness }) else {
        return "\(driver.label): no callback is late"
      }
      let blame = driver.lateBlame[worst.number].map { " because of \($0.words)" } ?? ""
      let time = milliseconds(worst.row.lateness.wholeNanoseconds)
      return
        "\(driver.label): \(counted(late.count, "late callback")), the worst by \(time) ms\(blame)"
    }
    return "\(axis.stretch.words). \(findings.joined(separator: "; "))."
  }
}
