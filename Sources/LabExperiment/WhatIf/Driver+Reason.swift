import LabMetrics
import LabWorkload

extension Driver {
  /// Why its callbacks had nothing to show, as far as its own settings tell; `nil` if they do not.
  var idleReason: String? {
    cap.map {
      "its callbacks did nothing, since less than \(timeWords($0.interval)) had passed since the last"
        + " one that did"
    }
  }
}
