/// How old a picture is when it gives light.
///
/// Over the updates that the refreshes of the window are the first to show. The latch is the one that
/// took the picture; what the render server is late counts to the pipeline. Five stages add up to
/// due-to-photon for every update:
///
///     wake      began − due
///     callback  ended − began
///     commit    commit − ended
///     latch     latch − commit
///     pipeline  photon − latch
public struct Latency: Hashable, Sendable {
  /// From the beginning of the callback to the light; `nil` if nothing was shown.
  public let fromBeginning: Distribution?
  /// From the due instant to the light; `nil` if nothing was shown.
  public let fromDue: Distribution?
  /// From the time for which the content was computed to the light; `nil` if nothing was shown.
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
    /// From the latch to the light.
    public let pipeline: Duration
  }

  init(_ log: DriverLog, _ presentation: Presentation, _ times: RefreshTimes) {
    let shown = presentation.shown
    let count = shown[times.window].count { $0 >= 0 }
    var fromBeginning = [Int64](repeating: 0, count: count)
    var fromDue = fromBeginning
    var ages = fromBeginning
    var sums = (due: Int128(0), began: Int128(0), ended: Int128(0), commit: Int128(0))
    var latches = Int128(0)
    var picture = 0
    var beginnings = fromBeginning.mutableSpan
    var dues = fromDue.mutableSpan
    var contents = ages.mutableSpan
    for refresh in times.window where shown[refresh] >= 0 {
      let update = log.updates[Int(shown[refresh])]
      let firing = log.firings[Int(update.firing)]
      let passage = presentation.passage(of: update)
      let photon = times.vsyncs[refresh]
      beginnings[picture] = photon - firing.began
      dues[picture] = photon - firing.due
      contents[picture] = photon - update.animationTime
      picture += 1
      sums.due += Int128(firing.due)
      sums.began += Int128(firing.began)
      sums.ended += Int128(update.ended)
      sums.commit += Int128(passage.committed)
      latches += Int128(times.latch(Int(passage.latched)))
    }
    func mean(_ sum: Int128) -> Duration { .nanoseconds(roundedMean(sum, of: count)) }
    let photons = exactSum(fromDue) + sums.due
    self.fromBeginning = Distribution(fromBeginning)
    self.fromDue = Distribution(fromDue)
    contentAge = Distribution(ages)
    stages =
      count == 0
      ? nil
      : Stages(
        wake: mean(sums.began - sums.due), callback: mean(sums.ended - sums.began),
        commit: mean(sums.commit - sums.ended), latch: mean(latches - sums.commit),
        pipeline: mean(photons - latches))
  }
}
