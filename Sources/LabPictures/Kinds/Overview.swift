package import LabKernel
import LabMetrics
import LabText

/// How long each frame stayed on the screen, over whole runs: a row for each driver, a column for
/// each pixel.
///
/// A column is as high as the longest stay in it, cut at six refreshes; what is above one refresh
/// is red.
package struct Overview {
  private static let left = px(24)
  private static let cap = 6

  /// Draws the whole runs of some drivers.
  ///
  /// - Parameters:
  ///   - drivers: What is drawn, from top to bottom.
  ///   - window: The stretch that has a frame.
  ///   - width: How wide the picture is, in pixels; at least 200.
  /// - Returns: The picture.
  package static func picture(
    of drivers: [DrawnDriver], window: Range<Instant>, width: Int = 960
  ) -> Picture {
    let height = px(drivers.count > 3 ? 20 : 32)
    var sheet = Canvas(
      width: px(max(200, width)), height: px(20) + drivers.count * (height + px(7)))
    let end = drivers.compactMap { $0.refreshes.last?.vsync }.max() ?? .seconds(1)
    let axis = TimeAxis(
      stretch: .start..<max(end, .nanoseconds(1)), left: left,
      width: sheet.width - left - px(10))
    sheet.times(on: axis, y: px(11), rows: px(14)..<sheet.height - px(4))
    for (row, driver) in drivers.enumerated() {
      let y = px(16) + row * (height + px(7))
      draw(driver, on: axis, y..<y + height, &sheet)
    }
    let (from, to) = (axis.place(window.lowerBound), axis.place(window.upperBound))
    sheet.rectangle(from..<max(to, from + px(4)), px(13)..<sheet.height - px(1), .text, .stroke)
    let names = drivers.map { $0.label }.joined(separator: "; ")
    return Picture(
      name: "How long each frame stayed",
      caption: "Over the whole run; from top to bottom: \(names).", sheet: sheet)
  }

  /// Draws where the frames of a driver stay too long, without words.
  package static func strip(of driver: DrawnDriver, width: Int = 244) -> Picture {
    var sheet = Canvas(width: px(max(40, width)), height: px(20))
    let axis = TimeAxis(
      stretch: .start..<max(driver.refreshes.last?.vsync ?? .start, .nanoseconds(1)), left: 0,
      width: sheet.width)
    sheet.rectangle(axis.columns, 0..<px(20), .cell)
    for (columns, stay) in stays(of: driver, on: axis) {
      sheet.rectangle(columns, px(20) - min(cap, stay) * px(20) / cap..<px(20), .dropped)
    }
    let (count, all) = driver.dropped
    return Picture(
      name: "\(driver.label): \(grouped(count)) of \(grouped(all)) dropped",
      caption: "Red: frames that stay for more than a refresh.", sheet: sheet)
  }

  private static func draw(
    _ driver: DrawnDriver, on axis: TimeAxis, _ rows: Range<Int>, _ sheet: inout Canvas
  ) {
    let unit = rows.count / cap
    let budget = rows.upperBound - unit
    sheet.rectangle(axis.columns, rows, .cell)
    sheet.rectangle(axis.columns, budget..<rows.upperBound, .band(driver.arm))
    sheet.line(
      [(axis.columns.lowerBound, budget), (axis.columns.upperBound, budget)], .muted, .dashed)
    let stays = stays(of: driver, on: axis)
    for (columns, stay) in stays {
      sheet.rectangle(columns, rows.upperBound - min(cap, stay) * unit..<budget, .dropped)
    }
    sheet.line(
      [
        (axis.columns.lowerBound, rows.upperBound), (axis.columns.upperBound, rows.upperBound),
      ], .arm(driver.arm), .thick)
    sheet.symbol(ofArm: driver.arm, x: px(9), y: rows.lowerBound + rows.count / 2)
    guard let worst = driver.worstHitches.first else { return }
    let span = driver.span(of: worst)
    let length = span.lowerBound.duration(to: span.upperBound)
    guard length >= driver.period * 4 else { return }
    let (words, from, to) = (
      spoken(length.wholeNanoseconds), axis.place(span.lowerBound), axis.place(span.upperBound)
    )
    let y = rows.lowerBound + rows.count / 2 + px(4)
    if to - from > px(7) * words.count + px(8) {
      sheet.text(words, x: (from + to) / 2, y: y, .middle, .onDropped, paint: .bold)
    } else {
      // The words stand where no other red is.
      let free = stays.filter { $0.1 > 2 }.map { $0.0 }.reduce(to) { free, columns in
        columns.upperBound > free && columns.lowerBound < free + px(50) ? columns.upperBound : free
      }
      let isFull = free > sheet.width - px(80) || free > to + px(120)
      let end = isFull ? to : free
      let isLast = end > sheet.width - px(80)
      sheet.text(
        words, x: isLast ? from - px(5) : end + px(5), y: rows.lowerBound + px(11),
        isLast ? .end : .start, .dropped, paint: .halo)
    }
  }

  /// The columns in which frames stay for more than a refresh, each with the longest stay, in
  /// refreshes.
  private static func stays(
    of driver: DrawnDriver, on axis: TimeAxis
  ) -> [(Range<Int>, Int)] {
    var stays = [Int](repeating: 0, count: axis.width / px(1) + 1)
    for hitch in driver.hitches {
      let span = driver.span(of: hitch)
      let length = span.lowerBound.duration(to: span.upperBound)
      let refreshes = Int((length / driver.period).rounded())
      let from = (axis.place(span.lowerBound) - axis.left) / px(1)
      let to = (axis.place(span.upperBound) - axis.left) / px(1)
      for column in max(0, from)...max(0, min(to, stays.count - 1)) where column < stays.count {
        stays[column] = max(stays[column], refreshes)
      }
    }
    var found: [(Range<Int>, Int)] = []
    for (column, stay) in stays.enumerated() where stay > 1 {
      let x = axis.left + px(column)
      if let last = found.last, last.0.upperBound == x, last.1 == stay {
        found[found.count - 1].0 = last.0.lowerBound..<x + px(1)
      } else {
        found.append((x..<x + px(1), stay))
      }
    }
    return found
  }
}
