import LabKernel
import LabTrace

/// Which part of a trace is measured.
///
/// Refreshes after the warm-up whose whole interval lies in the trace form the window; without a
/// display it is the whole run.
struct MeasuredWindow: Sendable {
  /// How many records precede the end of the run; what follows was only winding down.
  let recordCount: Int
  /// The end of the run.
  let end: Int64
  /// The time in which due instants and firings are counted; [V(warm-up), last vsync).
  let span: Span

  /// Room for the firings of one driver: each leaves about eight records in the trace.
  ///
  /// Memory that is set aside and not needed costs nothing; growing arrays would.
  var expectedFirings: Int { recordCount / 8 }

  init(_ trace: Trace, warmUp: Int) {
    let last = trace.records.lastIndex { $0.kind == .ended }
    let records = trace.records[..<(last ?? trace.records.endIndex)]
    recordCount = records.count
    end = (last.map { trace.records[$0] } ?? records.last)?.time.nanoseconds ?? 0
    guard let lastVsync = records.last(where: { $0.kind == .vsync }) else {
      span = Span(begin: 0, end: end)
      return
    }
    var left = warmUp
    let first = records.first { record in
      guard record.kind == .vsync else { return false }
      left -= 1
      return left < 0
    }
    let close = lastVsync.time.nanoseconds
    span = Span(begin: first?.time.nanoseconds ?? close, end: close)
  }
}
