import LabKernel
import LabTrace

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

  /// Which poses are kept of every update.
  enum KeptPoses: Hashable, Sendable {
    case all
    /// That of the first body.
    case first
    case none
  }

  private(set) var counts = Counts()
  /// The poses that are kept, body after body and update after update.
  private(set) var poses = SlidingArray<BodyPose>()
  var kept = KeptPoses.all
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
      if keepsPlaced, !poses.isEmpty { poses[poses.endIndex - 1].angle = angle }
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

  /// Whether the pose of the body that was placed last is kept.
  private var keepsPlaced: Bool { kept == .all || (kept == .first && placed == 1) }

  /// How many poses are kept of every update of a scene; all of its bodies are drawn each time.
  var posesPerUpdate: Int {
    switch kept {
    case .all: counts.extents.count
    case .first: min(1, counts.extents.count)
    case .none: 0
    }
  }

  mutating func forget(updatesBefore update: Int) {
    poses.forget(before: update * posesPerUpdate)
  }

  private mutating func place(_ pose: BodyPose) {
    if placed < counts.extents.count {
      counts.extents[placed].add(pose)
    } else {
      counts.extents.append(Extent(pose))
    }
    placed += 1
    if keepsPlaced { poses.append(pose) }
  }
}
