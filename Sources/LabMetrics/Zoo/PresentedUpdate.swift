public import LabKernel

/// One change of the picture as the display dealt with it, from a run or from a file.
public struct PresentedUpdate: Hashable, Sendable {
  /// When the work on it began; `nil` if nobody recorded it.
  public var began: Instant?
  /// When the work on it ended, and it was handed over.
  public var ended: Instant
  /// The time for which its content was computed; `nil` if nobody recorded it.
  public var animationTime: Instant?
  /// When it first gave light; `nil` if it never did because a later one took its place.
  public var photon: Instant?
  /// How far its commit missed the first latch after it was due, not positive if it was in time;
  /// `nil` if nobody knows when it was due.
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

extension RunMeasurement {
  /// Returns the updates of a driver in the latch intervals of the measured window, in order.
  ///
  /// There are none for a driver that the trace does not know.
  ///
  /// - Complexity: O(n log v) for n updates and v vsyncs.
  public func presentedUpdates(of driver: String) -> [PresentedUpdate] {
    guard let analysis = analyses.first(where: { $0.log.name == driver }) else { return [] }
    let times = analysis.times
    let presentation = analysis.presentation
    return zip(analysis.log.updates.indices, presentation.refreshes).compactMap { index, refresh in
      let refresh = Int(refresh)
      guard times.window.contains(refresh) else { return nil }
      let update = analysis.log.updates[index]
      let firing = analysis.log.firings[Int(update.firing)]
      let isShown = presentation.shown[refresh] == index
      let next = times.vsyncs.partitionIndex { $0 - times.guardTime > firing.due }
      let deadline = next < times.vsyncs.endIndex ? times.vsyncs[next] - times.guardTime : nil
      return PresentedUpdate(
        began: Instant(nanoseconds: firing.began), ended: Instant(nanoseconds: update.ended),
        animationTime: Instant(nanoseconds: update.animationTime),
        photon: isShown ? Instant(nanoseconds: times.vsyncs[refresh]) : nil,
        overrun: deadline.map { .nanoseconds(update.committed - $0) }, stretch: Int(firing.epoch))
    }
  }

  /// Returns what the rules of the zoo judge of a driver; `nil` if the trace has no such driver or
  /// no whole refresh after the warm-up.
  ///
  /// The period is the median distance of the vsyncs in the window, the upper one of two.
  public func frameSeries(of driver: String) -> FrameSeries? {
    guard let analysis = analyses.first(where: { $0.log.name == driver }) else { return nil }
    let window = analysis.times.window
    guard !window.isEmpty else { return nil }
    let periods = window.map { analysis.times.vsyncs[$0 + 1] - analysis.times.vsyncs[$0] }
    return FrameSeries(
      presentedUpdates(of: driver),
      refreshPeriod: .nanoseconds(select(periods, at: [periods.count / 2])[0]),
      cadence: analysis.cadence)
  }
}
