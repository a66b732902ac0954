import LabAnswer
import LabImport
import LabKernel
package import LabMetrics

/// The callouts of the app's own driver beside those that the lab predicts.
///
/// A callout is told by the date that it answers. Two begin in the same refresh if no vsync lies
/// between them. Of those that do not, a callout is on the edge if a vsync is at most so far away
/// from either: there the noise of waking up decides.
package struct LoopAgreement {
  /// The callouts that were recorded, and that the lab predicts.
  let fired: (recorded: Int, predicted: Int)
  /// How many dates are compared: those that were there in the recording, answered or not, and
  /// those that the lab alone answers.
  let dates: Int
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

  /// Compares callouts; `nil` without any.
  ///
  /// - Parameters:
  ///   - firings: What happened, by ascending dates.
  ///   - predictions: What the lab predicts, by ascending dates.
  ///   - interval: The interval of the grid of dates, in nanoseconds.
  ///   - limit: How near a vsync is that leaves a refresh open, in nanoseconds.
  ///   - vsyncs: The vsyncs of both, which are counted alike.
  ///   - spans: When there were dates in the recording; `nil` to count only those that one of the
  ///     two answered.
  package init?(
    _ firings: [Callout], _ predictions: [Callout], every interval: Int64, edge limit: Int64,
    vsyncs: (recorded: [Int64], predicted: [Int64]), dates spans: [Range<Int64>]? = nil
  ) {
    guard !firings.isEmpty, !predictions.isEmpty else { return nil }
    var (both, same, edge) = (0, 0, 0)
    var alone: (recorded: [Int64], predicted: [Int64]) = ([], [])
    var first: (due: Int64, end: Int64, words: String)?
    for pair in Self.pairs(firings, predictions, within: interval / 2) {
      guard let one = pair.recorded, let other = pair.predicted else {
        let due = pair.recorded?.due ?? pair.predicted?.due ?? 0
        if pair.recorded != nil { alone.recorded.append(due) } else { alone.predicted.append(due) }
        let only = pair.recorded != nil ? "app" : "lab"
        if first == nil { first = (due, due + interval, "answered in the \(only) alone") }
        continue
      }
      both += 1
      if vsyncs.recorded.refresh(of: one.began) == vsyncs.predicted.refresh(of: other.began) {
        same += 1
      } else if vsyncs.recorded.distance(to: one.began) <= limit
        || vsyncs.predicted.distance(to: other.began) <= limit
      {
        edge += 1
      } else if first == nil {
        let late = [one, other].map { ReportNumber.milliseconds($0.began - one.due) }
        first = (
          one.due, max(one.began, other.began),
          "answered \(late[0]) ms late in the app, \(late[1]) in the lab"
        )
      }
    }
    (sameDates, sameRefresh, onEdge, self.first) = (both, same, edge, first)
    fired = (firings.count, predictions.count)
    let known = spans.map { spans in
      spans.reduce(0) { $0 + max(0, Int(($1.upperBound - $1.lowerBound - 1) / interval) + 1) }
        + alone.predicted.count { due in !spans.contains { $0.contains(due + interval / 4) } }
    }
    dates = max(
      known ?? 0, both + alone.recorded.count + (known == nil ? alone.predicted.count : 0))
    differing = alone.recorded.count + alone.predicted.count
    distance = Self.distance(
      firings.map { $0.began - $0.due }.sorted(), predictions.map { $0.began - $0.due }.sorted())
  }

  /// How many dates were answered by one of the two alone.
  let differing: Int

  /// The dates in which both agree that they were answered, or that they were not, of all.
  package var dateShare: Double {
    100 * Double(max(0, dates - differing)) / Double(max(1, dates))
  }

  /// The dates that both answered in the same refresh, of those that both answered.
  package var refreshShare: Double { 100 * Double(sameRefresh) / Double(max(1, sameDates)) }

  /// How many dates both answered, in different refreshes beyond the edge.
  package var elsewhere: Int { sameDates - sameRefresh - onEdge }

  /// Whether no difference is worth a picture: both shares are 99.5 % or more.
  package var isGood: Bool { dateShare >= 99.5 && refreshShare >= 99.5 }

  /// Callouts that answer one date, in the order of dates.
  private static func pairs(
    _ recorded: [Callout], _ predicted: [Callout], within distance: Int64
  ) -> [(recorded: Callout?, predicted: Callout?)] {
    var pairs: [(recorded: Callout?, predicted: Callout?)] = []
    var (one, other) = (0, 0)
    while one < recorded.count || other < predicted.count {
      guard one < recorded.count, other < predicted.count else {
        pairs.append(
          one < recorded.count ? (recorded[one], nil) : (nil, predicted[other]))
        (one, other) = (one + 1, other + 1)
        continue
      }
      let difference = predicted[other].due - recorded[one].due
      if abs(difference) <= distance {
        pairs.append((recorded[one], predicted[other]))
        (one, other) = (one + 1, other + 1)
      } else if difference > 0 {
        pairs.append((recorded[one], nil))
        one += 1
      } else {
        pairs.append((nil, predicted[other]))
        other += 1
      }
    }
    return pairs
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

extension LoopAgreement {
  /// Compares recorded callouts with those that the lab predicts; `nil` without any prediction.
  package init?(_ loop: TrialLoop, _ rows: [FiringRow], vsyncs: [Int64]) {
    let driver = loop.judged
    self.init(
      zip(driver.dates, driver.recorded.firings).map { ($0, $1.began) },
      rows.map { ($0.due.nanoseconds, $0.began.nanoseconds) }, every: driver.recorded.interval,
      edge: loop.edge, vsyncs: (vsyncs, vsyncs), dates: driver.spans)
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
