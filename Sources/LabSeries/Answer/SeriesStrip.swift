import LabText

extension SeriesAnswer {
  /// The list as a strip: a column for each interval, or for the longest of several; a row for each
  /// multiple of the period that is nearest.
  ///
  ///     33.3 ms |    =    =
  ///     16.7 ms |==== ==+= -
  ///
  /// `=` is within a tenth of a period of the multiple, `+` longer, `-` shorter.
  public func strip(width: Int) -> [String] {
    let unit = max(stripUnit, course.resolution)
    let columns = max(8, width - 13)
    let group = (course.intervals.count + columns - 1) / columns
    let longest = stride(from: 0, to: course.intervals.count, by: group).map {
      course.intervals[$0..<min($0 + group, course.intervals.count)].max() ?? 0
    }
    let multiples = longest.map { Int(min(($0 / unit).rounded(), 1e6)) }
    let rows = Self.rows(multiples)
    var lines: [String] = []
    for row in rows.reversed() {
      let isTop = row == rows.last && multiples.contains { $0 > row }
      let marks = zip(longest, multiples).map { interval, multiple -> Character in
        guard multiple == row || (isTop && multiple > row) else { return " " }
        let off = interval / unit - Double(row)
        return off > 0.1 ? "+" : off < -0.1 ? "-" : "="
      }
      let label = Self.text(Double(row) * unit, decimals: 1) + (isTop ? " ms+" : " ms ")
      let pad = String(repeating: " ", count: max(0, 11 - label.count))
      var line = pad + label + "|" + String(marks)
      while line.last == " " { line.removeLast() }
      lines.append(line)
    }
    if group > 1 { lines.append("each column is the longest of \(group) intervals") }
    return lines
  }

  /// The period whose multiples are rows.
  private var stripUnit: Double {
    switch decision.best.kind {
    case .locked, .quantum, .beat: decision.best.period
    case .grid, .anew, .merged, .jitter: asked ?? course.usual
    }
  }

  /// The six commonest multiples in order.
  private static func rows(_ multiples: [Int]) -> [Int] {
    let shares = CountCode(multiples).shares
    guard shares.count > 6 else { return shares.map(\.number) }
    return shares.sorted { ($1.count, $0.number) < ($0.count, $1.number) }.prefix(6)
      .map(\.number).sorted()
  }
}
