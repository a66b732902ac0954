import LabKernel
import LabTrace

/// What a driver moved, record by record.
struct MotionLog: Sendable {
  /// What one update shows.
  struct Picture: Sendable {
    /// The time of the motion for which it was worked out, in nanoseconds.
    let offset: Int64
    /// In points.
    let place: Double
    /// Whether the render server works out the frames from here on.
    let isHandedOver: Bool
  }

  /// From one start to the next.
  struct Run: Sendable {
    /// When it was started.
    let started: Int64
    /// The first update that belongs to it.
    let firstUpdate: Int
    /// When its last callback began.
    var ended: Int64?
  }

  /// One for each update of the driver; none at all if it moves nothing.
  private(set) var pictures = SlidingArray<Picture>()
  /// The last of them.
  private(set) var lastPicture: Picture?
  /// The last run; `nil` before the first.
  private(set) var run: Run?
  /// How many runs have begun.
  private(set) var runCount = 0
  /// What happened in the physics scene that it moves.
  var scene = SceneLog()

  mutating func began(at now: Int64) {
    scene.began()
    run = Run(started: now, firstUpdate: pictures.endIndex)
    runCount += 1
  }

  mutating func drew(place: Double, offset: Int64, isHandedOver: Bool) {
    scene.drew(offset: offset)
    // A scene that rested goes on when something changes it: its motion has not ended.
    run?.ended = nil
    let picture = Picture(offset: offset, place: place, isHandedOver: isHandedOver)
    pictures.append(picture)
    lastPicture = picture
  }

  mutating func ended(calloutBegan: Int64) { run?.ended = calloutBegan }

  /// Forgets the frames before one.
  mutating func forget(picturesBefore picture: Int) {
    pictures.forget(before: picture)
    scene.forget(updatesBefore: picture)
  }
}
