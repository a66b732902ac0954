import LabKernel
import LabTrace

/// One driver's log together with what follows from it and the refreshes.
///
/// It never changes, and is asked by all that lists what the driver did; as a value it would be
/// copied for each of them, array by array.
final class DriverAnalysis: Sendable {
  let log: DriverLog
  let times: RefreshTimes
  let display: DriverDisplay
  /// What most of the time of each dropped slot is put down to, in their order.
  let dropCauses: SlidingArray<BlameCause>
  /// What the display showed of what it moves; `nil` if it moves nothing.
  let content: ScreenContent?

  /// Takes over what was measured of a driver.
  init(
    _ log: consuming DriverLog, _ measurement: inout DriverMeasurement,
    _ times: borrowing RefreshTimes
  ) {
    self.log = log
    self.times = copy times
    display = measurement.display
    dropCauses = measurement.dropCauses
    content = measurement.content.screen
  }
}

extension Trace.Header {
  /// How often new content is wanted of a driver: as it is declared, or else at every refresh of a
  /// timer and at a link's own pace (`nil`); unknown on a display of adaptive rate.
  borrowing func target(of log: borrowing DriverLog, isAdaptive: Bool) -> TargetCadence? {
    targets[log.name] ?? (isAdaptive ? .undeclared : log.source == .link ? nil : .refreshes(1))
  }
}
