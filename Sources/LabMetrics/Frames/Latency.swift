/// How old a frame is when it is displayed.
///
/// Over the updates that the refreshes of the window are the first to show. The latch is the one
/// that took the frame; what the render server is late counts to the pipeline. Five stages add up
/// to due-to-photon for every update:
///
///     wake      began − due
///     callback  ended − began
///     commit    commit − ended
///     latch     latch − commit
///     pipeline  photon − latch
public struct Latency: Hashable, Sendable {
  /// From the beginning of the callback to the display; `nil` if nothing was shown.
  public let fromBeginning: Distribution?
  /// From the due instant to the display; `nil` if nothing was shown.
  public let fromDue: Distribution?
  /// From the time for which the content was computed to the display; `nil` if nothing was shown.
  public let contentAge: Distribution?
  /// The mean of each stage, rounded half to even; `nil` if nothing was shown.
  public let stages: Stages?

  /// The means of the five stages.
  public struct Stages: Hashable, Sendable {
    /// From the due instant to the beginning of the callback.
    public let wake: Duration
    /// From the beginning of the callback to its end.
    public let callback: Duration
    /// From the end of the callback to the commit.
    public let commit: Duration
    /// From the commit to the latch.
    public let latch: Duration
    /// From the latch to the display.
    public let pipeline: Duration
  }

  init(_ columns: borrowing FrameColumns) {
    fromBeginning = Distribution(columns.fromBeginning)
    fromDue = Distribution(columns.fromDue)
    contentAge = Distribution(columns.ages)
    let count = columns.fromDue.count
    func mean(_ sum: Int128) -> Duration { .nanoseconds(roundedMean(sum, of: count)) }
    let fromBeginning = columns.fromBeginning.sum
    let (fromEnd, fromCommit) = (columns.fromEnd.value, columns.fromCommit.value)
    let fromLatch = columns.fromLatch.value
    stages =
      count == 0
      ? nil
      : Stages(
        wake: mean(columns.fromDue.sum - fromBeginning),
        callback: mean(fromBeginning - fromEnd), commit: mean(fromEnd - fromCommit),
        latch: mean(fromCommit - fromLatch), pipeline: mean(fromLatch))
  }
}
