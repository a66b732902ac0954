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
  private(set) var pictures: [Picture] = []
  /// The last run; `nil` before the first.
  private(set) var run: Run?
  /// What happened in the physics scene that it moves.
  var scene = SceneLog()

  mutating func began(at now: Int64) {
    scene.began()
    run = Run(started: now, firstUpdate: pictures.endIndex)
  }

  mutating func drew(place: Double, offset: Int64, isHandedOver: Bool) {
    scene.drew(offset: offset)
    // A scene that rested goes on when something changes it: its motion has not ended.
    run?.ended = nil
    pictures.append(Picture(offset: offset, place: place, isHandedOver: isHandedOver))
  }

  mutating func ended(calloutBegan: Int64) { run?.ended = calloutBegan }
}

/// What happened in the physics scene that a driver steps: counted since its last start, placed at
/// every update.
struct SceneLog: Sendable {
  /// A sum with its extremes.
  struct Spread: Hashable, Sendable {
    private(set) var count = 0
    private(set) var sum = 0.0
    private(set) var least = 0.0
    private(set) var greatest = 0.0

    mutating func add(_ value: Double) {
      least = count == 0 ? value : min(least, value)
      greatest = count == 0 ? value : max(greatest, value)
      sum += value
      count += 1
    }

    /// The sum divided by the number of values; `nil` without any.
    var mean: Double? { count > 0 ? sum / Double(count) : nil }
  }

  /// What is counted since the last start.
  struct Counts: Hashable, Sendable {
    var steps = Spread()
    var lead = Spread()
    var longestStep: Int64 = 0
    /// The sum of the squares of all steps, in square seconds.
    var squares = 0.0
    /// The time of the scene that was last drawn, in nanoseconds.
    var offset: Int64 = 0
    var stepsDropped: Int64 = 0
    var timeDropped: Int64 = 0
    var firstEnergy: Double?
    var energyDrift = 0.0
    /// The greatest speed of a body at every callback, in points per second.
    var speed = Spread()
    var lastSpeed: Double?
    var departure = Spread()
    var lastDeparture: Double?
    var inputAge = Spread()
    var contactsBegan = 0
    var contactsEnded = 0
    var layouts = 0
    var notifications: Int64 = 0
    /// Between which coordinates each body was.
    var extents: [Extent] = []
  }

  /// Between which coordinates a body was.
  struct Extent: Hashable, Sendable {
    private(set) var low: BodyPose
    private(set) var high: BodyPose

    init(_ pose: BodyPose) { (low, high) = (pose, pose) }

    mutating func add(_ pose: BodyPose) {
      low = BodyPose(x: min(low.x, pose.x), y: min(low.y, pose.y))
      high = BodyPose(x: max(high.x, pose.x), y: max(high.y, pose.y))
    }
  }

  private(set) var counts = Counts()
  /// Where every body was, body after body and update after update.
  private(set) var poses: [BodyPose] = []
  /// How many bodies of the present update have been placed.
  private var placed = 0

  mutating func began() {
    counts = Counts()
    placed = 0
  }

  mutating func drew(offset: Int64) { counts.offset = offset }

  mutating func note(_ event: SceneEvent, at now: Int64) {
    switch event {
    case .pose(let x, let y): place(BodyPose(x: x, y: y))
    case .turn(let angle, _):
      if !poses.isEmpty { poses[poses.endIndex - 1].angle = angle }
    case .steps(let count, let lead):
      placed = 0
      counts.steps.add(Double(count))
      counts.lead.add(Double(lead))
    case .lengths(let longest, let squares):
      counts.longestStep = max(counts.longestStep, longest)
      counts.squares += squares
    case .dropped(let steps, let time):
      counts.stepsDropped += steps
      counts.timeDropped += time
    case .energy(let energy, let speed):
      counts.speed.add(speed)
      counts.lastSpeed = speed
      if let first = counts.firstEnergy {
        counts.energyDrift = max(counts.energyDrift, (energy - first).magnitude)
      } else {
        counts.firstEnergy = energy
      }
    case .departure(let mean, _):
      counts.departure.add(mean)
      counts.lastDeparture = mean
    case .sample(let taken): counts.inputAge.add(Double(now - taken.nanoseconds))
    case .contactBegan: counts.contactsBegan += 1
    case .contactEnded: counts.contactsEnded += 1
    case .layout(let notifications, _):
      counts.layouts += 1
      counts.notifications += notifications
    }
  }

  /// How many poses every update has; all bodies are drawn each time.
  var posesPerUpdate: Int { counts.extents.count }

  private mutating func place(_ pose: BodyPose) {
    if placed < counts.extents.count {
      counts.extents[placed].add(pose)
    } else {
      counts.extents.append(Extent(pose))
    }
    placed += 1
    poses.append(pose)
  }
}

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
