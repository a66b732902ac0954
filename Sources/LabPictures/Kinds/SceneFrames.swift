package import LabKernel
import LabMetrics
import LabPhysics
import LabText
import LabTrace

/// What the screen showed of a physics scene: every body at every refresh, in a panel for each arm.
///
/// Drops at the end of the stretch are shown with the frame that ends them. An even motion leaves
/// outlines at even distances. A dropped refresh leaves a wide gap, and a step that is too long a
/// body beyond its wall.
package struct SceneFrames {
  /// The words of the picture with their meanings.
  static let words: [(word: String, meaning: String)] = [
    ("wall", "A line on which bodies rest or bounce."),
    ("last frame", "The thick outlines: where the bodies are at the end of the stretch."),
    ("after a drop", "The dashed outlines: the first frame after dropped ones."),
    ("outside", "A body whose center left the room of the scene; it counts as an escape."),
  ]

  private let drivers: [Drawn]
  private let stretch: Range<Instant>
  private var sheet: Canvas

  /// A driver with a scene, and the refreshes that are drawn.
  private struct Drawn {
    let driver: DrawnDriver
    let scene: Trace.Header.Scene
    let frames: [Frame]
  }

  /// What one refresh shows.
  private struct Frame {
    let refresh: RefreshRow
    let poses: [BodyPose]
    let isAfterDrop: Bool
  }

  /// Draws a stretch of the drivers that step a scene.
  ///
  /// - Parameters:
  ///   - drivers: What is drawn, usually one driver in several arms.
  ///   - stretch: Which part of the run.
  ///   - width: How wide the picture is, in pixels; at least 200.
  /// - Returns: The picture; `nil` if none of the drivers shows a scene in the stretch.
  package static func picture(
    of drivers: [DrawnDriver], in stretch: Range<Instant>, width: Int = 960
  ) -> Picture? {
    let drawn = drivers.compactMap { frames(of: $0, in: stretch) }
    guard let first = drawn.first else { return nil }
    let panel = px(max(200, width)) / max(2, drawn.count)
    let share = first.scene.height / first.scene.width
    let height = min(px(640), Int(Double(panel) * min(4, max(0.25, share)))) + px(28)
    var picture = Self(
      drivers: drawn, stretch: stretch, sheet: Canvas(width: px(max(200, width)), height: height))
    for (index, drawn) in drawn.enumerated() {
      picture.draw(drawn, in: index * panel..<(index + 1) * panel)
    }
    return Picture(
      name: "Scene", caption: picture.caption, sheet: picture.sheet)
  }

  private static func frames(of driver: DrawnDriver, in stretch: Range<Instant>) -> Drawn? {
    guard let scene = driver.scene else { return nil }
    var refreshes = Array(driver.refreshes(in: stretch))
    // What comes of a drop under way is worth more than where the stretch happens to end.
    if let last = refreshes.last, last.kind == .dropped,
      let next = driver.refreshes[last.index...].first(where: { $0.isNew })
    {
      refreshes.append(next)
    }
    let poses = Dictionary(keepingFirst: driver.poses.map { ($0.refresh, $0.poses) })
    var wasDropped = false
    let frames = refreshes.compactMap { refresh in
      defer { wasDropped = refresh.kind == .dropped }
      return poses[refresh.index].map {
        Frame(refresh: refresh, poses: $0, isAfterDrop: wasDropped && refresh.isNew)
      }
    }
    return frames.isEmpty ? nil : Drawn(driver: driver, scene: scene, frames: frames)
  }

  private mutating func draw(_ drawn: Drawn, in columns: Range<Int>) {
    let driver = drawn.driver
    let plane = Plane(
      drawn.scene, columns: columns.lowerBound + px(8)..<columns.upperBound - px(8),
      rows: px(22)..<sheet.height - px(6))
    sheet.text(driver.label, x: columns.lowerBound + px(8), y: px(14))
    for wall in drawn.scene.walls {
      sheet.line([plane(wall.x0, wall.y0), plane(wall.x1, wall.y1)], .text, .thick)
    }
    for (index, frame) in drawn.frames.enumerated() {
      let isLast = index == drawn.frames.count - 1
      for (body, pose) in zip(drawn.scene.bodies, frame.poses) {
        let isOutside = drawn.scene.room.map { !$0.contains(pose) } ?? false
        let ink: ColorRole =
          isOutside ? .text : isLast || frame.isAfterDrop ? .arm(driver.arm) : .muted
        let paint: Mark.Paint = isLast ? .thick : frame.isAfterDrop ? .dashed : .stroke
        // The same frame again would be drawn on itself.
        if frame.refresh.isNew || isLast {
          sheet.draw(plane.outline(of: body, at: pose), ink, paint, .sample)
        }
      }
    }
  }

  private var caption: String {
    let findings = drivers.map { drawn in
      let escapes = drawn.scene.room.map { room in
        zip(drawn.scene.bodies.indices, drawn.frames.last?.poses ?? [])
          .count { !room.contains($1) }
      }
      let lost = escapes.map { ", \($0) outside" } ?? ""
      let new = drawn.frames.count { $0.refresh.isNew }
      return "\(drawn.driver.label) shows \(counted(new, "new frame"))\(lost)"
    }
    return "The bodies at every refresh, \(stretch.words): \(findings.joined(separator: "; "))."
      + " Thick outlines are the last frame, dashed ones the first after a dropped refresh."
  }
}

extension Canvas {
  /// Draws a scene as it stands on the screen at an instant, with the frame before as outlines; of
  /// bodies that left it, says how many.
  mutating func scene(
    of driver: DrawnDriver, at now: Instant, columns: Range<Int>, rows: Range<Int>
  ) {
    guard let scene = driver.scene else { return }
    let inset = rows.lowerBound + px(4)..<rows.upperBound - px(4)
    let width = Int(Double(inset.count) * scene.width / scene.height)
    let left = max(columns.lowerBound, columns.lowerBound + (columns.count - width) / 2)
    let plane = Plane(scene, columns: left..<columns.upperBound, rows: inset)
    let corners = [plane(0, 0), plane(scene.width, scene.height)]
    let (top, bottom) = (min(corners[0].y, corners[1].y), max(corners[0].y, corners[1].y))
    rectangle(corners[0].x..<corners[1].x, top..<bottom, .cell)
    for wall in scene.walls {
      line([plane(wall.x0, wall.y0), plane(wall.x1, wall.y1)], .text, .thick)
    }
    let shown = driver.poses.prefix { driver.refreshes[$0.refresh].vsync <= now }
      .filter { driver.refreshes[$0.refresh].isNew }.suffix(2)
    let lost = shown.last?.poses.count { !scene.shows($0) } ?? 0
    if lost > 0 {
      text(
        "\(lost) outside", x: min(plane(scene.width, 0).x + px(12), self.width - px(90)),
        y: (rows.lowerBound + rows.upperBound) / 2,
        paint: .bold)
    }
    for (age, frame) in shown.reversed().enumerated().reversed() {
      for (body, pose) in zip(scene.bodies, frame.poses) where scene.shows(pose) {
        draw(
          plane.outline(of: body, at: pose), age == 0 ? .arm(driver.arm) : .muted,
          age == 0 ? .fill : .stroke)
      }
    }
  }
}

extension Trace.Header.Scene {
  /// Whether the center of a body lies in the picture of the scene.
  fileprivate func shows(_ pose: BodyPose) -> Bool {
    (0...width).contains(pose.x) && (0...height).contains(pose.y)
  }
}

extension Trace.Header.Scene.Pair {
  /// Whether the center of a body lies in the rectangle.
  fileprivate func contains(_ pose: BodyPose) -> Bool {
    pose.x >= x0 && pose.x <= x1 && pose.y >= y0 && pose.y <= y1
  }
}

/// Maps points of a scene to places of a panel.
private struct Plane {
  private let scene: Trace.Header.Scene
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// Hundredths of a pixel per point, the same in both directions.
  private let scale: Double

  init(_ scene: Trace.Header.Scene, columns: Range<Int>, rows: Range<Int>) {
    self.scene = scene
    self.columns = columns
    self.rows = rows
    scale = min(Double(columns.count) / scene.width, Double(rows.count) / scene.height)
  }

  func callAsFunction(_ x: Double, _ y: Double) -> (x: Int, y: Int) {
    func whole(_ number: Double) -> Int { Int(max(-1e7, min(1e7, (number * scale).rounded()))) }
    return (
      columns.lowerBound + whole(x),
      scene.pointsUp ? rows.upperBound - whole(y) : rows.lowerBound + whole(y)
    )
  }

  func outline(of body: Trace.Header.Scene.Body, at pose: BodyPose) -> Mark.Shape {
    let center = self(pose.x, pose.y)
    if body.isRound {
      // A body that is very small is to be seen as well.
      let radius = Int(max(Double(px(1)), min(1e7, body.width * scale / 2)))
      return .circle(Mark.Point(center.x, center.y), radius: radius)
    }
    let rotation = pose.angle.magnitude <= 1e6 ? Rotation(radians: pose.angle) : .identity
    let (x, y) = (body.width / 2, body.height / 2)
    return .area(
      [(x, y), (-x, y), (-x, -y), (x, -y)].map {
        let corner = rotation(Vector(x: $0.0, y: $0.1))
        let place = self(pose.x + corner.x, pose.y + corner.y)
        return Mark.Point(place.x, place.y)
      })
  }
}
