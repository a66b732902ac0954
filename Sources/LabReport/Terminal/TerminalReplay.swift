package import LabKernel
import LabMetrics
package import LabPictures
import LabText

/// A stretch of some drivers as text that a terminal plays: above, the thing that moves; below,
/// what the refreshes up to now showed.
///
/// It holds a frame from one refresh to the next, as a display does, and has no clock: the caller
/// waits from moment to moment.
package struct TerminalReplay {
  /// The signs of the picture with their meanings, as the help of a command lists them.
  package static let remark =
    "In a replay, below each driver: o a new frame, = a dropped refresh, · no frame was due,"
    + " + updates that were never shown."

  /// When something changes, in order.
  package let moments: [Instant]

  private let lanes: [ReplayLane]
  private let screen: Screen
  private let isPlain: Bool

  /// How many refreshes of each driver are played at most.
  private static let refreshLimit = 10_000

  package init(
    of drivers: [DrawnDriver], in stretch: Range<Instant>, on screen: Screen, plain isPlain: Bool
  ) {
    self.screen = screen
    self.isPlain = isPlain
    lanes = ReplayLane.all(of: drivers, in: stretch, limit: Self.refreshLimit)
    moments = Set(lanes.flatMap { $0.cells.map(\.row.vsync) }).sorted()
  }

  /// Returns the lines that are on the screen from a moment on; always as many.
  package func lines(at moment: Instant) -> [String] {
    let margin = min(20, lanes.map { $0.driver.label.count }.max() ?? 0) + 2
    let time = decimalText(moment.nanoseconds / 100_000, places: 1)
    return lanes.flatMap { lane -> [String] in
      let now = lane.cell(at: moment)
      let label = lane.driver.label.prefix(margin - 2)
      let begin = label + String(repeating: " ", count: margin - label.count)
      let room = screen.width - margin
      return [
        begin + field(lane, now, width: room),
        String(repeating: " ", count: margin) + strip(lane, now, width: room),
      ]
    } + ["\(time) ms"]
  }

  /// The thing that moves, with a ring where the refresh before had it.
  private func field(_ lane: ReplayLane, _ now: Int?, width: Int) -> String {
    var field = [Character](repeating: isPlain ? "." : "·", count: width)
    func put(_ sign: Character, _ cell: Int?) {
      guard let cell, cell >= 0, let place = lane.cells[cell].place else { return }
      field[place * (width - 1) / ReplayLane.width] = sign
    }
    put(isPlain ? "o" : "○", now.map { $0 - 1 })
    put(isPlain ? "O" : "●", now)
    return String(field)
  }

  /// A sign for each refresh up to now, and the present one in words.
  private func strip(_ lane: ReplayLane, _ now: Int?, width: Int) -> String {
    guard let now else { return "nothing yet" }
    let row = lane.cells[now].row
    let kind = [row.kind.rawValue, row.cause?.rawValue.replacing("_", with: " ")]
      .compactMap(\.self).joined(separator: ", ")
    let words = "  refresh \(row.index): \(kind)"
    let signs = lane.cells[...now].suffix(max(1, width - Self.wordsWidth)).map { sign($0.row) }
    return (signs.joined() + words).prefix(width).description
  }

  /// How many columns are kept for words.
  private static let wordsWidth = 36

  private func sign(_ row: RefreshRow) -> String {
    if row.overwritten > 0 { return "+" }
    switch row.kind {
    case .new: return "o"
    case .dropped: return "="
    default: return isPlain ? "." : "·"
    }
  }
}

/// What a replay shows of one timer or display link: what was on the screen, refresh by refresh.
struct ReplayLane {
  /// A refresh of the stretch.
  struct Cell {
    let row: RefreshRow
    /// Where the thing that moves is shown, from 0 to ``ReplayLane/width``; `nil` before the first
    /// frame.
    let place: Int?
  }

  /// The places reach from 0 to this number.
  static let width = 65_536

  let driver: DrawnDriver
  let cells: [Cell]

  /// Returns a lane for each driver, with its first refreshes in a stretch.
  static func all(
    of drivers: [DrawnDriver], in stretch: Range<Instant>, limit: Int
  ) -> [ReplayLane] {
    let rows = drivers.map { driver in
      driver.refreshes.filter { stretch.contains($0.vsync) }.prefix(limit)
    }
    let known = rows.joined().compactMap { $0.content?.place }
    let range = (known.min() ?? 0)...(known.max() ?? 0)
    return zip(drivers, rows).map { driver, rows in
      ReplayLane(
        driver: driver, cells: zip(rows, Self.places(rows, range)).map { Cell(row: $0, place: $1) })
    }
  }

  /// Where the thing is that moves; without a motion, a thing that crosses the field in a second of
  /// animation time.
  private static func places(
    _ rows: ArraySlice<RefreshRow>, _ range: ClosedRange<Double>
  ) -> [Int?] {
    guard range.lowerBound < range.upperBound else {
      var shown: Instant?
      return rows.map { row in
        shown = row.animationTime ?? shown
        return shown.map { Int($0.nanoseconds % 1_000_000_000 * Int64(width) / 1_000_000_000) }
      }
    }
    let length = range.upperBound - range.lowerBound
    return rows.map { row in
      row.content.map { Int((Double(width) * ($0.place - range.lowerBound) / length).rounded()) }
    }
  }

  /// The cell that is on the screen at an instant; `nil` before the first.
  func cell(at instant: Instant) -> Int? { cells.lastIndex { $0.row.vsync <= instant } }
}
