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
