import LabKernel

/// What is counted for every value of an instant that is left open: a bar for each metric, the
/// darker the more.
package struct PhaseBars: Hashable, Sendable {
  /// The words of the picture with their meanings.
  static let words: [(word: String, meaning: String)] = [
    (
      "phase map",
      "What is counted for every value of one instant, such as the first fire date of a timer; a count"
        + " stays the same up to the next value at which the order of two instants changes."
    ),
    ("best", "The line below a bar: the widest values with the least of its count."),
  ]

  /// Values next to one another with one count.
  package struct Part: Hashable, Sendable {
    /// The values, in nanoseconds.
    package var values: Range<Int64>
    package let count: Int

    package init(_ values: Range<Int64>, count: Int) { (self.values, self.count) = (values, count) }
  }

  /// What is counted of one metric.
  package struct Bar: Hashable, Sendable {
    /// The metric, and of what.
    package let title: String
    /// The counts, in ascending order of their values.
    package let parts: [Part]
    /// The values to choose; `nil` if all are alike.
    package let best: Range<Int64>?

    package init(title: String, parts: [Part], best: Range<Int64>?) {
      (self.title, self.parts, self.best) = (title, parts, best)
    }
  }

  private static let width = px(720)
  private static let bar = (title: px(22), height: px(30), all: px(78))

  /// What is open, such as ‘first fire date of ball’.
  package let name: String
  /// What is to be seen, in words.
  package let caption: String
  private let axis: TimeAxis
  private let bars: [Bar]

  /// Creates bars.
  ///
  /// - Parameters:
  ///   - name: What is open.
  ///   - values: Its values, in nanoseconds.
  ///   - bars: A bar for each metric.
  ///   - caption: What is to be seen, in words.
  package init(name: String, over values: Range<Int64>, _ bars: [Bar], caption: String) {
    (self.name, self.bars, self.caption) = (name, bars, caption)
    axis = TimeAxis(
      stretch: Instant(nanoseconds: values.lowerBound)..<Instant(nanoseconds: values.upperBound),
      left: px(8), width: Self.width - px(16))
  }

  package var picture: Picture {
    let floor = Self.bar.all * bars.count
    var sheet = Canvas(width: Self.width, height: floor + px(34))
    sheet.times(on: axis, y: floor + px(14), rows: 0..<floor)
    sheet.text(name, x: axis.left, y: floor + px(30), .start, .muted)
    for (index, bar) in bars.enumerated() { draw(bar, top: Self.bar.all * index, on: &sheet) }
    return Picture(name: "Phase map", caption: caption, sheet: sheet)
  }

  private func draw(_ bar: Bar, top: Int, on sheet: inout Canvas) {
    let rows = top + Self.bar.title..<top + Self.bar.title + Self.bar.height
    let counts = ClosedRange(of: bar.parts.map { Double($0.count) }) ?? 0...0
    sheet.text(bar.title, x: axis.left, y: top + px(16), paint: .halo)
    // The narrow ones last, at least half a pixel wide: one nanosecond may matter.
    for part in bar.parts.sorted(by: { $0.values.count > $1.values.count }) {
      let from = axis.place(Instant(nanoseconds: part.values.lowerBound))
      let to = axis.place(Instant(nanoseconds: part.values.upperBound))
      let columns = from..<max(to, from + px(1) / 2)
      let step = HeatMap.step(Double(part.count), counts)
      sheet.rectangle(columns, rows, .heat(step), .fill, .statistic)
      guard columns.count > px(9) * "\(part.count)".count else { continue }
      sheet.text(
        "\(part.count)", x: (columns.lowerBound + columns.upperBound) / 2,
        y: rows.lowerBound + px(19), .middle, step < 4 ? .text : .paper)
    }
    guard let best = bar.best else { return }
    let from = axis.place(Instant(nanoseconds: best.lowerBound))
    let to = axis.place(Instant(nanoseconds: best.upperBound))
    let y = rows.upperBound + px(5)
    sheet.line([(from, y), (to, y)], .text, .thick)
    sheet.text(
      "best", x: (from + to) / 2, y: y + px(14), to < axis.left + px(30) ? .start : .middle,
      paint: .halo)
  }
}
