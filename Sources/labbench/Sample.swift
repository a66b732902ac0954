import CBenchLimits
import Foundation

/// What one execution of a workload took.
struct Sample {
  /// How many units of work were done.
  let count: Int
  /// The processor time of all threads, in seconds; for some workloads the time on the wall.
  let seconds: Double
  /// A number that only the right result has.
  let checksum: UInt64
  /// The memory for one item of the workload, in bytes; `nil` where it is unknown.
  var bytesPerItem: Double?
  /// The allocations of memory in steady state; `nil` where they are not counted.
  var allocations: Int?

  var nanosecondsPerUnit: Double { seconds * 1e9 / Double(max(1, count)) }

  /// Measures the processor time of a piece of work that returns its checksum.
  static func measure(_ count: Int, _ work: () throws -> UInt64) rethrows -> Sample {
    let start = clock()
    let checksum = try work()
    let ticks = clock() - start
    return Sample(
      count: count, seconds: Double(ticks) / Double(CLOCKS_PER_SEC), checksum: checksum)
  }
}

/// What the process has allocated, where the C library tells.
enum Memory {
  /// The calls for memory so far; `nil` where they are not counted.
  static var allocations: Int? { known(limit_allocations()) }

  /// The bytes in use; `nil` where it is unknown.
  static var bytesInUse: Int? { known(limit_bytes_in_use()) }

  /// Returns the bytes per item that something holds, and the thing itself.
  static func measure<Thing>(items: Int, _ make: () -> Thing) -> (Thing, bytesPerItem: Double?) {
    let before = bytesInUse
    let thing = make()
    guard let before, let after = bytesInUse else { return (thing, nil) }
    return (thing, Double(after - before) / Double(items))
  }

  private static func known(_ number: Int64) -> Int? { number < 0 ? nil : Int(number) }
}
