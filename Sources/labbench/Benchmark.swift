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
