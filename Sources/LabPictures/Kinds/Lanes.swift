package import LabKernel
import LabMetrics
import LabText

/// What the thread did, and what the screen made of it, one lane under the other for each driver.
///
/// From top to bottom: the mode of a nested run of the loop, when callbacks were due, who held the
/// thread, when the updates were committed, and what the display showed. An arrow leads from a due
/// instant to a callback that began late.
package struct Lanes {
  /// From which lateness on a callback has an arrow.
  package static let threshold = Duration.microseconds(500)

  /// The words of the picture with their meanings.
  static let words: [(word: String, meaning: String)] = [
    ("mode", "A run of the loop within another one, in a mode of its own."),
    ("due", "When a callback should begin: a timer's fire date, a vsync for a link."),
    ("thread", "Who holds the thread: tasks by name, the driver's callbacks in the arm's color."),
    ("commit", "When the updates since the last commit were handed to the render server."),
    ("latch", "Until when a commit is taken into a refresh: the short ticks beside the commits."),
    ("way", "The grey line from a commit by the latch to the refresh that shows its update."),
    ("screen", "What each refresh shows: new, dropped (red), or nothing due (outline)."),
    ("▲", "Updates that reached a refresh and were never shown; ‘+1’ is their number."),
  ]

  private let drivers: [DrawnDriver]
  private let owners: [Owner]
  private let showsCommits: Bool
  private let axis: TimeAxis
  private let isNarrow: Bool
  private let hasModes: Bool
  private var sheet: Canvas

  private static let thread = px(22)
  private static let screen = px(17)

  /// Draws a stretch of some drivers, usually of one driver in several arms.
  ///
  /// - Parameters:
  ///   - drivers: What is drawn, from top to bottom.
  ///   - stretch: Which part of the run.
  ///   - owners: The order of the owners' colors; `nil` for that of these drivers.
  ///   - now: An instant that has a line.
  ///   - commits: Whether commits, latches and the ways of updates are drawn.
  ///   - width: How wide the picture is, in pixels; at least 200.
  /// - Returns: The picture.
  package static func picture(
    of drivers: [DrawnDriver], in stretch: Range<Instant>, owners: [Owner]? = nil,
    at now: Instant? = nil, commits: Bool = true, width: Int = 960
  ) -> Picture {
    var lanes = Self(
      drivers, stretch, owners ?? Array(rankedOf: drivers), commits, width: px(max(200, width)))
    lanes.draw(now)
    return Picture(name: "Lanes", caption: lanes.caption, sheet: lanes.sheet)
  }

  private init(
    _ drivers: [DrawnDriver], _ stretch: Range<Instant>, _ owners: [Owner], _ commits: Bool,
    width: Int
  ) {
    (self.drivers, self.owners, showsCommits) = (drivers, owners, commits)
    axis = TimeAxis(stretch: stretch, left: px(10), width: width - px(20))
    isNarrow = Canvas(width: width, height: 0).isNarrow(drivers, beside: px(170))
    hasModes = drivers.contains { !$0.modes.isEmpty }
    let row = px((isNarrow ? 38 : 22) + (hasModes ? 17 : 0) + 10 + 4 + 16 + (commits ? 28 : 0))
    sheet = Canvas(
      width: width, height: px(18) + drivers.count * (row + Self.thread + Self.screen))
  }

  private mutating func draw(_ now: Instant?) {
    sheet.times(on: axis, y: px(12), rows: px(16)..<sheet.height)
    var y = px(18)
    for driver in drivers {
      sheet.rectangle(0..<sheet.width, y..<y + px(isNarrow ? 36 : 20), .paper)
      sheet.heading(
        driver, driver.dropped(in: axis.stretch), driver.redWord, " here", y: y - px(1),
        right: sheet.width - px(10), isNarrow: isNarrow)
      y += px(isNarrow ? 38 : 22)
      let top = y
      if hasModes {
        drawModes(driver, y: y)
        y += px(17)
      }
      drawDue(driver, y: y)
      y += px(10)
      drawThread(driver, y..<y + Self.thread)
      y += Self.thread + px(4)
      if showsCommits {
        drawCommits(driver, y: y)
        y += px(28)
      }
      drawScreen(driver, y..<y + Self.screen)
      y += Self.screen
      if let now {
        let x = axis.place(now)
        sheet.line([(x, top - px(2)), (x, y + px(4))], .text)
      }
      y += px(16)
    }
  }

  private mutating func drawModes(_ driver: DrawnDriver, y: Int) {
    sheet.line(
      [(axis.columns.lowerBound, y + px(7)), (axis.columns.upperBound, y + px(7))], .grid)
    for run in driver.modes {
      guard let x = axis.columns(from: run.begin, to: run.end), !x.isEmpty else { continue }
      sheet.rectangle(x, y..<y + px(15), .modeGround, .fill, .mode)
      sheet.rectangle(x, y..<y + px(15), .mode, .stroke)
      let words = "run loop in \(run.mode) mode"
      for words in [words, "\(run.mode) mode", run.mode] where px(7) * words.count < x.count {
        sheet.text(
          words, x: x.lowerBound + x.count / 2, y: y + px(12), .middle, .mode, paint: .bold)
        break
      }
    }
  }

  /// Draws when callbacks were due, with an arrow to those that began late.
  private mutating func drawDue(_ driver: DrawnDriver, y: Int) {
    let firings = driver.firings(in: axis.stretch)
    let isThin = refreshWidth(driver) < px(13)
    // Where refreshes are very narrow, ticks would be one black bar: those on time are left out.
    let isDense = refreshWidth(driver) < px(5)
    let due = firings.filter { !isDense || $0.lateness > Self.threshold }.map { $0.due }
      .filter(axis.shows).map(axis.place)
    sheet.ticks(due.map { ($0..<$0, y..<y + px(9)) }, .text, .due)
    let late = firings.filter { axis.shows($0.began) && $0.lateness > Self.threshold }
    func columns(_ firing: FiringRow) -> Range<Int> {
      let end = axis.place(firing.began)
      return min(end, max(axis.place(firing.due), axis.left))..<end
    }
    sheet.ticks(
      late.map { (columns($0), y + px(4)..<y + px(4)) }, .text, .late)
    for firing in late where !isThin || firing.lateness > driver.period {
      let end = axis.place(firing.began)
      sheet.triangle([(end, y + px(4)), (end - px(5), y + px(1)), (end - px(5), y + px(8))])
    }
    guard let worst = late.max(by: { $0.lateness < $1.lateness }),
      worst.lateness > driver.period * 9 / 10
    else { return }
    let (words, x) = ("\(spoken(worst.lateness.wholeNanoseconds)) late", columns(worst))
    let half = px(7) * words.count / 2 + px(3)
    guard x.count > 2 * half + px(12) else { return }
    let middle = x.lowerBound + x.count / 2
    sheet.rectangle(middle - half..<middle + half, y - px(2)..<y + px(10), .paper)
    sheet.text(words, x: middle, y: y + px(8), .middle)
  }

  /// How wide a usual refresh is.
  private func refreshWidth(_ driver: DrawnDriver) -> Int {
    axis.place(axis.stretch.lowerBound.advanced(by: driver.period)) - axis.left
  }

  private mutating func drawThread(_ driver: DrawnDriver, _ rows: Range<Int>) {
    sheet.rectangle(axis.columns, rows, .cell)
    var boxes: [ColorRole: [Range<Int>]] = [:]
    var tasks: [(task: DrawnDriver.Task, x: Range<Int>)] = []
    for task in driver.tasks(in: axis.stretch) {
      guard let x = axis.columns(from: task.begin, to: task.end) else { continue }
      boxes[owners.ink(of: task.owner), default: []].append(
        x.lowerBound..<max(x.upperBound, x.lowerBound + px(1)))
      tasks.append((task, x))
    }
    for rank in 0..<ColorRole.ownerCount {
      sheet.boxes(boxes[.owner(rank), default: []], rows, .owner(rank), .work)
    }
    sheet.boxes(boxes[.modeGround, default: []], rows, .modeGround, .work)
    let firings = driver.firings(in: axis.stretch).filter { axis.shows($0.began) }
    sheet.boxes(
      firings.map { firing in
        let x = axis.place(firing.began)
        let end = min(axis.columns.upperBound, axis.place(firing.ended ?? firing.began))
        return x..<max(end, x + px(1))
      }, rows, .arm(driver.arm), .firing)
    name(tasks, y: rows.lowerBound + px(15))
  }

  /// Writes the names of tasks with their times into them, or beside those that are too short, the
  /// longest first, as far as there is room and no other task.
  private mutating func name(_ tasks: [(task: DrawnDriver.Task, x: Range<Int>)], y: Int) {
    var taken: [Range<Int>] = []
    for (task, x) in tasks.sorted(by: {
      ($1.x.count, $0.x.lowerBound) < ($0.x.count, $1.x.lowerBound)
    })
    where x.count >= px(5) {
      let name = task.owner.name
      let time = "\(name) \(spoken(task.end.nanoseconds - task.begin.nanoseconds))"
      let inside = [time, name].first { px(7) * $0.count + px(8) < x.count }
      let start = inside == nil ? x.upperBound + px(3) : x.lowerBound + px(4)
      let place = start..<start + px(7) * (inside ?? name).count + px(4)
      guard place.upperBound < axis.columns.upperBound,
        !taken.contains(where: { $0.overlaps(place) }),
        inside != nil || !tasks.contains(where: { $0.x.overlaps(place) })
      else { continue }
      taken.append(place)
      sheet.text(inside ?? name, x: start, y: y, paint: inside == nil ? .halo : .fill)
    }
  }

  /// Draws the commits, the latches of all refreshes, and how updates came from one by the other to
  /// the screen, as far as that lies in the stretch.
  private mutating func drawCommits(_ driver: DrawnDriver, y: Int) {
    func ticks(_ times: some Sequence<Instant>, _ rows: Range<Int>) -> [(
      x: Range<Int>, y: Range<Int>
    )] {
      times.filter(axis.shows).map { (axis.place($0)..<axis.place($0), rows) }
    }
    sheet.ticks(
      ticks(driver.refreshes.compactMap { $0.latch }, y + px(3)..<y + px(12)), .muted, .latch)
    sheet.ticks(ticks(driver.commits, y..<y + px(12)), .arm(driver.arm), .commit)
    for refresh in driver.refreshes(in: axis.stretch) where refresh.isNew {
      let stations: [(time: Instant?, below: Int)] = [
        (refresh.committed, px(12)), (refresh.latch, px(18)), (refresh.vsync, px(28)),
      ]
      let points = stations.compactMap { station -> (x: Int, y: Int)? in
        station.time.flatMap { axis.shows($0) ? (axis.place($0), y + station.below) : nil }
      }
      sheet.line(points, .muted, .stroke, .way)
    }
  }

  /// Draws what each refresh shows, and says how long runs of dropped ones are.
  private mutating func drawScreen(_ driver: DrawnDriver, _ rows: Range<Int>) {
    sheet.cells(of: driver, on: axis, rows)
    var run: (x: Range<Int>, count: Int)?
    let shown = driver.refreshes(in: axis.stretch)
    let isWide = refreshWidth(driver) >= px(22)
    for refresh in shown {
      guard let x = axis.columns(from: refresh.vsync, to: driver.end(of: refresh)) else { continue }
      if refresh.kind == .dropped {
        run = ((run?.x.lowerBound ?? x.lowerBound)..<x.upperBound, (run?.count ?? 0) + 1)
      } else {
        name(run, rows)
        run = nil
      }
      guard refresh.overwritten > 0 else { continue }
      let middle = x.lowerBound + x.count / 2
      let (top, base) = (rows.upperBound + px(2), rows.upperBound + px(8))
      sheet.triangle(
        [(middle, top), (middle + px(4), base), (middle - px(4), base)], .overwritten)
      if isWide, middle < sheet.width - px(30) {
        sheet.text(
          "+\(refresh.overwritten)", x: middle + px(6), y: rows.upperBound + px(11), .start, .muted)
      }
    }
    name(run, rows)
  }

  private mutating func name(_ run: (x: Range<Int>, count: Int)?, _ rows: Range<Int>) {
    guard let run else { return }
    let words = ["\(run.count) dropped", "\(run.count)"].first {
      px(7) * $0.count + px(3) < run.x.count
    }
    guard let words else { return }
    // Without the gaps between the cells behind them, words are easier to read.
    let (middle, half) = (run.x.lowerBound + run.x.count / 2, px(7) * words.count / 2)
    sheet.rectangle(middle - half..<middle + half, rows, .dropped)
    sheet.text(
      words, x: middle, y: rows.upperBound - px(4), .middle, .onDropped, paint: .bold)
  }

  private var caption: String {
    let findings = drivers.map { driver in
      let late = driver.firings(in: axis.stretch).filter {
        axis.shows($0.began) && $0.lateness > Self.threshold
      }
      guard let worst = late.map({ $0.lateness }).max() else {
        return "\(driver.label): no callback is late"
      }
      return "\(driver.label): \(counted(late.count, "late callback")), the worst by"
        + " \(milliseconds(worst.wholeNanoseconds)) ms"
    }
    return "\(axis.stretch.words). \(findings.joined(separator: "; "))."
  }
}
