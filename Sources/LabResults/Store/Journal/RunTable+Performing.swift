import LabExperiment

extension RunTable {
  /// How many runs are handed out at a time, so that a long list of them is never in memory.
  private static let portion = 1 << 16

  /// Performs all runs of a part of the plan that are not finished, round by round.
  ///
  /// - Parameters:
  ///   - shard: The part.
  ///   - perform: Performs some of them; called round by round.
  /// - Throws: What `perform` throws, or ``WriteError`` if a run cannot be read again.
  func performMissing(
    of shard: Shard, by perform: ([Int]) throws -> Void
  ) throws {
    var rounds = Rounds(plan, shard: shard, metric: value)
    while let round = rounds.next() {
      for begin in stride(from: 0, to: round.count, by: Self.portion) {
        let portion = round[begin..<Swift.min(begin + Self.portion, round.count)]
        let missing = portion.filter { plan.performs($0) && !contains($0) }
        if !missing.isEmpty { try perform(missing) }
      }
      // A value that cannot be read must not decide how the next round looks.
      try check()
    }
  }
}
