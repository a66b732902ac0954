import LabKernel
import LabMetrics

/// The way from an instant to a place on the sheet, in whole numbers.
///
///     x(t) = left + ⌊(t − begin) × width / (end − begin)⌋
struct TimeAxis {
  let stretch: Range<Instant>
  let left: Int
  let width: Int

  /// The columns of the sheet that belong to the stretch.
  var columns: Range<Int> { left..<left + width }

  /// Returns the place of an instant, which may lie outside the stretch.
  func place(_ instant: Instant) -> Int {
    let passed = Int128(instant.nanoseconds - stretch.lowerBound.nanoseconds)
    let length = Int128(stretch.upperBound.nanoseconds - stretch.lowerBound.nanoseconds)
    let place = passed * Int128(width)
    let limit = Int128(width) * 8
    let share = max(-limit, min(limit, (place >= 0 ? place : place - length + 1) / length))
    return left + Int(share)
  }

  /// Returns the columns that a part of the run takes, cut at the ends of the stretch.
  func columns(from begin: Instant, to end: Instant) -> Range<Int>? {
    let first = max(place(begin), left)
    let last = min(place(end), left + width)
    return first <= last && begin < stretch.upperBound && end >= stretch.lowerBound
      ? first..<last : nil
  }

  /// Returns whether an instant lies in the stretch.
  func shows(_ instant: Instant) -> Bool { stretch.contains(instant) }
}

extension Instant {
  /// The milliseconds since the start of the run, with at most one decimal.
  var shortText: String { milliseconds(nanoseconds, decimals: 1) }
}

extension Range<Instant> {
  /// The stretch in words, such as ‘266.7 to 566.7 ms’.
  var words: String { "\(lowerBound.shortText) to \(upperBound.shortText) ms" }
}

extension Sheet {
  /// Draws a line for every vsync, with the time at some of them.
  mutating func vsyncs(
    of refreshes: ArraySlice<RefreshRow>, on axis: TimeAxis, rows: Range<Int>
  ) {
    ticks(refreshes.map { (axis.place($0.vsync)..<axis.place($0.vsync), rows) }, .grid)
  }

  /// Writes the number of refreshes, or every n-th if there is no room.
  mutating func ruler(of refreshes: ArraySlice<RefreshRow>, on axis: TimeAxis, y: Int) {
    guard let first = refreshes.first, let last = refreshes.last else { return }
    text("refresh", x: 0, y: y, .start, .muted, size: px(11))
    text("ms", x: 0, y: y + px(16), .start, .muted, size: px(11))
    let room = px(8) * (String(last.index).count + 1)
    let step = max(1, room * refreshes.count / max(1, axis.width) + 1)
    let wide = max(step, px(72) * refreshes.count / max(1, axis.width) + 1)
    for refresh in refreshes where (refresh.index - first.index) % step == 0 {
      text(
        String(refresh.index), x: axis.place(refresh.vsync), y: y, .start, .muted, size: px(11))
    }
    for refresh in refreshes where (refresh.index - first.index) % wide == 0 {
      text(
        refresh.vsync.shortText, x: axis.place(refresh.vsync), y: y + px(16), .start, .muted,
        size: px(11))
    }
  }
}
