package import LabMetrics
package import LabTrace

/// Sees the records of a run while it is made, and what was measured of it.
package protocol RunWatcher: AnyObject {
  /// Is given a trace that holds the records since the last time.
  func consume(_ trace: borrowing Trace)

  /// Is given what was measured, when the run is over.
  func receive(_ run: RunMeasurement)
}
