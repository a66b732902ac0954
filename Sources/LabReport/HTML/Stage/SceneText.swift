import LabMetrics
import LabTrace

/// A physics scene and the places of its bodies as JSON, in hundredths of a point.
enum SceneText {
  static func json(_ scene: Trace.Header.Scene) -> String {
    let bodies = scene.bodies.map {
      "[\(hundredths($0.width)),\(hundredths($0.height)),\($0.isRound ? 1 : 0)]"
    }
    let walls = scene.walls.map { wall in
      "[\([wall.x0, wall.y0, wall.x1, wall.y1].map(hundredths).joined(separator: ","))]"
    }
    return "{\"w\":\(hundredths(scene.width)),\"h\":\(hundredths(scene.height)),"
      + "\"up\":\(scene.pointsUp ? 1 : 0),\"b\":[\(bodies.joined(separator: ","))],"
      + "\"wall\":[\(walls.joined(separator: ","))]}"
  }

  static func json(_ pose: BodyPose) -> String {
    "\(hundredths(pose.x)),\(hundredths(pose.y)),\(hundredths(pose.angle))"
  }

  /// A number times 100; numbers that no page can show are cut.
  private static func hundredths(_ number: Double) -> String {
    String(Int(max(-1e9, min(1e9, number.isNaN ? 0 : (number * 100).rounded()))))
  }
}
