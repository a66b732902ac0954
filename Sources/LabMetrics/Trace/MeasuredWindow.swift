import LabKernel
import LabTrace

/// Which part of a trace is measured: the whole run, from its start to the record of its end.
///
/// Due instants and firings count from the very first. The warm-up concerns frames alone, which
/// need some refreshes to reach the display; see ``RefreshTimes``.
struct MeasuredWindow: Sendable {
  /// The end of the run.
  let end: Int64

  /// The time in which due instants and firings are counted.
  var span: TimeSpan { TimeSpan(begin: 0, end: end) }

  /// Finds the window of a trace, and how many of its records precede the end of the run; what
  /// follows was only winding down.
  static func find(in trace: Trace) -> (window: MeasuredWindow, recordCount: Int) {
    let last = trace.records.lastIndex { $0.kind == .ended }
    let records = trace.records[..<(last ?? trace.records.endIndex)]
    let end = (last.map { trace.records[$0] } ?? records.last)?.time.nanoseconds ?? 0
    return (MeasuredWindow(end: end), records.count)
  }
}
