/// Where a body of a physics scene is drawn.
public struct BodyPose: Hashable, Sendable {
  /// The coordinate of the center to the right, in points.
  public let x: Double
  /// The coordinate of the center up or down, in points.
  public let y: Double
  /// How it has turned since the start, in radians; full turns included.
  public internal(set) var angle = 0.0
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
