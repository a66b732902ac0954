import LabDisplay
import LabKernel
import LabLanguage
import LabWorkload

/// A timer or display link as a statement describes it, before the display is known.
struct DriverSetting: Sendable {
  let driver: Driver
  /// The interval of a repeating timer as it is written, in nanoseconds; `nil` for other drivers.
  var interval: Fraction?
  /// Where the statement gives that interval.
  var intervalPlace: Place?
  /// Where it gives the tolerance.
  var tolerancePlace: Place?
  /// Whether a slow timer wants a frame at every refresh, as in version 1 of the language.
  var wantsEveryRefresh = false
  /// Whether a link has no pace of its own, which is 60 Hz on a phone since version 2 of the
  /// language.
  var prefersNothing = false
  /// Where the statement gives the first fire date; `nil` if it does not.
  var datePlace: Place?

  /// Returns the driver on a display.
  ///
  /// A repeating timer without a first fire date gets its default, which depends on the display.
  ///
  /// - Parameters:
  ///   - panel: The display of the run.
  ///   - motion: What the driver moves; the timer starts with it.
  /// - Returns: The driver with every value settled.
  func driver(on panel: Panel, moving motion: Motion?) -> Driver {
    var driver = driver
    driver.motion = motion
    if prefersNothing, let rate = panel.rateOfUnasked, case .link(var link) = driver.source {
      link.pace = .preferred(rate)
      driver.source = .link(link)
    }
    if !wantsEveryRefresh { driver.targetCadence = driver.wantedCadence(on: panel) }
    guard let interval, datePlace == nil, let timer = driver.source.timer else { return driver }
    let start = driver.begins
    driver.source.timer?.firstFire = TieGrid(interval: interval, panel: panel).firstDate(
      notBefore: start.advanced(by: timer.interval), exactly: interval, after: start)
    return driver
  }

  /// Returns whether fire dates that the statement gives meet vsyncs again and again.
  func meetsVsyncs(of panel: Panel) -> Bool {
    guard let interval, datePlace != nil, let first = driver.source.timer?.firstFire
    else { return false }
    return TieGrid(interval: interval, panel: panel).contains(first)
  }
}
