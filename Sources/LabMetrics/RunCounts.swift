/// What is counted of one driver in one run, and depends on the order of what happens alone.
///
/// Each number equals the metric of its name in ``MetricDictionary``.
package struct RunCounts: Hashable, Sendable {
  /// The name of the driver.
  package let driver: String
  /// The due instants with a callback of their own.
  package let fires: Int
  /// The due instants that passed without a callback.
  package let missed: Int
  /// The refreshes in which two or more firings began; `nil` without a display.
  package let doubleFires: Int?
  /// The refreshes in which no firing began; `nil` without a display.
  package let emptyRefreshes: Int?
  /// The slots without a new frame; `nil` if no target is declared.
  package let dropped: Int?

  init(
    _ log: borrowing DriverLog, _ slots: borrowing SlotTable, _ firings: FiringsPerRefresh,
    _ times: borrowing RefreshTimes
  ) {
    let hasDisplay = !times.window.isEmpty
    driver = log.name
    fires = log.measured.count
    missed = log.dueInstants.missed
    doubleFires = hasDisplay ? firings.doubleFires : nil
    emptyRefreshes = hasDisplay ? firings.empty : nil
    dropped = hasDisplay && slots.isDeclared ? slots.dropped : nil
  }
}
