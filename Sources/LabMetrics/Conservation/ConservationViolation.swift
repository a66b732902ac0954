/// A quantity that a run created or lost, although nothing can.
///
/// Every due instant, every update and every refresh ends in exactly one outcome. A violation means
/// that the trace contradicts itself or that a calculation is wrong; never that the animation was
/// bad.
public struct ConservationViolation: Hashable, Sendable {
  /// The identities that hold in every run, in the order of their report.
  public enum Identity: String, Hashable, Sendable, CaseIterable {
    /// due = fired + blocked + starved + suppressed + folded + refused + cancelled + open.
    case dueInstants
    /// due(i) − due(i−1) = interval × (1 + missed(i)), for timers.
    case dueSteps
    /// updates = new + merged + replaced + refused + growth of the queue in the window; shown +
    /// merged + replaced + refused + open in the run.
    case updates
    /// refreshes = new + repeated.
    case refreshes
    /// updates − refreshes = overwritten + refused + growth of the queue − repeated.
    case beat
    /// slots = fulfilled + dropped; new = fulfilled + surplus.
    case slots
    /// The causes of dropped slots add up to the dropped slots.
    case causes
    /// The hitch time is the sum of the dropped slots' durations.
    case hitches
    /// The durations for which new frames showed add up to the time since the first of them.
    case displayTime
    /// Σ animation error = (τ(last) − τ(first)) − (R(last) − R(first)).
    case animationError
    /// The time of each owner of the thread and its free time add up to the run.
    case threadTime
    /// The causes of every problem add up to how long it lasted, and none of it is unexplained.
    case blame
    /// due ≤ began ≤ ended ≤ commit ≤ latch ≤ photon; shown refreshes and timestamps increase.
    case order
  }

  /// Which identity is broken.
  public let identity: Identity

  /// The driver concerned, or `nil` for the whole run.
  public let driver: String?

  /// What the two sides are.
  public let statement: String

  /// The left side, as a count or in nanoseconds.
  public let left: Int64

  /// The right side, as a count or in nanoseconds.
  public let right: Int64

  init(
    _ identity: Identity, of driver: String?, _ statement: String, _ left: Int64, _ right: Int64
  ) {
    self.identity = identity
    self.driver = driver
    self.statement = statement
    self.left = left
    self.right = right
  }
}

extension ConservationViolation: CustomStringConvertible {
  /// One line for the terminal, such as `slots of ‘ball’: slots = fulfilled + dropped: 3 ≠ 2`.
  public var description: String {
    let owner = driver.map { " of ‘\($0)’" } ?? ""
    return "\(identity.rawValue)\(owner): \(statement): \(left) ≠ \(right)"
  }
}
