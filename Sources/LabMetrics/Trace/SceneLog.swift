import LabKernel
import LabTrace

/// What happened in the physics scene that a driver steps: counted since its last start, placed at every
/// update.
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
    var departure = Spread()
    var lastDeparture: Double?
    var inputAge = Spread()
    var contactsBegan = 0
    var contactsEnded = 0
    var layouts = 0
    var notifications: Int64 = 0
    /// The first of the poses that belong to it.
    var firstPose = 0
  }

  private(set) var counts = Counts()
  /// All poses, body after body and update after update.
  private(set) var poses: [BodyPose] = []

  mutating func began() {
    counts = Counts()
    counts.firstPose = poses.count
  }

  mutating func drew(offset: Int64) { counts.offset = offset }

  mutating func note(_ event: SceneEvent, at now: Int64) {
    switch event {
    case .pose(let x, let y): poses.append(BodyPose(x: x, y: y))
    case .turn(let angle, _): if !poses.isEmpty { poses[poses.count - 1].angle = angle }
    case .steps(let count, let lead):
      counts.steps.add(Double(count))
      counts.lead.add(Double(lead))
    case .lengths(let longest, let squares):
      counts.longestStep = max(counts.longestStep, longest)
      counts.squares += squares
    case .dropped(let steps, let time):
      counts.stepsDropped += steps
      counts.timeDropped += time
    case .energy(let energy, _):
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
}
