import LabMetrics
import LabMotion
import LabWorkload

extension Motion {
  /// Why its pictures are wrong, as far as its own clock tells; `nil` if it does not.
  func reason(for symptom: Symptom) -> String? {
    switch content {
    case .animation(let animation, _, _):
      switch animation.clock {
      case .fixed:
        "Each callback adds the same step, whatever time has passed: its speed is that of the"
          + " callbacks."
      case .duration:
        "Each callback adds the length of a refresh, whatever time has passed: its speed is that of"
          + " the callbacks."
      case .now, .timestamp, .target, .renderServer: nil
      }
    case .scene:
      symptom == .speed
        ? nil
        : "Its scene goes on in steps of a rate of its own: a frame shows none of them, one, or two."
    case .views: nil
    }
  }
}
