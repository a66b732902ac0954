package import LabTrace

/// Sees the records of a run while it is made.
package protocol RunWatcher: AnyObject {
  /// Is given a trace that holds the records since the last time.
  func consume(_ trace: borrowing Trace)
}
