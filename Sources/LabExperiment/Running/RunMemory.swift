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

  /// Returns a stream that measures the next run, and hands out rows under way if there are lists.
  func stream(until end: Int64, listing receiver: (any RowReceiver)?) -> RunStream {
    RunStream(until: end, listing: receiver, inMemoryOf: former)
  }

  /// Takes over the memory of a run that is over.
  func keep(_ trace: inout Trace) { records.keep(&trace) }

  /// Takes over the memory of what measured a run that is over.
  func keep(_ stream: RunStream) { former = stream }
}
