package import LabMetrics
package import LabTrace

/// Sees the records of a run while it is made, and the rows that tell what happened.
package protocol RunWatcher: AnyObject {
  /// Is given the rows as soon as they are settled; `nil` if none are wanted.
  var receiver: (any RowReceiver)? { get }

  /// Is given a trace that holds the records since the last time.
  func consume(_ trace: borrowing Trace)
}
