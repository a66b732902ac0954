import LabKernel
import LabMotion
import LabPhysics
import LabTrace

/// A physics scene that is moved on by steps.
final class ScenePerformer: Performer {
  private let motion: SceneMotion
  private var scene: PhysicsScene
  private var stepping: Stepping
  private var reference: ReferenceScene?
  private var start = Instant.start
  /// When the scene last began or went on after a rest.
  private var wake = Instant.start
  /// Whether everything lies still, so that the driver rests until something changes the scene.
  private var isResting = false
  /// The behaviors that come and go, in order, and how many of them are done.
  private let changes: [PhysicsScene.Change]
  private var changesMade = 0
  /// The time for which the scene is worked out, in nanoseconds after the start.
  private var simulated: Int64 = 0
  /// Where the bodies were before the last step, where frames lie between two states.
  private var before: [LabPhysics.Motion] = []
  /// The newest input that the thread has taken notice of.
  private var newestInput: Instant?
  /// The steps since the last layout, each of which told of a move of the weight.
  private var notifications: Int64 = 0

  init(_ motion: SceneMotion) {
    self.motion = motion
    scene = motion.recipe.scene
    changes = scene.changes
    stepping = Stepping(motion.policy)
  }

  func start(at instant: Instant) {
    scene = motion.recipe.scene
    stepping = Stepping(motion.policy, startingAt: instant.nanoseconds)
    reference = motion.reference.map { ReferenceScene(scene, on: $0) }
    (start, wake) = (instant, instant)
    (simulated, notifications, newestInput, isResting) = (0, 0, nil, false)
    changesMade = 0
    makeChanges(until: instant)
    before = scene.motions
  }

  func picture(at moment: Moment) -> Picture {
    // What is due before the scene began, or goes on, belongs to the rest before.
    guard moment.due > wake else { return Picture() }
    var picture = Picture(beginning: start)
    let reading = max(motion.clock.reading(at: moment), start)
    let plan = stepping.advance(to: max(reading.nanoseconds, stepping.latest))
    var record = StepRecord()
    if let newestInput { record.events.append(.sample(taken: newestInput)) }
    for (index, length) in plan.enumerated() {
      if isInterpolated, index == plan.count - 1 { before = scene.motions }
      scene.step(nanoseconds: length)
      record.note(length, scene)
      simulated += length
    }
    notifications += scene.rope == nil ? 0 : Int64(plan.count)
    picture.cost = motion.costPerStep * plan.count
    let (bodies, offset) = drawn(plan, at: reading)
    picture.drawn = ((motion.watched ?? scene.watched)(bodies[0]), .nanoseconds(offset))
    picture.isLast = scene.isAtRest
    isResting = scene.isAtRest
    let departure = reference?.departure(of: bodies, at: offset)
    picture.scene = record.all(bodies, plan, scene, departure)
    return picture
  }

  // MARK: Drawing

  private var isInterpolated: Bool {
    if case .interpolated = motion.policy { true } else { false }
  }

  /// Returns what is drawn, and the time of the scene for which it is right.
  private func drawn(
    _ plan: StepPlan, at reading: Instant
  ) -> (bodies: [LabPhysics.Motion], offset: Int64) {
    let now = scene.motions
    guard isInterpolated, stepping.stepsMade > 0 else { return (now, simulated) }
    let between = zip(before, now).map { $0.blended(with: $1, share: plan.blend) }
    return (between, start.duration(to: reading).wholeNanoseconds)
  }

  // MARK: What comes from outside

  /// Lets an input change the scene from the next step on.
  ///
  /// - Returns: Whether the scene has rested and goes on.
  func take(inputOf instant: Instant, at now: Instant) -> Bool {
    guard let input = motion.input, instant >= start else { return false }
    newestInput = instant
    let time = start.duration(to: instant)
    switch input.effect {
    case .tilt: scene.setGravity(Tilt.gravity(at: time.wholeNanoseconds))
    case .drag(let speed):
      guard scene.hasAnchor else { return false }
      scene.dragAnchor(by: Vector(x: 0, y: speed * (time / .seconds(1))))
    }
    return goesOn(at: now)
  }

  /// The instants at which behaviors come or go.
  var changeInstants: [Instant] { changes.map { Instant(nanoseconds: $0.instant) } }

  /// Lets the behaviors come and go that are due.
  ///
  /// - Returns: Whether the scene has rested and goes on.
  func change(at now: Instant) -> Bool {
    makeChanges(until: now)
    return goesOn(at: now)
  }

  private func makeChanges(until now: Instant) {
    while changesMade < changes.count, changes[changesMade].instant <= now.nanoseconds {
      scene.perform(changes[changesMade])
      changesMade += 1
    }
  }

  /// Ends the rest of a scene that something has changed.
  ///
  /// The time of the rest is not simulated.
  private func goesOn(at now: Instant) -> Bool {
    guard isResting, !scene.isAtRest else { return false }
    isResting = false
    wake = now
    stepping.resume(at: max(now.nanoseconds, stepping.latest))
    return true
  }

  // MARK: The rope

  /// Whether something hangs on bodies that is laid out anew when they move.
  var hasRope: Bool { scene.rope != nil }

  func layout() -> SceneEvent? {
    guard notifications > 0, let rope = scene.rope else { return nil }
    defer { notifications = 0 }
    let ends = scene.motions.prefix(2).map { $0.position }
    return .layout(
      notifications: notifications,
      parts: Int64(rope.layout(from: ends[0], to: ends[1]).count))
  }
}

/// What one callback's steps come to.
private struct StepRecord {
  var events: [SceneEvent] = []
  private var longest: Int64 = 0
  private var squares = 0.0

  mutating func note(_ length: Int64, _ scene: PhysicsScene) {
    longest = max(longest, length)
    squares += Double(length) / 1e9 * (Double(length) / 1e9)
    for contact in scene.contacts {
      let (a, b) = (Int64(contact.first), Int64(contact.second))
      events.append(contact.isBegin ? .contactBegan(a, b) : .contactEnded(a, b))
    }
  }

  /// Returns the events of a callback: poses first, then the steps, then what happened in them.
  func all(
    _ bodies: [LabPhysics.Motion], _ plan: StepPlan, _ scene: PhysicsScene,
    _ departure: SceneEvent?
  ) -> [SceneEvent] {
    var all: [SceneEvent] = []
    for body in bodies {
      all.append(.pose(x: body.position.x, y: body.position.y))
      all.append(.turn(angle: body.angle, spin: body.angularVelocity))
    }
    all.append(.steps(Int64(plan.count), lead: plan.lead))
    all.append(.lengths(longest: longest, squares: squares))
    if plan.timeDropped > 0 {
      all.append(.dropped(steps: plan.stepsDropped, time: plan.timeDropped))
    }
    all.append(.energy(scene.energy, speed: scene.world.largestSpeed))
    return all + [departure].compactMap { $0 } + events
  }
}

/// The same scene in fixed steps that nothing delays.
private struct ReferenceScene {
  private let grid: StepGrid
  private var scene: PhysicsScene
  private var last: [LabPhysics.Motion]
  private var step: Int64 = 0

  init(_ scene: PhysicsScene, on grid: StepGrid) {
    self.grid = grid
    self.scene = scene
    last = scene.motions
  }

  /// Returns how far bodies are from it at a time of the scene; between two steps, from the way
  /// between.
  mutating func departure(of bodies: [LabPhysics.Motion], at time: Int64) -> SceneEvent {
    while grid.end(of: step) < time {
      last = scene.motions
      scene.step(nanoseconds: grid.end(of: step + 1) - grid.end(of: step))
      step += 1
    }
    let begin = grid.end(of: max(0, step - 1))
    let share = step > 0 ? Double(time - begin) / Double(grid.end(of: step) - begin) : 1
    let squares = zip(zip(last, scene.motions), bodies).map { way, body in
      let place = way.0.blended(with: way.1, share: share).position
      return (place - body.position).dot(place - body.position)
    }
    return .departure(
      rootMeanSquare: (squares.reduce(0, +) / Double(squares.count)).squareRoot(),
      largest: (squares.max() ?? 0).squareRoot())
  }
}

extension LabPhysics.Motion {
  /// Returns this motion moved by a share of the way to another; exactly that one at 1.
  fileprivate func blended(with other: Self, share: Double) -> Self {
    guard share != 1 else { return other }
    var between = other
    between.position = position + (other.position - position) * share
    between.angle = angle + (other.angle - angle) * share
    return between
  }
}
