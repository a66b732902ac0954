import Foundation

/// Some of the random inputs that a test plays; batches run side by side.
///
/// `LAB_FUZZ_COUNT` says how many inputs there are (see ``Count``), `LAB_FUZZ_SEED` which:
///
///     LAB_FUZZ_COUNT=50000 LAB_FUZZ_SEED=7 swift test --filter 'random scenario'
public struct FuzzBatch: Sendable, CustomStringConvertible {
  /// The numbers of the inputs, counted from 0 under the seed.
  public let numbers: Range<Int>
  /// The seed of all inputs.
  public let seed: UInt64

  /// Names some inputs.
  public init(numbers: Range<Int>, seed: UInt64) {
    self.numbers = numbers
    self.seed = seed
  }

  /// Which inputs these are, in words.
  public var description: String { "inputs \(numbers) with seed \(seed)" }

  /// Returns all batches.
  ///
  /// - Parameter count: How many inputs there are.
  /// - Returns: Batches of 500 inputs, and the rest.
  public static func all(_ count: Count) -> [FuzzBatch] {
    let seed = ProcessInfo.processInfo.environment["LAB_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    let count = count.value
    return stride(from: 0, to: count, by: 500).map {
      FuzzBatch(numbers: $0..<min(count, $0 + 500), seed: seed)
    }
  }
}
