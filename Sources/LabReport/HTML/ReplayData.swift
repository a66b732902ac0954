import LabKernel
import LabMetrics
import LabPictures

/// What the script of a page needs to play a case again: when every refresh began, and what it showed.
///
/// As JSON in which no sign of markup stands, so that it cannot end the element that holds it.
struct ReplayData {
  /// How many refreshes of each driver are played.
  static let refreshLimit = 240
  /// The places reach from 0 to this number.
  private static let width = 65_536

  /// What is played: some drivers, the stretch, and where the replay begins in it.
  typealias Part = (drivers: [DrawnDriver], stretch: Range<Instant>, look: Instant)

  private let cases: [Part]

  init(_ cases: [Part]) {
    self.cases = cases
  }

  var json: String {
    let text = "[" + cases.map(Self.json).joined(separator: ",\n") + "]"
    return text.replacing("&", with: "\\u0026").replacing("<", with: "\\u003c")
      .replacing(">", with: "\\u003e")
  }

  private static func json(_ part: Part) -> String {
    let (drivers, stretch) = (part.drivers, part.stretch)
    let start = stretch.lowerBound.nanoseconds
    let look = max(0, part.look.nanoseconds - start)
    let rows = drivers.map { driver in
      driver.refreshes.filter { stretch.contains($0.vsync) }.prefix(refreshLimit)
    }
    let places = rows.joined().compactMap { $0.content?.place }
    let range = (places.min() ?? 0, places.max() ?? 0)
    let arms = zip(drivers, rows).map { driver, rows in
      let kinds = rows.map { String($0.kind.rawValue.prefix(1)) }.joined()
      let causes = rows.map { JSONText.quoted($0.cause?.rawValue ?? "") }
      return """
        {"label":\(JSONText.quoted(driver.label)),"arm":\(driver.arm),\
        "n":[\(list(rows.map { String($0.index) }))],\
        "t":[\(list(rows.map { String($0.vsync.nanoseconds - start) }))],\
        "p":[\(list(Self.places(of: driver, rows, range)))],"k":"\(kinds)",\
        "o":[\(list(rows.map { String($0.overwritten) }))],"c":[\(list(causes))]}
        """
    }
    let end = rows.compactMap { $0.last?.vsync.nanoseconds }.max() ?? start
    return """
      {"start":\(start),"look":\(look),"end":\(end - start + 1),"rate":\(rate(rows)),"arms":[\(arms.joined(separator: ",\n"))]}
      """
  }

  /// Where the thing is that moves; without a motion, a thing that crosses the field in a second of
  /// animation time.
  private static func places(
    of driver: DrawnDriver, _ rows: ArraySlice<RefreshRow>, _ range: (Double, Double)
  ) -> [String] {
    guard range.0 < range.1 else {
      var shown: Instant?
      return rows.map { row in
        shown = row.animationTime ?? shown
        return shown.map { String($0.nanoseconds % 1_000_000_000 * Int64(width) / 1_000_000_000) }
          ?? "null"
      }
    }
    return rows.map { row in
      guard let place = row.content?.place else { return "null" }
      return String(Int((Double(width) * (place - range.0) / (range.1 - range.0)).rounded()))
    }
  }

  /// The refreshes per second, by the median of the distances of vsyncs; in hertz, to a hundredth.
  private static func rate(_ rows: [ArraySlice<RefreshRow>]) -> String {
    let vsyncs = rows.first?.map { $0.vsync.nanoseconds } ?? []
    let gaps = zip(vsyncs, vsyncs.dropFirst()).map { $1 - $0 }.sorted()
    guard !gaps.isEmpty else { return "60" }
    let rate = 1_000_000_000 / Double(gaps[gaps.count / 2])
    return MetricValue.number((rate * 100).rounded() / 100).description
  }

  private static func list(_ values: [String]) -> String { values.joined(separator: ",") }
}
