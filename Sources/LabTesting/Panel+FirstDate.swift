import LabDisplay
import LabKernel

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Panel {
  /// When a repeating timer that is started at an instant fires first by default: as in a script.
  func firstDate(ofTimerEvery interval: Duration, after start: Instant) -> Instant {
    let exact = Fraction(interval.wholeNanoseconds)
    return TieGrid(interval: exact, panel: self).firstDate(
      notBefore: start.advanced(by: interval), exactly: exact, after: start)
  }
}
