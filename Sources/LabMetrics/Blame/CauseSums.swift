/// A sum for each cause; those to which nothing was added are absent.
struct CauseSums: Hashable, Sendable {
  /// The sums in the order of the causes, or none at all.
  private var sums: [Int64] = []
  /// The causes that have a sum, as bits.
  private var known: UInt32 = 0

  /// Whether nothing was added to any.
  var isEmpty: Bool { known == 0 }

  /// The sum for a cause; `nil` if nothing was added to it.
  subscript(cause: BlameCause) -> Int64? {
    known & cause.bit == 0 ? nil : sums[cause.position]
  }

  mutating func add(_ number: Int64, to cause: BlameCause) {
    if sums.isEmpty { sums = BlameCause.allCases.map { _ in 0 } }
    sums[cause.position] += number
    known |= cause.bit
  }

  /// All of them together.
  var total: Int64 { sums.reduce(0, +) }

  /// The sums by cause.
  var counts: [BlameCause: Int] {
    BlameCause.allCases.reduce(into: [:]) { counts, cause in
      if let sum = self[cause] { counts[cause] = Int(sum) }
    }
  }
}

extension BlameCause {
  /// A bit of its own, for sets of causes.
  var bit: UInt32 { 1 << UInt32(position) }
}
