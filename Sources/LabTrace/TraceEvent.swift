public import LabKernel

/// The index of a name in ``Trace/names``.
public typealias TraceSubject = UInt32

/// What happened, with everything that is to be said of it.
///
/// This is how traces are written and read; how an event lies in the 32 bytes of a
/// ``TraceRecord`` is known to one file alone. Durations, intervals and costs are nanoseconds.
///
/// Which sequences of events are a trace is stated at ``TraceContract``.
public enum TraceEvent: Hashable, Sendable {
  /// A source was created: a timer with its interval (0 for one shot) and tolerance, a display link
  /// with its divider as the interval.
  case declared(TraceSubject, TraceSource, interval: Int64 = 0, tolerance: Int64 = 0)
  /// A source was added to a mode: an index into ``Trace/modes``.
  case joined(TraceSubject, mode: UInt8)
  /// A source was removed from a mode: an index into ``Trace/modes``.
  case left(TraceSubject, mode: UInt8)
  /// A run of the loop began; `nil` for one without a limit.
  case runBegan(limit: Int64?)
  /// A run of the loop returned.
  case runReturned(TraceRunResult)
  /// The loop announced an activity to its observers. Kept in full detail only.
  case activity(TraceActivity)
  /// A callout began. It answers a due instant; a link and a port also say the newest one.
  case calloutBegan(TraceSubject, TraceSource, due: Instant, newest: Instant)
  /// A callout ended; a timer says its next fire date, and how many dates it missed, before
  /// the one that it answered and after.
  case calloutEnded(TraceSubject, TraceSource, next: Instant?, missed: Int64)
  /// A task arrived.
  case arrived(TraceSubject, serial: Int64, duration: Int64)
  /// The thread began to work on a task.
  case taskBegan(TraceSubject, serial: Int64, arrival: Instant)
  /// The thread finished a task.
  case taskEnded(TraceSubject, serial: Int64)
  /// A refresh of the display began; `aim` is the interval to the next as planned, 0 if unknown.
  case vsync(TraceSubject, index: Int64, TraceRefresh, aim: Int64)
  /// A vsync was due for a display link, and this became of it at once.
  case linkDue(TraceSubject, vsync: Int64, TraceDueOutcome)
  /// A timer's fire date was set by hand.
  case rephased(TraceSubject, to: Instant)
  /// A display link is due at every so many refreshes from now on.
  case paced(TraceSubject, every: Int64)
  /// A driver stopped delivering.
  case paused(TraceSubject)
  /// A driver delivers again.
  case resumed(TraceSubject)
  /// A source will never call out again.
  case invalidated(TraceSubject)
  /// A driver changed what is to be shown, in the callout that answers a due instant.
  case update(TraceSubject, animationTime: Instant, due: Instant)
  /// The updates since the last commit were handed to the render server.
  case commit(updates: Int64, renderCost: Int64)
  /// The thread took notice of something that the user did.
  case input(TraceSubject, happened: Instant)
  /// The thread runs, some time after the port was ready.
  case woke(after: Int64)
  /// The run is over; what follows was only winding down.
  case ended
  /// What a driver moves was started, perhaps again.
  case motionBegan(TraceSubject)
  /// What the update before shows: a place in points, and the time of the motion for which it was
  /// worked out.
  case content(TraceSubject, place: Double, offset: Int64, isHandedOver: Bool)
  /// What a driver moves has come to its end, in the callout that began at an instant.
  case motionEnded(TraceSubject, calloutBegan: Instant)
  /// Something of the physics scene that a driver steps: after the content of the update that shows
  /// it.
  case scene(TraceSubject, SceneEvent)
}

/// The kinds of ``TraceEvent``, in the order of their numbers in a record.
///
/// Files name a kind by ``name``, which does not change when a case of this type is renamed.
public enum TraceKind: UInt8, Hashable, Sendable, CaseIterable {
  /// The case of ``TraceEvent`` with the same name.
  case declared, joined, left, runBegan, runReturned, activity, calloutBegan, calloutEnded, arrived,
    taskBegan, taskEnded, vsync, linkDue, rephased, paused, resumed, invalidated, update, commit,
    woke, ended, paced, input, motionBegan, content, motionEnded, scene
}

extension TraceKind {
  private static let names = [
    "declared", "joined", "left", "run_began", "run_returned", "activity", "callout_began",
    "callout_ended", "arrived", "task_began", "task_ended", "vsync", "link_due", "rephased",
    "paused", "resumed", "invalidated", "update", "commit", "woke", "ended", "paced", "input",
    "motion_began", "content", "motion_ended", "scene",
  ]

  /// What files call it.
  public var name: String { Self.names[Int(rawValue)] }

  /// Whether it happens to a source, load, driver or display.
  var hasSubject: Bool {
    switch self {
    case .runBegan, .runReturned, .activity, .commit, .woke, .ended: false
    default: true
    }
  }
}

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
