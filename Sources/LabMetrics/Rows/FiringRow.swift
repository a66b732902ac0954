public import LabKernel

/// One callback of a driver.
public struct FiringRow: Hashable, Sendable {
  /// The earliest due instant that it answered.
  public let due: Instant
  /// When it began.
  public let began: Instant
  /// When it ended; `nil` if the run ended first.
  public let ended: Instant?
  /// The due instants between the previous firing's and this one's; `nil` after a new fire date.
  public let missed: Int?
  /// How late it began.
  public let lateness: Duration
  /// Whether its due instant lies in the measured window.
  public let isMeasured: Bool
  /// What became of its last update; `nil` if it made none.
  public let outcome: UpdateOutcome?
}
