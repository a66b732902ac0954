import LabExperiment

extension RunTable {
  /// Performs all runs of a part of the plan that are not finished, round by round.
  ///
  /// - Parameters:
  ///   - shard: The part.
  ///   - perform: Performs some of them; called round by round.
  /// - Throws: What `perform` throws, or ``ResultFolder/Failure`` if a run cannot be read again.
  func performMissing(
    of shard: Shard, by perform: ([Int]) throws -> Void
  ) throws {
    var rounds = Rounds(plan, shard: shard, metric: value)
    while let round = rounds.next() {
      let missing = round.filter { plan.performs($0) && !contains($0) }
      try perform(missing)
      // A value that cannot be read must not decide how the next round looks.
      try check()
    }
  }
}
