import LabKernel

/// Rigid bodies in the plane, moved a step at a time.
///
/// A world is a value: a copy goes its own way. Everything happens in the order in which bodies and
/// attachments were added, in double precision, with + − × ÷ and √ alone, so that the same steps
/// give the same bits on every machine.
///
/// No sleeping, no continuous collision: fast bodies tunnel, as in the engine of the listings.
public struct PhysicsWorld: Sendable {
  /// When a step moves the bodies.
  public enum Order: Hashable, Sendable {
    /// Before it computes new velocities, as in Chipmunk: free fall lags behind by g/2 Σdt².
    case positionFirst
    /// After it has computed new velocities, as in Box2D: free fall runs ahead by g/2 Σdt².
    case velocityFirst
  }

  /// The constants of a step.
  public struct Settings: Hashable, Sendable {
    /// When a step moves the bodies.
    public var order: Order
    /// How often the solver passes over all pairs (default: 10, as in Chipmunk).
    public var iterations: Int
    /// The overlap that is left alone, in points (default: 0.1, as in Chipmunk).
    public var slop: Double
    /// The share of a larger overlap that is left after 1/60 s (default: 0.9, as in Chipmunk).
    public var overlapLeft: Double
    /// The share of a rigid attachment's error that a step takes out (default: 0.2, as in
    /// box2d-lite).
    public var stretchCorrected: Double
    /// The speed of approach, in points per second, below which nothing bounces (default: 0).
    public var restitutionThreshold: Double

    /// Makes settings.
    public init(
      order: Order = .positionFirst, iterations: Int = 10, slop: Double = 0.1,
      overlapLeft: Double = 0.9, stretchCorrected: Double = 0.2, restitutionThreshold: Double = 0
    ) {
      self.order = order
      self.iterations = iterations
      self.slop = slop
      self.overlapLeft = overlapLeft
      self.stretchCorrected = stretchCorrected
      self.restitutionThreshold = restitutionThreshold
      check()
    }

    /// Stops the program if a number makes no step possible.
    fileprivate func check() {
      require(iterations > 0, "iterations must be positive, not \(iterations)")
      require(slop >= 0 && slop.isFinite, "slop must be at least 0 pt and finite, not \(slop)")
      for share in [overlapLeft, stretchCorrected] {
        require(share > 0 && share <= 1, "a share must be above 0 and at most 1, not \(share)")
      }
      require(
        restitutionThreshold >= 0 && restitutionThreshold.isFinite,
        "restitutionThreshold must be at least 0 pt/s and finite, not \(restitutionThreshold)")
    }
  }

  /// The constants of a step.
  public let settings: Settings
  /// What accelerates every body that is not fixed, in points per second squared.
  public var gravity: Vector {
    didSet { Self.check(gravity) }
  }
  /// The contacts that began or ended in the last step, in the order of the pairs.
  public internal(set) var events: [ContactEvent] = []

  /// Tells the names of this world's bodies from those of another; copies share it.
  let number = OwnerNumber()
  /// How many slots of removed bodies are free.
  var freeSlots = 0
  /// The bodies; slot 0 is the ground, which anchors hold on to and nothing touches.
  var solids: [Solid] = []
  var envelopes: [Envelope] = []
  /// The corners of all hulls in their own frames, and in the world at the last placing.
  var corners: [Vector] = []
  var normals: [Vector] = []
  var placedCorners: [Vector] = []
  var placedNormals: [Vector] = []
  /// The pairs that touch, in order, and the room in which the next step collects its own.
  var manifolds: [Manifold] = []
  var freshManifolds: [Manifold] = []
  var joints: [Joint] = []
  var rows: [Row] = []
  /// For which length of step the impulses of pairs and attachments are.
  var warmth = Warmth()
  var overlapDecay: Decay

  /// Makes an empty world.
  public init(gravity: Vector = .zero, settings: Settings = Settings()) {
    settings.check()
    Self.check(gravity)
    self.gravity = gravity
    self.settings = settings
    overlapDecay = Decay(leftAfterSixtieth: settings.overlapLeft)
    solids.append(
      Solid(
        motion: Motion(position: .zero), material: Body.Material(),
        hull: Hull(start: 0, count: 0, radius: 0, extent: 0), area: 0, inertiaPerMass: 0,
        generation: 0))
    envelopes.append(Envelope())
  }

  private static func check(_ gravity: Vector) {
    require(gravity.isFinite, "gravity must be finite, not \(gravity)")
  }
}
