import LabKernel

/// One shown frame that has another one before it, in nanoseconds.
package struct FrameStep: Hashable, Sendable {
  /// The time since the frame before it; at least 0.
  package let duration: Int64
  /// How long the work on it took; `nil` if unknown.
  package let cost: Int64?
  /// How far its commit missed its deadline; `nil` if unknown.
  package let overrun: Int64?
  /// The step of animation time minus that of display time; `nil` if undefined.
  package let animationError: Int64?

  /// Creates a step.
  package init(duration: Int64, cost: Int64?, overrun: Int64?, animationError: Int64?) {
    self.duration = duration
    self.cost = cost
    self.overrun = overrun
    self.animationError = animationError
  }
}

/// Makes steps of updates that are given one by one.
package struct FrameSteps: Sendable {
  private let basis: FrameSeries.Basis
  /// The shown update before the next one, in the order in which they were presented.
  private var previous: PresentedUpdate?

  /// Begins before the first update.
  package init(by basis: FrameSeries.Basis = .displayed) { self.basis = basis }

  /// Goes on with an update, and returns the step to it.
  ///
  /// A capture may hold frames that were displayed in another order than presented. As in
  /// PresentMon, a step is taken from the instant of the frame presented before, and one back in
  /// time is none.
  ///
  /// - Returns: `nil` if the update was not shown, is the first frame, the first one after a pause,
  ///   or was displayed before the frame presented before it.
  package mutating func next(_ update: PresentedUpdate) -> FrameStep? {
    guard let at = instant(of: update) else { return nil }
    defer { previous = update }
    guard let previous, previous.stretch == update.stretch, let before = instant(of: previous),
      before <= at
    else { return nil }
    // Animation is compared with what was displayed.
    let error = basis == .displayed ? update.animationError(after: previous) : nil
    return FrameStep(
      duration: at.nanoseconds - before.nanoseconds,
      cost: update.began.map { update.ended.nanoseconds - $0.nanoseconds },
      overrun: update.overrun?.wholeNanoseconds, animationError: error?.wholeNanoseconds)
  }

  private func instant(of update: PresentedUpdate) -> Instant? {
    basis == .displayed ? update.photon : update.ended
  }
}
