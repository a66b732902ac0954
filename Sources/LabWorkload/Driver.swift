public import LabDisplay
public import LabKernel
public import LabLoop

/// What moves an animation forward: a repeating timer or a display link.
public struct Driver: Hashable, Sendable {
  /// The name under which its firings appear in the trace and in reports.
  public var name: String
  /// The tick source.
  public var source: Source
  /// The modes to which it is added.
  public var modes: [SimulatedRunLoop.Mode]
  /// How long each callback takes.
  public var cost: DurationLaw
  /// How often new content is due; `nil` for the source's own default: every refresh for a timer,
  /// for a link those of its pace, and on a display of adaptive rate undeclared.
  public var targetCadence: TargetCadence?
  /// What its callbacks move; `nil` if they only show that something changed.
  public var motion: Motion?

  /// The two tick sources.
  public enum Source: Hashable, Sendable {
    /// A timer of the run loop; it first fires at `firstFire` (default: one interval after its
    /// beginning), and once if its interval is zero.
    case timer(
      interval: Duration, firstFire: Instant? = nil, tolerance: Duration = .zero,
      catchUp: CatchUp = .coalesce)
    /// A display link.
    case link(
      pace: LinkPace = .every(1), lateDelivery: LateDelivery = .pending, keepsPhase: Bool = false,
      zeroTimestampOnResume: Bool = false)

    /// The interval of a timer; zero for a link.
    package var interval: Duration {
      if case .timer(let interval, _, _, _) = self { interval } else { .zero }
    }

    /// When a timer fires first, if that is set.
    package var firstFire: Instant? {
      if case .timer(_, let firstFire, _, _) = self { firstFire } else { nil }
    }
  }

  /// Creates a driver.
  public init(
    name: String, source: Source, modes: [SimulatedRunLoop.Mode],
    cost: DurationLaw = .constant(.zero), targetCadence: TargetCadence? = nil,
    motion: Motion? = nil
  ) {
    self.name = name
    self.source = source
    self.modes = modes
    self.cost = cost
    self.targetCadence = targetCadence
    self.motion = motion
  }
}
