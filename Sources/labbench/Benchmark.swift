import CBenchLimits
import Foundation

/// A workload, and the limit that it is held against in the same run.
struct Benchmark: Sendable {
  /// How much of the work is done.
  enum Scale {
    /// As much as a measurement needs.
    case full
    /// As little as shows that the checksums are right.
    case smoke
  }

  /// What is measured, such as `loop-periodic`.
  let name: String
  /// How many items the workload has.
  let size: Int
  /// The name and the size.
  var label: String { size > 0 ? "\(name) \(size)" : name }
  /// What is counted, in the singular.
  let unit: String
  /// What the limit is; `nil` without one.
  var limitName: String?
  /// Whether both must come to the same checksum.
  var limitChecks = true
  /// Whether the work must not allocate any memory in steady state.
  var isFrugal = false
  /// Does the work once.
  let perform: @Sendable (Scale) throws -> Sample
  /// Does the work of the limit once.
  var performLimit: (@Sendable (Scale) throws -> Sample)?
}

/// The numbers of one benchmark: medians over its repetitions.
struct Measurement {
  let benchmark: Benchmark
  let nanoseconds: Double
  let limit: Double?
  /// The median of the ratios within each repetition.
  let ratio: Double?
  let bytesPerItem: Double?
  let allocations: Int?
  let checksum: UInt64
  /// What is wrong with the results; `nil` if all is well.
  let complaint: String?

  /// Performs a benchmark several times, each time together with its limit.
  init(_ benchmark: Benchmark, _ scale: Benchmark.Scale, repetitions: Int) throws {
    var samples: [Sample] = []
    var limits: [Sample] = []
    for _ in 0..<repetitions {
      samples.append(try benchmark.perform(scale))
      if let limit = benchmark.performLimit { limits.append(try limit(scale)) }
    }
    self.benchmark = benchmark
    nanoseconds = median(samples.map(\.nanosecondsPerUnit)) ?? 0
    limit = median(limits.map(\.nanosecondsPerUnit))
    ratio = median(
      zip(samples, limits).filter { $1.seconds > 0 }
        .map { $0.nanosecondsPerUnit / $1.nanosecondsPerUnit })
    bytesPerItem = samples.first?.bytesPerItem
    allocations = samples.compactMap(\.allocations).min()
    checksum = samples.first?.checksum ?? 0
    complaint = Self.complaint(benchmark, samples, limits)
  }

  private static func complaint(
    _ benchmark: Benchmark, _ samples: [Sample], _ limits: [Sample]
  ) -> String? {
    let checked = samples + (benchmark.limitChecks ? limits : [])
    if Set(checked.map(\.checksum)).count > 1 { return "the checksums differ" }
    if benchmark.isFrugal, let count = samples.compactMap(\.allocations).min(), count > 0 {
      return "\(count) allocations in steady state"
    }
    return nil
  }
}

/// Returns the median, the mean of two in the middle; `nil` for no values.
private func median(_ values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}

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
