/// Until when a committed frame waits for what; `Int64.min` where it need not.
///
/// On a grid a late render server is charged from the latch before the one that took the frame to
/// the one that belongs to the refresh that shows it, as if it had been committed only then.
struct PipelineWait: Hashable, Sendable {
  var committed = Int64.min
  var queueEnd = Int64.min
  var renderEnd = Int64.min
  var panelEnd = Int64.min

  /// When it no longer waits for anything.
  var end: Int64 { max(committed, queueEnd, renderEnd, panelEnd) }
}
