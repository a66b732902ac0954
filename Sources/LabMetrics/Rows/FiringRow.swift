public import LabKernel

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

extension RunMeasurement {
  /// Returns a row for every firing of the run, or none for a driver that the trace does not know.
  ///
  /// - Complexity: O(n) for n firings.
  public func firingRows(of driver: String) -> [FiringRow] {
    var rows: [FiringRow] = []
    forEachFiringRow(of: driver) { rows.append($0) }
    return rows
  }

  /// Visits the same rows one by one, so that they are not all in memory.
  package func forEachFiringRow(of driver: String, _ body: (FiringRow) -> Void) {
    guard let analysis = analyses.first(where: { $0.log.name == driver }) else { return }
    let (firings, updates) = (analysis.log.firings, analysis.log.updates)
    var outcomes = [UpdateOutcome?](repeating: nil, count: firings.count)
    for (index, update) in updates.enumerated() {
      outcomes[Int(update.firing)] = analysis.presentation.outcome(of: index)
    }
    for index in firings.indices {
      let firing = firings[index]
      let missed = analysis.log.detail(of: firing).missed
      let row = FiringRow(
        due: Instant(nanoseconds: firing.due), began: Instant(nanoseconds: firing.began),
        ended: firing.ended == .max ? nil : Instant(nanoseconds: firing.ended),
        missed: missed < 0 ? nil : Int(missed),
        lateness: .nanoseconds(firing.lateness),
        isMeasured: analysis.firings.indices.contains(index), outcome: outcomes[index])
      body(row)
    }
  }
}
