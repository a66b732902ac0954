import LabKernel
import LabMetrics
import LabText

/// The dropped refreshes of the app's own driver beside those that the lab predicts, refresh by
/// refresh.
///
/// That both answered every date in the same refresh does not say that both showed the same: a
/// frame may be committed before a latch in the one, and behind it in the other.
struct DropAgreement: Hashable {
  /// How many refreshes both have.
  let compared: Int
  /// How many of them were dropped in the app alone, and in the lab alone.
  let recorded, predicted: Int
  /// How many refreshes only one of the two has.
  let uncompared: Int

  /// Compares the refreshes of a driver; `nil` if the two have none in common.
  ///
  /// - Parameters:
  ///   - recorded: Those of the app, in order.
  ///   - predicted: Those of the lab, in order.
  /// - Complexity: O(n log n).
  init?(_ recorded: [RefreshRow], _ predicted: [RefreshRow]) {
    let vsyncs = predicted.map(\.vsync.nanoseconds)
    let steps = zip(vsyncs.dropFirst(), vsyncs).map { $0 - $1 }.sorted()
    let half = steps.isEmpty ? 0 : steps[steps.count / 2] / 2
    var (app, lab, both) = (0, 0, 0)
    for row in recorded where row.isMeasured {
      let index = vsyncs.refresh(of: row.vsync.nanoseconds + half) - 1
      guard index >= 0, abs(vsyncs[index] - row.vsync.nanoseconds) <= half,
        predicted[index].isMeasured
      else { continue }
      both += 1
      let drops = (app: row.cause != nil, lab: predicted[index].cause != nil)
      if drops.app, !drops.lab { app += 1 }
      if drops.lab, !drops.app { lab += 1 }
    }
    guard both > 0 else { return nil }
    (compared, self.recorded, self.predicted) = (both, app, lab)
    uncompared =
      recorded.count { $0.isMeasured } + predicted.count { $0.isMeasured } - 2 * both
  }

  /// How many refreshes were dropped in one of the two alone.
  var differing: Int { recorded + predicted }

  /// How many differ, in a sentence with the dropped ones of both.
  func words(lab: Int, app: Int) -> String {
    let differ =
      differing == 0
      ? "the same ones" : "\(predicted) in the lab alone and \(recorded) in the app alone"
    let rest = uncompared > 0 ? "; \(uncompared) more are not compared" : ""
    return "The lab drops \(counted(lab, "refresh", "refreshes")), the app \(app): of the"
      + " \(grouped(compared)) that both have, \(differ)\(rest)."
  }
}
