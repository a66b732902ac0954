import LabKernel
import LabTrace

/// What became of the physics scene that a driver steps, since it was last started.
///
/// An object, as most drivers step none, and a reader of one number would copy all of them.
final class SceneMetrics: Sendable {
  let counts: SceneLog.Counts
  /// How many bodies were drawn outside their room at some time; `nil` without a room.
  let escapes: Int?

  /// Digests what a driver's scene came to; `nil` if it steps none.
  ///
  /// An initializer that returned `nil` would leave its object behind in Embedded Swift.
  static func digest(_ log: borrowing SceneLog, _ scene: Trace.Header.Scene?) -> SceneMetrics? {
    guard let scene, log.counts.steps.count > 0 else { return nil }
    return SceneMetrics(log, scene)
  }

  private init(_ log: borrowing SceneLog, _ scene: Trace.Header.Scene) {
    counts = log.counts
    escapes = scene.room.map { room in
      log.counts.extents.count {
        $0.low.x < room.x0 || $0.high.x > room.x1 || $0.low.y < room.y0 || $0.high.y > room.y1
      }
    }
  }

  /// The mean length of a step, each weighted with its length, in nanoseconds.
  var weightedStep: Double? {
    counts.offset > 0 ? counts.squares * 1e18 / Double(counts.offset) : nil
  }
}
