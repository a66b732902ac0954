import LabMetrics
import LabMotion
import LabWorkload

extension Motion {
  /// Why its pictures are wrong, as far as its own clock tells; `nil` if it does not.
  func reason(for symptom: Symptom) -> String? {
    switch content {
    case .animation(let animation, _, _):
      switch animation.clock {
      case _ where symptom == .dropped: nil
      case .fixed:
        "Each callback adds the same step, whatever time has passed: its speed is that of the"
          + " callbacks."
      case .duration:
        "Each callback adds the length of a refresh, whatever time has passed: its speed is that of"
          + " the callbacks."
      case .now, .timestamp, .target, .renderServer: nil
      }
    case .scene(let scene):
      scene.owesMore
        ?? (symptom == .speed || symptom == .dropped
          ? nil
          : "Its scene goes on in steps of a rate of its own: a frame shows none of them, one, or two.")
    case .views: nil
    }
  }
}

extension SceneMotion {
  /// That a step takes longer than the time that it stands for, if nothing keeps them few.
  fileprivate var owesMore: String? {
    timeOwedByStep.map {
      "A step of its scene takes \(timeWords(costPerStep)) and stands for \(timeWords($0)): each"
        + " frame has more steps to catch up on than the one before."
    }
  }
}
