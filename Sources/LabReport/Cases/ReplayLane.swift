import LabKernel
import LabMetrics
import LabPictures

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
