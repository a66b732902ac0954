import LabKernel
import LabTrace

/// Which part of a trace is measured: the whole run, from its start to the record of its end.
///
/// Due instants and firings count from the very first. The warm-up concerns frames alone, which
/// need some refreshes to reach the display; see ``RefreshTimes``.
struct MeasuredWindow: Sendable {
  /// How many records precede the end of the run; what follows was only winding down.
  let recordCount: Int
  /// The end of the run.
  let end: Int64

  /// The time in which due instants and firings are counted.
  var span: TimeSpan { TimeSpan(begin: 0, end: end) }

  /// Room for the firings of one driver: each leaves about eight records in the trace.
  ///
  /// Memory that is set aside and not needed costs nothing; growing arrays would.
  var expectedFirings: Int { recordCount / 8 }

  /// Room for the commits: every firing of every driver may have its own.
  var expectedCommits: Int { recordCount / 4 + 1 }

  init(_ trace: Trace) {
    let last = trace.records.lastIndex { $0.kind == .ended }
    let records = trace.records[..<(last ?? trace.records.endIndex)]
    recordCount = records.count
    end = (last.map { trace.records[$0] } ?? records.last)?.time.nanoseconds ?? 0
  }
}
