import LabDisplay
public import LabKernel
public import LabMotion

/// What a driver's callbacks move, and when it is started.
///
/// While nothing moves, its driver rests: a display link is paused, a timer's fire date lies in the
/// distant future. The real ones are invalidated at the end and made anew, which comes to the same.
public struct Motion: Hashable, Sendable {
  /// What moves; behind a reference, since most drivers move nothing and every one is copied with
  /// its motion.
  public indirect enum Content: Hashable, Sendable {
    /// Something that goes from one place to another, in points.
    case animation(Animation, from: Double, to: Double)
    /// Views that are moved on by the time since the last callback.
    case views(MovingViews)
    /// A physics scene that is moved on in steps.
    case scene(SceneMotion)
  }

  /// What moves.
  public var content: Content
  /// When it is started, in ascending order (default: at the start of the run).
  ///
  /// A later start is a touch: it waits for the thread, and starts what is under way again.
  public var starts: [Instant]

  /// Creates a motion.
  ///
  /// - Precondition: There is a start.
  public init(_ content: Content, starts: [Instant] = [.start]) {
    require(!starts.isEmpty, "a motion without a start")
    self.content = content
    self.starts = starts.sorted()
  }

  /// Where it should be at every time of its motion; `nil` for a scene without a closed form.
  public var trajectory: Trajectory? {
    switch content {
    case .animation(let animation, let from, let to):
      .curve(animation.curve.intended, from: from, to: to, over: animation.duration)
    case .views(let views):
      .accelerated(
        from: views.view.position, velocity: views.view.velocity,
        acceleration: views.view.acceleration)
    case .scene(let scene): scene.trajectory
    }
  }
}

/// Equal views that are moved on together, through a notifier with a weak listener.
public struct MovingViews: Hashable, Sendable {
  /// Who lets go of whom in the middle of the run.
  public enum Owner: String, Hashable, Sendable, CaseIterable {
    /// The views' owner lets go of the views, to which the notifier refers weakly.
    case listener
    /// The notifier's owner lets go of the notifier.
    case notifier
  }

  /// An owner who lets go, and when.
  public struct Drop: Hashable, Sendable {
    /// Who.
    public var owner: Owner
    /// When.
    public var instant: Instant

    /// Creates a drop.
    public init(_ owner: Owner, at instant: Instant) {
      self.owner = owner
      self.instant = instant
    }
  }

  /// One of the views, at its beginning.
  public var view: MovingView
  /// How many there are.
  public var count: Int
  /// What moving one of them costs.
  public var cost: Duration
  /// What the notifier takes for the first difference.
  public var first: DeltaNotifier.First
  /// Whether the timer or link owns the notifier, as the real ones do, or refers to it weakly.
  public var isRetained: Bool
  /// Which reference is dropped; `nil` for none.
  public var drop: Drop?

  /// Creates views.
  public init(
    _ view: MovingView, count: Int = 1, cost: Duration = .zero,
    first: DeltaNotifier.First = .sinceStart, isRetained: Bool = true, drop: Drop? = nil
  ) {
    self.view = view
    self.count = count
    self.cost = cost
    self.first = first
    self.isRetained = isRetained
    self.drop = drop
  }
}

extension Scenario {
  /// How many refreshes before the end of a motion a callback may already draw it.
  private static let refreshesAhead = 3

  /// Takes away what drivers move, where that decides nothing.
  ///
  /// An animation by the time costs nothing and draws in each callback until it ends; the run ends
  /// before the first of them does.
  ///
  /// - Returns: The drivers whose motion is left out, and the one whose end cuts the run, if one
  ///   does.
  package mutating func leaveMotionsOut() -> (drivers: [String], last: String?) {
    var names: [String] = []
    var (end, last) = (duration, String?.none)
    for index in drivers.indices {
      guard let motion = drivers[index].motion, motion.starts == [.start],
        case .animation(let animation, _, _) = motion.content,
        [.now, .timestamp, .target].contains(animation.clock)
      else { continue }
      let whole = animation.duration - panel.rate.period * Self.refreshesAhead
      guard whole > panel.rate.period else { continue }
      if whole < end { (end, last) = (whole, drivers[index].name) }
      drivers[index].motion = nil
      names.append(drivers[index].name)
    }
    duration = end
    return (names, last)
  }
}
