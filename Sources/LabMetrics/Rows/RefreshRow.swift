public import LabKernel

/// One refresh of the display as one driver's updates met it.
public struct RefreshRow: Hashable, Sendable {
  /// The number of the refresh, counted from 0 at the start of the run.
  public let index: Int
  /// When the refresh began.
  public let vsync: Instant
  /// Until when a commit was taken into it; `nil` if it came too early to have a latch.
  public let latch: Instant?
  /// When its frame was displayed.
  public let photon: Instant
  /// Whether it lies in the measured window.
  public let isMeasured: Bool
  /// Whether it showed something new, rather than the same frame again.
  public let isNew: Bool
  /// How many updates reached it; it shows the last of them.
  public let updates: Int
  /// Those of them that were not shown.
  public let overwritten: Int
  /// The number of the shown update among the driver's updates; `nil` if it repeats.
  public let shownUpdate: Int?
  /// When the shown update was committed; `nil` if it repeats.
  public let committed: Instant?
  /// The animation time of the shown update; `nil` if it repeats.
  public let animationTime: Instant?
  /// The step of animation time minus that of display time since the last new refresh; `nil` if
  /// undefined.
  public let animationError: Duration?
  /// What it shows of what the driver moves; `nil` outside the motion.
  public let content: Content?
  /// Why its slot showed nothing new; `nil` unless it belongs to a dropped slot.
  public let cause: BlameCause?

  /// What one refresh shows of something that a driver moves.
  public struct Content: Hashable, Sendable {
    /// Where it is, in points.
    public let place: Double
    /// Where it should be, the way to the screen apart; `nil` if that is not known.
    public let intended: Double?
    /// How far the motion is behind its own clock.
    public let lag: Duration
    /// How the first body of a physics scene is drawn; `nil` for anything else.
    public let pose: BodyPose?

    /// How far it is from where it should be, in points.
    public var error: Double? { intended.map { place - $0 } }
  }
}
