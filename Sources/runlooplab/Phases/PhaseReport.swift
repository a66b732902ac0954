import LabProof
import LabText

/// A phase map as a person reads it: a bar for each count, the shares, and the best place.
struct PhaseReport {
  private let map: PhaseMap
  private let driver: String
  private let values: Range<Int64>

  init(_ map: PhaseMap, of driver: String, over values: Range<Int64>) {
    (self.map, self.driver, self.values) = (map, driver, values)
  }

  func lines(width: Int) -> [String] {
    let covered = map.regions.last?.to ?? values.lowerBound
    var lines: [String] = []
    for metric in ["double_fires", "dropped"] {
      let shares = shares(of: metric)
      guard let most = shares.last?.count else { continue }
      lines += ["\(metric) by the first fire date, \(milliseconds(values.lowerBound)) ms on:"]
      lines += [bar(of: metric, most: most, width: min(width, 72))]
      lines += shares.sorted { $0.width > $1.width }.prefix(6).map { share in
        "  \(share.count): \(percent(share.width)) of the phases"
      }
      if shares.count > 6 {
        lines.append("  … and \(shares.count - 6) other counts, up to \(most)")
      }
      if let best = best(of: metric) { lines += wrappedText(best, width: width) }
      lines.append("")
    }
    let end =
      map.isComplete
      ? "Every whole nanosecond of one refresh is covered"
      : "Not covered: first fire dates from \(milliseconds(covered)) ms on; covered"
    lines += wrappedText(
      "\(end): \(map.regions.count) regions by \(map.runs) runs. One seed, one sweep point; the"
        + " drawn durations stay as they are.", width: width)
    return lines
  }

  private func count(_ region: PhaseMap.Region, _ metric: String) -> Int? {
    region.counts.first { $0.driver == driver }?[metric]
  }

  /// How many nanoseconds have each count, by the count.
  private func shares(of metric: String) -> [(count: Int, width: Int64)] {
    var widths: [Int: Int64] = [:]
    for region in map.regions {
      if let count = count(region, metric) { widths[count, default: 0] += region.width }
    }
    return widths.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The most in each of some equal parts, in tenths of the most of all: `.` none, 1 to 9, `#` the
  /// most.
  private func bar(of metric: String, most: Int, width: Int) -> String {
    var cells = [Int](repeating: -1, count: width)
    let length = values.upperBound - values.lowerBound
    for region in map.regions {
      guard let count = count(region, metric) else { continue }
      let first = Int((region.from - values.lowerBound) * Int64(width) / length)
      let last = Int((region.to - 1 - values.lowerBound) * Int64(width) / length)
      for cell in first...last { cells[cell] = max(cells[cell], count) }
    }
    return cells.map { cell in
      cell < 0 ? "?" : cell == 0 ? "." : cell == most ? "#" : "\(max(1, cell * 10 / most))"
    }.joined()
  }

  /// The widest place with the least of a count, and what to write.
  private func best(of metric: String) -> String? {
    let counts = map.regions.compactMap { count($0, metric) }
    guard let least = counts.min(), least != counts.max() else { return nil }
    var best: Range<Int64>?
    var open: Range<Int64>?
    for region in map.regions {
      guard count(region, metric) == least else {
        open = nil
        continue
      }
      let whole = (open?.lowerBound ?? region.from)..<region.to
      open = whole
      if whole.count > best?.count ?? 0 { best = whole }
    }
    guard let best else { return nil }
    let middle = best.lowerBound + Int64(best.count / 2)
    let more = map.width { count($0, metric).map { $0 > least } ?? false }
    return "Of all phases \(percent(more)) have more than \(least). Move the first date to"
      + " \(milliseconds(best.lowerBound)) to \(milliseconds(best.upperBound)) ms, and it is"
      + " \(least): write 'first at \(middle) ns'."
  }

  private func milliseconds(_ nanoseconds: Int64) -> String {
    decimalText(Double(nanoseconds) / 1e6, decimals: 3...3)
  }

  /// A share of what is covered; 100 % of all alone, and 0 of nothing alone.
  private func percent(_ width: Int64) -> String {
    let all = map.regions.reduce(0) { $0 + $1.width }
    let tenths = width * 1000 / max(1, all)
    if tenths == 0 { return "\(width) ns" }
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
