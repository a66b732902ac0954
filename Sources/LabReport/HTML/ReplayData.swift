import LabKernel
import LabMetrics
import LabPictures

/// What the script of a page needs to play a case again: when every refresh began, and what it showed.
///
/// As JSON in which no sign of markup stands, so that it cannot end the element that holds it.
struct ReplayData {
  /// How many refreshes of each driver are played.
  static let refreshLimit = 240
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
    let lanes = ReplayLane.all(of: drivers, in: stretch, limit: refreshLimit)
    let arms = lanes.map { lane in
      let (driver, rows) = (lane.driver, lane.cells.map(\.row))
      let kinds = rows.map { String($0.kind.rawValue.prefix(1)) }.joined()
      let causes = rows.map { JSONText.quoted($0.cause?.rawValue ?? "") }
      return """
        {"label":\(JSONText.quoted(driver.label)),"arm":\(driver.arm),\
        "n":[\(list(rows.map { String($0.index) }))],\
        "t":[\(list(rows.map { String($0.vsync.nanoseconds - start) }))],\
        "p":[\(list(lane.cells.map { $0.place.map(String.init) ?? "null" }))],"k":"\(kinds)",\
        "o":[\(list(rows.map { String($0.overwritten) }))],"c":[\(list(causes))]}
        """
    }
    let end = lanes.compactMap { $0.cells.last?.row.vsync.nanoseconds }.max() ?? start
    return """
      {"start":\(start),"look":\(look),"end":\(end - start + 1),"rate":\(rate(lanes)),"arms":[\(arms.joined(separator: ",\n"))]}
      """
  }

  /// The refreshes per second, by the median of the distances of vsyncs; in hertz, to a hundredth.
  private static func rate(_ lanes: [ReplayLane]) -> String {
    let vsyncs = lanes.first?.cells.map { $0.row.vsync.nanoseconds } ?? []
    let gaps = zip(vsyncs, vsyncs.dropFirst()).map { $1 - $0 }.sorted()
    guard !gaps.isEmpty else { return "60" }
    let rate = 1_000_000_000 / Double(gaps[gaps.count / 2])
    return MetricValue.number((rate * 100).rounded() / 100).description
  }

  private static func list(_ values: [String]) -> String { values.joined(separator: ",") }
}
