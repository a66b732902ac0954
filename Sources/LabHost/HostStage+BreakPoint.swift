public import LabKernel

extension HostStage {
  /// A callback that was later than the bound, and so ended the run, or later than all others.
  public struct BreakPoint: Hashable, Sendable {
    /// The timer or display link.
    public let driver: String
    /// The date that it answered; of a display link as planned.
    public let due: Instant
    /// When it began.
    public let began: Instant
    /// When the callback before it ended; `nil` for the first one.
    public let since: Instant?
    /// What the host took from the thread since then; `nil` likewise.
    public let account: HostAccount?

    /// How late it was.
    public var lateness: Duration { due.duration(to: began) }
  }
}
