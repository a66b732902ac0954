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

  init(_ frame: FrameSeries.Frame) {
    duration = frame.duration.wholeNanoseconds
    cost = frame.cost?.wholeNanoseconds
    overrun = frame.overrun?.wholeNanoseconds
    animationError = frame.animationError?.wholeNanoseconds
  }

  /// How many refresh periods it is, rounded, at least 1.
  func refreshes(of period: Int64) -> Int { Int(max(1, (duration + period / 2) / period)) }
}

/// Makes steps of updates that are given one by one.
package struct FrameSteps: Sendable {
  private let basis: FrameSeries.Basis
  private var latest = Instant(nanoseconds: .min / 4)
  /// The frame that was shown last.
  private(set) var picture: PresentedUpdate?

  /// Begins before the first update.
  package init(by basis: FrameSeries.Basis = .displayed) { self.basis = basis }

  /// Goes on with an update, and returns the step to it; `nil` if it was not shown, is the first frame,
  /// or the first one after a pause.
  package mutating func next(_ update: PresentedUpdate) -> FrameStep? {
    guard let at = basis == .displayed ? update.photon : update.ended else { return nil }
    let previous = picture
    let before = latest
    // A file may hold frames out of order; the later one hid the earlier one, for all numbers.
    latest = max(latest, at)
    var picture = update
    picture.photon = latest
    // Animation is held against what was displayed.
    if basis == .presented { picture.animationTime = nil }
    self.picture = picture
    guard let previous, previous.stretch == picture.stretch else { return nil }
    return FrameStep(
      duration: latest.nanoseconds - before.nanoseconds,
      cost: picture.began.map { picture.ended.nanoseconds - $0.nanoseconds },
      overrun: picture.overrun?.wholeNanoseconds,
      animationError: picture.animationError(after: previous)?.wholeNanoseconds)
  }
}
