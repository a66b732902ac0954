public import LabKernel

/// One update as the display dealt with it, from a run or from a file.
public struct PresentedUpdate: Hashable, Sendable {
  /// When the work on it began; `nil` if it was not recorded.
  public var began: Instant?
  /// When the work on it ended, and it was handed over.
  public var ended: Instant
  /// The time for which its content was computed; `nil` if it was not recorded.
  public var animationTime: Instant?
  /// When it was first displayed; `nil` if it never was because a later one took its place.
  public var photon: Instant?
  /// How far its commit missed the first latch after it was due, not positive if it was in time;
  /// `nil` if its due instant is unknown.
  public var overrun: Duration?
  /// Which unbroken stretch of motion it belongs to: a pause begins a new one.
  public var stretch: Int

  /// Creates an update.
  public init(
    began: Instant? = nil, ended: Instant, animationTime: Instant? = nil, photon: Instant?,
    overrun: Duration? = nil, stretch: Int = 0
  ) {
    self.began = began
    self.ended = ended
    self.animationTime = animationTime
    self.photon = photon
    self.overrun = overrun
    self.stretch = stretch
  }
}

extension PresentedUpdate {
  /// Returns the step of animation time minus that of display time since the frame before.
  ///
  ///     AE(i) = (τ(i) − τ(i−1)) − (R(i) − R(i−1))
  ///
  /// - Parameter previous: The update that was shown before this one.
  /// - Returns: The error; `nil` across a pause, without both animation times, or if one of the two
  ///   was never shown.
  /// - Source: PresentMon, metrics calculator, animation error of displayed frames.
  public func animationError(after previous: PresentedUpdate) -> Duration? {
    guard stretch == previous.stretch, let photon, let photonBefore = previous.photon,
      let animationTime, let animationTimeBefore = previous.animationTime
    else { return nil }
    return animationTimeBefore.duration(to: animationTime) - photonBefore.duration(to: photon)
  }
}

extension DriverRun {
  /// The updates in the latch intervals of the measured window, in order.
  ///
  /// - Complexity: O(n) for n updates and refreshes.
  var presentedUpdates: [PresentedUpdate] {
    let (vsyncs, guardTime, presentation) = (times.vsyncs, times.guardTime, presentation)
    var updates: [PresentedUpdate] = []
    // Where the last search for a deadline ended.
    var latch = 0
    for (index, update) in log.updates.enumerated() {
      let timing = presentation.timing(of: update)
      let refresh = Int(timing.refresh)
      guard times.window.contains(refresh) else { continue }
      let firing = log.firings[Int(update.firing)]
      latch = vsyncs.partitionIndex(near: latch) { $0 - guardTime > firing.due }
      let deadline = latch < vsyncs.count ? vsyncs[latch] - guardTime : nil
      let isShown = Int(presentation.shown[refresh]) == index
      updates.append(
        PresentedUpdate(
          began: Instant(nanoseconds: firing.began), ended: Instant(nanoseconds: update.ended),
          animationTime: Instant(nanoseconds: update.animationTime),
          photon: isShown ? Instant(nanoseconds: vsyncs[refresh]) : nil,
          overrun: deadline.map { .nanoseconds(timing.committed - $0) },
          stretch: log.stretch(of: Int(update.firing))))
    }
    return updates
  }
}

extension RunMeasurement {
  /// Returns the updates of a driver in the latch intervals of the measured window, in order.
  ///
  /// There are none for a driver that the trace does not know.
  ///
  /// - Complexity: O(n) for n updates and refreshes.
  public func presentedUpdates(of driver: String) -> [PresentedUpdate] {
    run(of: driver)?.presentedUpdates ?? []
  }

  /// Returns what the frame rules are applied to; `nil` if the trace has no such driver or
  /// no whole refresh after the warm-up.
  ///
  /// The period is the median distance of the vsyncs in the window, the upper one of two.
  public func frameSeries(of driver: String) -> FrameSeries? {
    guard let run = run(of: driver),
      let period = upperMedian(times.window.map { times.vsyncs[$0 + 1] - times.vsyncs[$0] })
    else { return nil }
    return FrameSeries(
      run.presentedUpdates, refreshPeriod: .nanoseconds(period), cadence: run.cadence ?? 1)
  }
}
