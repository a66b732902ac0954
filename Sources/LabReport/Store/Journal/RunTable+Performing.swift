import LabExperiment
import LabTrace

extension RunTable {
  /// Performs all runs of a part of the plan that are not finished, round by round.
  ///
  /// - Parameters:
  ///   - shard: The part.
  ///   - runner: What performs them.
  ///   - digest: Turns a run and its trace into what is kept of it; called on any thread.
  ///   - receive: Enters what is kept into this table; called in order, one at a time.
  /// - Throws: What the runner throws, or ``ResultFolder/Failure`` if a run cannot be read again.
  func performMissing<Kept: Sendable>(
    of shard: Shard, by runner: Runner,
    keeping digest: @escaping @Sendable (RunSpec, Trace) throws -> Kept,
    receive: (Kept) throws -> Void
  ) throws {
    var rounds = Rounds(plan, shard: shard, metric: value)
    while let round = rounds.next() {
      let missing = round.filter { plan.performs($0) && !contains($0) }
      try runner.perform(plan, at: missing, keeping: digest, receive: receive)
      // A value that cannot be read must not decide how the next round looks.
      try check()
    }
  }
}
