import Foundation

/// Some of the random inputs that a test plays; batches run side by side.
///
/// `LAB_FUZZ_COUNT` says how many inputs there are (see ``Count``), `LAB_FUZZ_SEED` which:
///
///     LAB_FUZZ_COUNT=50000 LAB_FUZZ_SEED=7 swift test --filter 'random scenario'
package struct FuzzBatch: Sendable, CustomStringConvertible {
  /// The numbers of the inputs, counted from 0 under the seed.
  package let numbers: Range<Int>
  /// The seed of all inputs.
  package let seed: UInt64

  /// Names some inputs.
  package init(numbers: Range<Int>, seed: UInt64) {
    self.numbers = numbers
    self.seed = seed
  }

  /// Which inputs these are, in words.
  package var description: String { "inputs \(numbers) with seed \(seed)" }

  /// Returns all batches.
  package static func all(_ count: Count) -> [FuzzBatch] {
    let seed = ProcessInfo.processInfo.environment["LAB_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    let count = count.value
    return stride(from: 0, to: count, by: 500).map {
      FuzzBatch(numbers: $0..<min(count, $0 + 500), seed: seed)
    }
  }
}
