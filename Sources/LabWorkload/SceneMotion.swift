import LabKernel
public import LabMotion
public import LabPhysics
import LabTrace

/// A physics scene, and how a driver's callbacks move it on.
public struct SceneMotion: Hashable, Sendable {
  /// What changes the scene under way.
  public struct Input: Hashable, Sendable {
    /// What it does.
    public enum Effect: Hashable, Sendable {
      /// An accelerometer: gravity follows `Tilt` of LabPhysics.
      case tilt
      /// A finger that drags the anchor downward, at a speed in points per second.
      case drag(speed: Double)
    }

    /// What it does.
    public var effect: Effect
    /// The load whose tasks bring it to the thread: each is a sample taken when the task arrives.
    public var load: String

    /// Creates an input.
    public init(_ effect: Effect, by load: String) {
      self.effect = effect
      self.load = load
    }
  }

  /// The scene at its start.
  public var recipe: SceneRecipe
  /// Which steps a callback makes.
  public var policy: Stepping.Policy
  /// By which clock it knows how much time has passed: now, timestamp or target.
  public var clock: AnimationClock
  /// What each step costs.
  public var costPerStep: Duration
  /// The coordinate of the first body that is measured; `nil` for the scene's own.
  public var watched: PhysicsScene.Coordinate?
  /// What changes the scene under way; `nil` for nothing.
  public var input: Input?
  /// The steps of the undisturbed run to which the bodies are compared; `nil` for no comparison.
  public var reference: StepGrid?

  /// Creates a scene in motion.
  ///
  /// - Precondition: A comparison has no input, which would come at other times.
  public init(
    _ recipe: SceneRecipe, by policy: Stepping.Policy, clock: AnimationClock = .now,
    costPerStep: Duration = .zero, watched: PhysicsScene.Coordinate? = nil, input: Input? = nil,
    reference: StepGrid? = nil
  ) {
    require(input == nil || reference == nil, "a scene with an input has no reference")
    self.recipe = recipe
    self.policy = policy
    self.clock = clock
    self.costPerStep = costPerStep
    self.watched = watched
    self.input = input
    self.reference = reference
  }

  /// Where the watched coordinate should be at every time; `nil` if that is not known.
  var trajectory: Trajectory? {
    let scene = recipe.scene
    guard watched == nil || watched == scene.watched, input == nil else { return nil }
    switch scene.path {
    case nil: return nil
    case .accelerated(let from, let velocity, let acceleration)?:
      return .accelerated(from: from, velocity: velocity, acceleration: acceleration)
    case .spring(let from, let to, let frequency, let damping)?:
      // The duration is the unit of the spring's time: so many swings of it.
      let swings = 20.0
      return .curve(
        .spring(Spring(frequency: swings, damping: damping)), from: from, to: to,
        over: .nanoseconds(Int64((swings / frequency * 1e9).rounded())))
    }
  }

  var outline: Trace.Header.Scene {
    let scene = recipe.scene
    return Trace.Header.Scene(
      bodies: scene.bodies.map {
        .init($0.name, width: $0.size.x, height: $0.size.y, isRound: $0.isRound)
      },
      walls: scene.walls.map { .init($0.start.x, $0.start.y, $0.end.x, $0.end.y) },
      room: scene.room.map { .init($0.low.x, $0.low.y, $0.high.x, $0.high.y) },
      width: scene.size.x, height: scene.size.y, pointsUp: scene.pointsUp)
  }
}

extension SceneMotion {
  /// For how long a step stands that takes longer; `nil` if none does, or if one callback makes one
  /// step at most.
  package var timeOwedByStep: Duration? {
    switch policy {
    case .fixed(let grid), .interpolated(let grid), .clamped(let grid, steps: 2..., _):
      let length = Duration.nanoseconds(grid.end(of: 1))
      return costPerStep > length ? length : nil
    case .variable, .capped, .semiFixed, .clamped: return nil
    }
  }
}
