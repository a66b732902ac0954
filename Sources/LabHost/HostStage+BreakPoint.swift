package import LabKernel

extension HostStage {
  /// A callback that was later than the bound, and so ended the run, or later than all others.
  package struct BreakPoint: Hashable, Sendable {
    /// The timer or display link.
    package let driver: String
    /// The date that it answered; of a display link as planned.
    package let due: Instant
    /// When it began.
    package let began: Instant
    /// When the callback before it ended; `nil` for the first one.
    package let since: Instant?
    /// What the host took from the thread since then; `nil` likewise.
    package let account: HostAccount?

    /// How late it was.
    package var lateness: Duration { due.duration(to: began) }
  }
}
