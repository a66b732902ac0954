import LabImport
import LabKernel
import LabMetrics

/// The callouts of the app's own driver beside those that the lab predicts.
///
/// A callout is told by the date that it answers, as its number on the driver's grid. Two begin in
/// the same refresh if no vsync lies between them. Of those that do not, a callout is on the edge
/// if a vsync is at most ``TrialLoop/edge`` away from either: there the noise of waking up decides.
package struct LoopAgreement {
  /// The callouts that were recorded, and that the lab predicts, of the dates that were recorded.
  let fired: (recorded: Int, predicted: Int)
  /// The dates between the first and the last that were not answered.
  let missed: (recorded: Int, predicted: Int)
  /// How many dates were answered in both.
  package let sameDates: Int
  /// How many of them in the same refresh, and on the edge.
  package let sameRefresh: Int
  package let onEdge: Int
  /// The mean distance of the two distributions of lateness: the first Wasserstein distance, over
  /// 2,000 quantiles, in nanoseconds.
  package let distance: Double
  /// The first date that one of the two answered alone, or answered in another refresh beyond the
  /// edge, and when the later of the two answered it, or the date after it.
  let first: (due: Int64, end: Int64, words: String)?

  /// A callout: the date that it answers, and when it began.
  package typealias Callout = (due: Int64, began: Int64)

  /// Compares recorded callouts with those that the lab predicts; `nil` without any prediction.
  init?(_ loop: TrialLoop, _ rows: [FiringRow], vsyncs: [Int64]) {
    self.init(
      loop.driver.firings.map { ($0.due, $0.began) },
      rows.map { ($0.due.nanoseconds, $0.began.nanoseconds) }, every: loop.driver.interval,
      edge: loop.edge, vsyncs: (vsyncs, vsyncs))
  }

  /// Compares callouts; `nil` without any.
  ///
  /// - Parameters:
  ///   - firings: What happened.
  ///   - predictions: What the lab predicts.
  ///   - interval: The interval of the grid of dates, in nanoseconds.
  ///   - limit: How near a vsync is that leaves a refresh open, in nanoseconds.
  ///   - vsyncs: The vsyncs of both, which are counted alike.
  package init?(
    _ firings: [Callout], _ predictions: [Callout], every interval: Int64, edge limit: Int64,
    vsyncs: (recorded: [Int64], predicted: [Int64])
  ) {
    guard let origin = firings.first?.due, let end = firings.last?.due else { return nil }
    func number(_ due: Int64) -> Int64 { (due - origin + interval / 2).dividedDown(by: interval) }
    let last = number(end)
    var recorded: [Int64: Callout] = [:]
    for firing in firings { recorded[number(firing.due)] = firing }
    var predicted: [Int64: Callout] = [:]
    for row in predictions {
      let number = number(row.due)
      if (0...last).contains(number) { predicted[number] = row }
    }
    guard !predicted.isEmpty else { return nil }
    fired = (recorded.count, predicted.count)
    missed = (Int(last) + 1 - recorded.count, Int(last) + 1 - predicted.count)
    var (both, same, edge) = (0, 0, 0)
    var first: (Int64, Int64, String)?
    for number in 0...last {
      let due = origin + number * interval
      guard let one = recorded[number], let other = predicted[number]?.began else {
        let only = recorded[number] != nil ? "app" : predicted[number] != nil ? "lab" : nil
        if let only, first == nil { first = (due, due + interval, "answered in the \(only) alone") }
        continue
      }
      both += 1
      if vsyncs.recorded.refresh(of: one.began) == vsyncs.predicted.refresh(of: other) {
        same += 1
      } else if vsyncs.recorded.distance(to: one.began) <= limit
        || vsyncs.predicted.distance(to: other) <= limit
      {
        edge += 1
      } else if first == nil {
        let late = [one.began, other].map { ReportNumber.milliseconds($0 - due) }
        first = (
          due, max(one.began, other),
          "answered \(late[0]) ms late in the app, \(late[1]) in the lab"
        )
      }
    }
    (sameDates, sameRefresh, onEdge, self.first) = (both, same, edge, first)
    distance = Self.distance(
      firings.map { $0.began - $0.due }.sorted(),
      predicted.values.map { $0.began - $0.due }.sorted())
  }

  /// The dates that were answered in both, as a share of the larger number.
  package var dateShare: Double {
    100 * Double(sameDates) / Double(max(1, max(fired.recorded, fired.predicted)))
  }

  private static func distance(_ one: [Int64], _ other: [Int64]) -> Double {
    let sum = (0..<2000).reduce(Int64(0)) { sum, index in
      sum
        + abs(
          one[(2 * index + 1) * one.count / 4000] - other[(2 * index + 1) * other.count / 4000])
    }
    return Double(sum) / 2000
  }
}

extension Int64 {
  fileprivate func dividedDown(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}

extension [Int64] {
  /// How many of the ascending vsyncs are not after an instant.
  func refresh(of instant: Int64) -> Int {
    partitionIndex { $0 > instant }
  }

  /// How far the nearest vsync is.
  fileprivate func distance(to instant: Int64) -> Int64 {
    let next = refresh(of: instant)
    return Swift.min(
      next > 0 ? instant - self[next - 1] : .max, next < count ? self[next] - instant : .max)
  }
}
