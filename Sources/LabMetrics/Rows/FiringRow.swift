public import LabKernel
import LabTrace

/// One callback of a driver.
public struct FiringRow: Hashable, Sendable {
  /// The earliest due instant that it answered.
  public let due: Instant
  /// When it began.
  public let began: Instant
  /// When it ended; `nil` if the run ended first.
  public let ended: Instant?
  /// The due instants between the previous firing's and this one's; `nil` after a new fire date.
  public let missed: Int?
  /// How late it began.
  public let lateness: Duration
  /// Whether its due instant lies in the measured window.
  public let isMeasured: Bool
  /// What became of its last update; `nil` if it made none.
  public let outcome: UpdateOutcome?
}

extension DriverRun {
  /// Visits a row for every firing of the run.
  ///
  /// - Complexity: O(n) for n firings and updates.
  func forEachFiringRow(_ body: (FiringRow) -> Void) {
    // The last update of each firing; −1 if it made none.
    var last = [Int32](repeating: -1, count: log.firings.count)
    for (update, made) in log.updates.enumerated() {
      last[Int(made.firing)] = Int32(truncatingIfNeeded: update)
    }
    for (number, firing) in log.firings.enumerated() {
      let missed = log.detail(of: number).missed
      let update = Int(last[number])
      body(
        FiringRow(
          due: Instant(nanoseconds: firing.due), began: Instant(nanoseconds: firing.began),
          ended: firing.ended == .max ? nil : Instant(nanoseconds: firing.ended),
          missed: missed < 0 ? nil : Int(missed), lateness: .nanoseconds(firing.lateness),
          isMeasured: log.measured.contains(number),
          outcome: update < 0 ? nil : presentation.outcome(of: update, in: log.updates)))
    }
  }
}

extension RunMeasurement {
  /// Returns a row for every firing of the run, or none for a driver that the trace does not know.
  ///
  /// - Complexity: O(n) for n firings.
  public func firingRows(of driver: String) -> [FiringRow] {
    var rows: [FiringRow] = []
    run(of: driver)?.forEachFiringRow { rows.append($0) }
    return rows
  }

  /// Visits a row for every firing of the run.
  package func forEachFiringRow(of driver: String, _ body: (FiringRow) -> Void) {
    run(of: driver)?.forEachFiringRow(body)
  }
}
