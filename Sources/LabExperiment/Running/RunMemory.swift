import LabKernel
import LabMetrics
import LabTrace
package import LabWorkload

/// What a worker keeps from one run to the next: memory, and nothing else.
///
/// A run in it is the same as one in new memory. One thread uses it.
package final class RunMemory {
  /// The memory of the records.
  package let records = RecordMemory()
  /// The stream that measured the run before.
  private var former: RunStream?

  package init() {}

  /// Returns a stream that measures the next run.
  func stream(until end: Int64) -> RunStream { RunStream(until: end, inMemoryOf: former) }

  /// Takes over the memory of a run that is over.
  func keep(_ trace: inout Trace, _ stream: RunStream) {
    records.keep(&trace)
    former = stream
  }
}
