import LabKernel
import LabLoop
import LabTrace
import LabWorkload

/// What arrives from outside: the tasks of a load, or the touches of a finger.
///
/// What is to arrive is settled before the run, by the draws of the simulation. One thread lets it
/// arrive, the thread of the loop takes it.
@safe
final class HostLoad: @unchecked Sendable {
  /// Something that is to arrive.
  struct Item {
    let planned: Int64
    let duration: Int64
  }

  let subject: TraceSubject
  let items: [Item]
  /// When they really arrived.
  private let arrivals: UnsafeMutablePointer<Int64>
  private let arrivedCount = Counter(0)
  /// How many the loop has taken.
  private(set) var takenCount = 0
  /// Tells the loop that something has arrived.
  var knock: () -> Void = {}

  init(_ subject: TraceSubject, _ items: [Item]) {
    self.subject = subject
    self.items = items
    unsafe arrivals = .allocate(capacity: max(1, items.count))
    unsafe arrivals.initialize(repeating: 0, count: max(1, items.count))
  }

  deinit { unsafe arrivals.deallocate() }

  /// Notes that an item arrives now, before the loop can know of it.
  func arrive(_ index: Int, at now: Int64) {
    unsafe arrivals[index] = now
    arrivedCount.value = index + 1
  }

  /// How many items wait for the loop.
  var waitingCount: Int { arrivedCount.value - takenCount }

  /// When the item arrived that is to be taken next, or one behind it.
  func arrival(_ offset: Int = 0) -> Int64 { unsafe arrivals[takenCount + offset] }

  /// Takes the item that arrived first.
  func take() -> (serial: Int, arrival: Int64, duration: Int64) {
    defer { takenCount += 1 }
    return (takenCount, arrival(), items[takenCount].duration)
  }
}
