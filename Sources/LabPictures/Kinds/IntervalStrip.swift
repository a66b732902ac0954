import LabText

/// A list of intervals as a strip: a column for each interval, or for the longest of several, and a
/// row for each multiple of a period that is near many of them.
package struct IntervalStrip: Hashable, Sendable {
  /// The words of the picture with their meanings.
  static let words: [(word: String, meaning: String)] = [
    (
      "strip",
      "A list of intervals: a column for each interval, or for the longest of several, and a row for"
        + " each multiple of the period. In signs, '=' is within a tenth of the period, '+' longer,"
        + " '-' shorter; in a picture each interval is as far above or below its row as it is longer or"
        + " shorter."
    )
  ]

  /// An interval in its row.
  private struct Place {
    /// The row, from 0 at the least multiple.
    let row: Int
    /// How much longer it is than the multiple, in periods.
    let off: Double

    /// The sign of the interval.
    var sign: Character { off > 0.1 ? "+" : off < -0.1 ? "-" : "=" }
  }

  private static let width = px(720)
  private static let (left, rowHeight) = (px(84), px(34))

  /// The intervals in milliseconds.
  private let intervals: [Double]
  /// The period in milliseconds.
  private let period: Double
  /// The multiples that have a row, the least first.
  private let multiples: [Int]

  /// Creates a strip of the commonest multiples, at most six.
  ///
  /// - Parameters:
  ///   - intervals: The intervals in milliseconds.
  ///   - period: The period in milliseconds, above 0.
  package init(_ intervals: [Double], period: Double) {
    (self.intervals, self.period) = (intervals, period)
    var counts: [Int: Int] = [:]
    for interval in intervals { counts[Self.multiple(interval, of: period), default: 0] += 1 }
    let commonest = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(6)
    multiples = commonest.map { $0.key }.sorted()
  }

  private static func multiple(_ interval: Double, of period: Double) -> Int {
    Int(min(max((interval / period).rounded(), 0), 1e6))
  }

  /// The interval in the row of its multiple, else in the row below it, else in the last one.
  private func place(_ interval: Double) -> Place {
    let multiple = Self.multiple(interval, of: period)
    let row = multiples.lastIndex { $0 <= multiple } ?? 0
    return Place(row: row, off: interval / period - Double(multiples[row]))
  }

  /// The intervals of at most so many columns, and how many intervals a column stands for.
  private func columns(atMost count: Int) -> (longest: [Double], each: Int) {
    let each = max(1, (intervals.count + count - 1) / count)
    let longest = stride(from: 0, to: intervals.count, by: each).map {
      intervals[$0..<min($0 + each, intervals.count)].max() ?? 0
    }
    return (longest, each)
  }

  private func label(of row: Int) -> String {
    "\(decimalText(Double(multiples[row]) * period, decimals: 0...1)) ms"
  }

  /// The strip in signs, a line for each row.
  package func signs(width: Int) -> String {
    let (longest, each) = columns(atMost: max(8, width - 13))
    let places = longest.map(place)
    var lines = multiples.indices.reversed().map { row in
      let label = label(of: row)
      let pad = String(repeating: " ", count: max(0, 10 - label.count))
      var line = "\(pad)\(label) |" + String(places.map { $0.row == row ? $0.sign : " " })
      while line.last == " " { line.removeLast() }
      return line
    }
    if each > 1 { lines.append("each column is the longest of \(grouped(each)) intervals") }
    return lines.joined(separator: "\n")
  }

  /// What is to be seen, in words.
  package var caption: String {
    let places = intervals.map(place)
    let rows = multiples.indices.reversed().map { row in
      "\(grouped(places.count { $0.row == row })) about \(label(of: row))"
    }
    return "\(grouped(intervals.count)) intervals: \(listed(rows, "and"))."
  }

  package var picture: Picture {
    let room = Self.width - Self.left - px(8)
    let (longest, each) = columns(atMost: room / px(2))
    let floor = px(8) + Self.rowHeight * multiples.count
    var sheet = Canvas(width: Self.width, height: floor + px(24))
    for row in multiples.indices {
      let middle = floor - Self.rowHeight * row - Self.rowHeight / 2
      sheet.text(label(of: row), x: Self.left - px(8), y: middle + px(4), .end, .muted)
      sheet.line([(Self.left, middle), (Self.left + room, middle)], .grid)
    }
    for (index, interval) in longest.enumerated() {
      let place = place(interval)
      let off = Int(max(-0.45, min(0.45, place.off)) * Double(Self.rowHeight))
      let y = floor - Self.rowHeight * place.row - Self.rowHeight / 2 - off
      let x = Self.left + room * index / longest.count
      let end = min(x + px(8), Self.left + room * (index + 1) / longest.count - px(1) / 2)
      sheet.rectangle(x..<end, y - px(2)..<y + px(2), .arm(0), .fill, .sample)
    }
    let words = each > 1 ? "in turn, each the longest of \(grouped(each))" : "in turn"
    sheet.text("intervals \(words)", x: Self.left, y: floor + px(16), .start, .muted)
    return Picture(name: "Strip", caption: caption, sheet: sheet)
  }
}
