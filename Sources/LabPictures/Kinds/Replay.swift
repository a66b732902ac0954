package import LabKernel
import LabMetrics
import LabText

/// What was on the screen at one instant, for several drivers on one axis of time.
///
/// The shape of an arm stands at the time that the frame on the screen shows; the line is the
/// instant. A frame that is late is left behind by so much. Below, a cell for every refresh.
package struct Replay {
  /// The words of the picture with their meanings.
  static let words: [(word: String, meaning: String)] = [
    ("shape", "The frame on the screen: it stands at the time that it shows."),
    ("ticks", "The times of all frames of the stretch; a gap is a jump."),
    ("red cell", "A refresh that shows the same frame again although a new one was due."),
    ("outlined cell", "A refresh that shows the same frame again, and no new one was due."),
  ]

  private let drivers: [DrawnDriver]
  private let notes: [String]
  private let axis: TimeAxis
  private let now: Instant
  private let isNarrow: Bool
  private var sheet: Canvas

  private static let top = px(18)

  /// Draws a stretch of some drivers, usually of one driver in several arms.
  ///
  /// - Parameters:
  ///   - drivers: What is drawn, from top to bottom.
  ///   - stretch: Which part of the run.
  ///   - now: The instant; `nil` for just before the end of the longest hitch of the first driver.
  ///   - notes: What is said of each driver behind its count.
  ///   - width: How wide the picture is, in pixels; at least 200.
  /// - Returns: The picture.
  package static func picture(
    of drivers: [DrawnDriver], in stretch: Range<Instant>, at now: Instant? = nil,
    notes: [String] = [], width: Int = 960
  ) -> Picture {
    let now = now ?? drivers.first?.stillMoment(of: stretch) ?? stretch.lowerBound
    var replay = Self(drivers, stretch, now, notes, width: px(max(200, width)))
    replay.draw()
    return Picture(
      name: "Replay", caption: "\(stretch.words). \(drivers.findings(in: stretch)).",
      sheet: replay.sheet)
  }

  private init(
    _ drivers: [DrawnDriver], _ stretch: Range<Instant>, _ now: Instant, _ notes: [String],
    width: Int
  ) {
    (self.drivers, self.now) = (drivers, now)
    self.notes = drivers.indices.map { $0 < notes.count ? notes[$0] : "" }
    axis = TimeAxis(stretch: stretch, left: px(10), width: width - px(20))
    let isNarrow = Canvas(width: width, height: 0).isNarrow(drivers, beside: px(450))
    self.isNarrow = isNarrow
    let rows = drivers.map { Self.track($0, of: drivers.count) + px((isNarrow ? 38 : 21) + 18) }
    sheet = Canvas(width: width, height: Self.top + rows.reduce(px(2), +))
  }

  private static func track(_ driver: DrawnDriver, of count: Int) -> Int {
    driver.scene != nil
      ? px(max(40, min(120, 620 / count - 39))) : count <= 3 ? px(44) : px(26)
  }

  private mutating func draw() {
    sheet.times(on: axis, y: px(14), rows: Self.top..<sheet.height)
    let most = max(1, drivers.map { $0.dropped.count }.max() ?? 1)
    var y = Self.top
    for (driver, note) in zip(drivers, notes) {
      let track = Self.track(driver, of: drivers.count)
      heading(driver, note, most, y: y)
      y += px(isNarrow ? 38 : 21)
      // A scene is no axis of time: the line of the instant stands below it alone.
      let top = driver.scene == nil ? y - px(2) : y + track
      sheet.rectangle(axis.columns, y..<y + track, driver.scene == nil ? .cell : .paper)
      if driver.scene != nil {
        sheet.scene(of: driver, at: now, columns: axis.columns, rows: y..<y + track)
      } else {
        drawTrack(driver, y..<y + track)
      }
      sheet.cells(of: driver, on: axis, y + track + px(2)..<y + track + px(11))
      let x = axis.place(now)
      sheet.line([(x, top), (x, y + track + px(13))], .text)
      y += track + px(18)
    }
  }

  private mutating func heading(_ driver: DrawnDriver, _ note: String, _ most: Int, y: Int) {
    let bar = px(isNarrow ? 60 : 150)
    let left = sheet.width - px(10) - bar
    let (count, all) = driver.dropped
    sheet.rectangle(0..<sheet.width, y..<y + px(isNarrow ? 37 : 20), .paper)
    sheet.heading(
      driver, count, "dropped", " of \(grouped(all))\(note)", y: y, right: left - px(8),
      isNarrow: isNarrow)
    let rows = y + px(isNarrow ? 25 : 8)..<y + px(isNarrow ? 34 : 17)
    sheet.rectangle(left..<left + bar, rows, .cell)
    sheet.rectangle(left..<left + bar * count / most, rows, .dropped)
  }

  private mutating func drawTrack(_ driver: DrawnDriver, _ rows: Range<Int>) {
    let y = rows.lowerBound + rows.count / 2
    let times = driver.refreshes(in: axis.stretch).filter { $0.isNew }.map(driver.contentTime)
    sheet.ticks(
      times.filter(axis.shows).map {
        (axis.place($0)..<axis.place($0), y - px(5)..<y + px(5))
      }, .band(driver.arm))
    let refresh = driver.refreshes.last { $0.vsync <= now }
    let shown = driver.shownTime(at: now)
    let age =
      shown.duration(to: now)
      - min(driver.period, (refresh?.vsync ?? now).duration(to: now))
    let (ball, line) = (axis.place(max(axis.stretch.lowerBound, shown)), axis.place(now))
    let radius = px(rows.count > px(30) ? 13 : 8)
    let isBehind = age > driver.period * 3 / 5 && refresh?.kind != .rest
    guard isBehind else {
      return sheet.symbol(ofArm: driver.arm, x: ball, y: y, radius: radius)
    }
    let words = age > driver.period * 8 / 5 ? spoken(age.wholeNanoseconds) + " old" : ""
    drawBand(words, from: ball, to: line, y: y)
    sheet.symbol(ofArm: driver.arm, x: ball, y: y, radius: radius)
    sheet.symbol(ofArm: driver.arm, x: ball, y: y, radius: radius, .dropped, .thick)
  }

  /// Draws how far a frame is behind, and says how old it is: on the band, else at the right of
  /// now, else in fewer words.
  private mutating func drawBand(_ age: String, from ball: Int, to line: Int, y: Int) {
    func write(_ words: String, x: Int, _ anchor: Mark.Anchor) {
      sheet.text(words, x: x, y: y + px(4), anchor, .dropped, paint: .halo)
    }
    for words in ["frame is \(age)", age] where !age.isEmpty {
      let width = px(7) * words.count
      if line - ball > width + px(44) {
        let middle = (ball + line) / 2
        sheet.line([(ball, y), (middle - width / 2 - px(3), y)], .dropped, .thick)
        sheet.line([(middle + width / 2 + px(3), y), (line, y)], .dropped, .thick)
        return write(words, x: middle, .middle)
      }
      if line + width + px(14) < sheet.width {
        sheet.line([(ball, y), (line, y)], .dropped, .thick)
        return write(words, x: line + px(8), .start)
      }
    }
    sheet.line([(ball, y), (line, y)], .dropped, .thick)
    write(age, x: ball - px(14), .end)
  }
}

extension DrawnDriver {
  /// The time at which the frame on the screen stands: its own, but within a hitch not before the
  /// hitch, since where nothing was due the frame was right.
  fileprivate func shownTime(at now: Instant) -> Instant {
    let content = refreshes.last { $0.vsync <= now && $0.isNew }.map(contentTime) ?? .start
    guard let refresh = refreshes.last(where: { $0.vsync <= now })?.index,
      let hitch = hitches.first(where: { $0.first < refresh && refresh < $0.next })
    else { return content }
    return max(content, refreshes[hitch.first].vsync)
  }

  /// Just before the end of the longest hitch that ends in a stretch, of equals the one nearest to
  /// its middle; the middle without one, and the end where a scene shows what came of it.
  package func stillMoment(of stretch: Range<Instant>) -> Instant {
    if scene != nil {
      return max(stretch.lowerBound, stretch.upperBound.advanced(by: .zero - period / 2))
    }
    let middle = stretch.lowerBound.advanced(
      by: stretch.lowerBound.duration(to: stretch.upperBound) / 2)
    let ends = worstHitches.filter { stretch.contains(span(of: $0).upperBound) }
    let longest = ends.first.map { $0.next - $0.first }
    func distance(_ hitch: Hitch) -> Duration {
      let distance = middle.duration(to: span(of: hitch).upperBound)
      return distance < .zero ? .zero - distance : distance
    }
    let hitch = ends.filter { $0.next - $0.first == longest }.min { distance($0) < distance($1) }
    guard let hitch else { return middle }
    return max(stretch.lowerBound, span(of: hitch).upperBound.advanced(by: .zero - period / 2))
  }
}
