public import LabKernel

/// What happened in a physics scene in a callback of its driver, or what state it came to.
///
/// Lengths of time are nanoseconds. Bodies are numbered as in ``Trace/Header/Scene/bodies``; a wall
/// is a negative number.
public enum SceneEvent: Hashable, Sendable {
  /// Where a body is drawn, in points: of all bodies in turn, from the first one on.
  case pose(x: Double, y: Double)
  /// How that body has turned since the start, in radians, and how fast it turns, per second.
  case turn(angle: Double, spin: Double)
  /// The callback made so many steps, after which the simulation is ahead of its time by so much.
  case steps(Int64, lead: Int64)
  /// The longest of those steps, and the sum of the squares of their lengths in seconds.
  case lengths(longest: Int64, squares: Double)
  /// The callback left out so many steps, or so much time.
  case dropped(steps: Int64, time: Int64)
  /// The energy of the bodies, in units of mass and points per second, and the greatest speed.
  case energy(Double, speed: Double)
  /// How far the bodies are from the same scene in fixed steps, in points.
  case departure(rootMeanSquare: Double, largest: Double)
  /// The callback used an input of that instant.
  case sample(taken: Instant)
  /// Two bodies, or a body and a wall, began to touch.
  case contactBegan(Int64, Int64)
  /// They ended to touch.
  case contactEnded(Int64, Int64)
  /// What hangs on bodies was laid out, after so many notifications of their moves, with so many
  /// parts.
  case layout(notifications: Int64, parts: Int64)
}

// How an event lies in a record.
extension SceneEvent {
  /// What files call the kinds, in the order of their numbers.
  static let names = [
    "pose", "turn", "steps", "lengths", "dropped", "energy", "departure", "sample", "contact_began",
    "contact_ended", "layout",
  ]

  /// The number of the kind, and the two numbers that belong to it.
  @usableFromInline
  var packed: (kind: UInt8, first: Int64, second: Int64) {
    func bits(_ number: Double) -> Int64 { Int64(bitPattern: number.bitPattern) }
    return switch self {
    case .pose(let x, let y): (0, bits(x), bits(y))
    case .turn(let angle, let spin): (1, bits(angle), bits(spin))
    case .steps(let count, let lead): (2, count, lead)
    case .lengths(let longest, let squares): (3, longest, bits(squares))
    case .dropped(let steps, let time): (4, steps, time)
    case .energy(let energy, let speed): (5, bits(energy), bits(speed))
    case .departure(let mean, let largest): (6, bits(mean), bits(largest))
    case .sample(let taken): (7, taken.nanoseconds, 0)
    case .contactBegan(let a, let b): (8, a, b)
    case .contactEnded(let a, let b): (9, a, b)
    case .layout(let notifications, let parts): (10, notifications, parts)
    }
  }

  @usableFromInline
  init(kind: UInt8, first: Int64, second: Int64) {
    func number(_ bits: Int64) -> Double { Double(bitPattern: UInt64(bitPattern: bits)) }
    self =
      switch kind {
      case 0: .pose(x: number(first), y: number(second))
      case 1: .turn(angle: number(first), spin: number(second))
      case 2: .steps(first, lead: second)
      case 3: .lengths(longest: first, squares: number(second))
      case 4: .dropped(steps: first, time: second)
      case 5: .energy(number(first), speed: number(second))
      case 6: .departure(rootMeanSquare: number(first), largest: number(second))
      case 7: .sample(taken: Instant(nanoseconds: first))
      case 8: .contactBegan(first, second)
      case 9: .contactEnded(first, second)
      case 10: .layout(notifications: first, parts: second)
      default: preconditionFailure("no event of a scene has the number \(kind)")
      }
  }

  /// Which of the two numbers of the kind are real rather than whole.
  var reals: (first: Double?, second: Double?) {
    switch self {
    case .pose(let x, let y): (x, y)
    case .turn(let angle, let spin): (angle, spin)
    case .lengths(_, let squares): (nil, squares)
    case .energy(let energy, let speed): (energy, speed)
    case .departure(let mean, let largest): (mean, largest)
    case .steps, .dropped, .sample, .contactBegan, .contactEnded, .layout: (nil, nil)
    }
  }
}
