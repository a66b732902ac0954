import LabExperiment
import LabKernel
import LabMetrics
import LabPictures

/// Where in its runs a page begins.
struct PageWindow {
  let stretch: Range<Instant>

  private static let pad = Duration.milliseconds(520)

  /// Looks at some drivers.
  ///
  /// - Parameters:
  ///   - drivers: The rows of a page.
  ///   - lead: The row that the page speaks of.
  ///   - problem: What goes wrong where the answer is about it.
  ///   - answer: What the answer is about.
  init(
    _ drivers: [DrawnDriver], lead: Int, problem: Problem = .droppedSlot,
    _ answer: AnswerSubject? = nil
  ) {
    let driver = drivers[lead]
    let end = driver.refreshes.last?.vsync ?? .start
    let worst = driver.worstHitches.first.map(driver.span)
    let stay = worst.map { $0.lowerBound.duration(to: $0.upperBound) } ?? .zero
    let least = Duration.milliseconds(stay > driver.period * 4 ? 1_600 : 800)
    let length = min(
      Instant.start.duration(to: end), max(least, stay + min(Self.pad, stay * 9 / 20) * 2))
    var begin = worst.map { $0.lowerBound.advanced(by: (stay - length) / 2) } ?? .start
    if driver.scene != nil, let answer, Self.isOfEnd(answer.metric) {
      begin = end
    } else if let moment = Self.moment(of: driver, problem) {
      begin = max(.start, moment.advanced(by: .zero - length / 2))
    } else if let place = Self.greatestDifference(drivers, lead, length) {
      begin = place
    }
    begin = max(.start, min(begin, end.advanced(by: .zero - length)))
    // The ends keep away from vsyncs, so that rounded times lie on the same side of them.
    let inset = min(.microseconds(3), length / 3)
    let first = begin.advanced(by: inset)
    stretch = first..<max(begin.advanced(by: length - inset), first.advanced(by: .nanoseconds(1)))
  }

  /// Whether a metric says how the bodies of a scene stand when the run is over.
  private static func isOfEnd(_ metric: String) -> Bool {
    metric.hasPrefix("final_") || metric.hasSuffix("_end")
  }

  /// The worst moment of a problem other than drops; `nil` if it never comes.
  private static func moment(of driver: DrawnDriver, _ problem: Problem) -> Instant? {
    guard problem != .droppedSlot else { return nil }
    return driver.measurement.worstMoment(of: driver.name, in: problem)?.begin
  }

  /// Where the lead drops most beyond the best other driver over some length, the middle of the
  /// places that tie; `nil` if that is less than 2.
  private static func greatestDifference(
    _ drivers: [DrawnDriver], _ lead: Int, _ length: Duration
  ) -> Instant? {
    let vsyncs = drivers[lead].refreshes.map { $0.vsync }
    let count = min(vsyncs.count - 1, Int(length / drivers[lead].period))
    guard drivers.count > 1, count > 0 else { return nil }
    let sums = drivers.filter { $0.refreshes.count == vsyncs.count }.map { driver in
      driver.refreshes.dropLast().reduce(into: [0]) {
        $0.append($0[$0.count - 1] + ($1.kind == .dropped ? 1 : 0))
      }
    }
    guard let own = drivers.firstIndex(where: { $0.label == drivers[lead].label }), sums.count > 1,
      sums.count == drivers.count
    else { return nil }
    let differences = (0...vsyncs.count - 1 - count).map { first in
      let drops = sums.map { $0[first + count] - $0[first] }
      let best = drops.enumerated().filter { $0.offset != own }.map { $0.element }.min() ?? 0
      return drops[own] - best
    }
    guard let most = differences.max(), most >= 2 else { return nil }
    let places = differences.indices.filter { differences[$0] == most }
    return vsyncs[places[places.count / 2]]
  }
}
