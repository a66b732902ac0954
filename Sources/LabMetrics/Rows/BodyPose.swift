/// Where a body of a physics scene is drawn.
public struct BodyPose: Hashable, Sendable {
  /// The coordinate of the center to the right, in points.
  public let x: Double
  /// The coordinate of the center up or down, in points.
  public let y: Double
  /// How it has turned since the start, in radians; full turns included.
  public internal(set) var angle = 0.0
}

extension RunMeasurement {
  /// Returns the bodies of a driver's scene as each refresh shows them, in the order of the scene; none
  /// before the first frame, after the end, or for a driver that steps no scene.
  ///
  /// - Complexity: O(n) for n bodies of all refreshes.
  public func bodyPoses(of driver: String) -> [(refresh: Int, poses: [BodyPose])] {
    guard let analysis = analyses.first(where: { $0.log.name == driver }),
      let content = analysis.content, analysis.log.motion.scene.counts.steps.count > 0
    else { return [] }
    return content.pictures(analysis.presentation).map {
      ($0.refresh, analysis.log.motion.poses(of: $0.update))
    }
  }
}

extension MotionLog {
  /// The first body that an update shows; `nil` if it shows no scene.
  func firstPose(of picture: Int) -> BodyPose? {
    let count = scene.posesPerUpdate
    return count > 0 ? scene.poses[picture * count] : nil
  }

  /// The bodies that an update shows, in the order of the scene; none if it shows no scene.
  func poses(of picture: Int) -> [BodyPose] {
    let count = scene.posesPerUpdate
    return Array(scene.poses[(picture * count)..<((picture + 1) * count)])
  }
}
