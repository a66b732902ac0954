package import LabTrace

/// The memory of a run's records, in which those of the next one lie.
///
/// Short runs would spend as much time on new memory as on what happens in them. One thread uses
/// it.
package final class RecordMemory {
  @safe @exclusivity(unchecked) private var records: [TraceRecord] = []

  package init() {}

  /// Returns an empty trace in the memory that there is; `nil` before the first run.
  func trace(_ detail: Trace.Detail) -> Trace? {
    guard records.capacity > 0 else { return nil }
    return Trace(detail: detail, in: &records)
  }

  /// Takes over the memory of a run that is over.
  package func keep(_ trace: inout Trace) { trace.giveMemory(to: &records) }
}
