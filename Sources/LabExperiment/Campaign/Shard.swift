/// One of several equal parts of a plan, each of which a machine of its own may perform.
package struct Shard: Hashable, Sendable {
  /// Which part it is, from 1.
  package let number: Int
  /// How many parts there are.
  package let count: Int

  /// The whole plan.
  package static let whole = Shard(number: 1, of: 1)

  /// How many parts a plan may be cut into.
  package static let countLimit = 100_000

  /// Creates a part.
  ///
  /// - Precondition: The number lies between 1 and the count.
  package init(number: Int, of count: Int) {
    precondition((1...count).contains(number), "there is no shard \(number) of \(count)")
    self.number = number
    self.count = count
  }

  /// Whether it is the whole plan.
  package var isWhole: Bool { count == 1 }

  /// Whether a share of the work, counted from 0, is in this part: every `count`-th share is.
  func contains(_ share: Int) -> Bool { share % count == number - 1 }
}

extension Shard: CustomStringConvertible {
  /// The part as it is written on a command line: `3/16`.
  package var description: String { "\(number)/\(count)" }
}
