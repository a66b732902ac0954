import LabKernel
import LabLoop

/// How long the loop tracks a finger, and the view that it flung.
final class Tracking {
  let begin: Instant
  private let lift: Instant
  private var end: Instant
  private var isUnderWay = false

  init(_ span: Range<Instant>, lift: Instant) {
    (begin, end) = (span.lowerBound, span.upperBound)
    self.lift = lift
  }

  /// Runs the loop in the tracking mode until the tracking is over; returns at once before it
  /// begins.
  func track(in loop: SimulatedRunLoop) {
    let now = loop.world.now
    guard begin <= now, now < end else { return }
    isUnderWay = true
    loop.run(.tracking, for: now.duration(to: end))
    isUnderWay = false
  }

  /// Stops the view, if it decelerates, because a finger touches it.
  func touched(at now: Instant, in loop: SimulatedRunLoop) {
    guard lift <= now, now < end else { return }
    end = now
    if isUnderWay { loop.stop(.tracking) }
  }
}
