import LoopScenarios
import TestSupport
import Testing

/// Statements of the kind that a proof decides, beside the second statement of the rules with one
/// of them wrong.
@Suite struct `What holds in every arrangement` {
  /// Which statements refute a mutant; the mutants that are not listed are refuted by none.
  ///
  /// It is the table of the article about proofs.
  private static let table: [Mutant: Set<Statement>] = [
    .announcesPollingPasses: [.idleBeforeWaiting],
    .servesAllReadyPorts: [.onePortPerPass, .mainQueueFirst],
    .countsTimersAsSources: [.returnsForSources],
    .signalsWakeTheLoop: [.wakesForRings],
    .heedsAllWakeUps: [.wakesForSomething],
    .alwaysPollsMainQueue: [.turnsBesideMainQueue],
    .neverPollsMainQueue: [.mainQueueFirst],
    .countsDatesFromStart: [.timerSkipsOwnDates, .turnsAreKept],
    .endsAtTheLimit: [.limitsArePassed],
    .lateTimersJoinTheBatch: [.onePortPerPass],
    .firingTimersArmTheAlarm: [.turnsAreKept],
    .nextDateMayBeNow: [.timerSkipsOwnDates, .turnsAreKept],
    .drainsMainQueueUntilEmpty: [.roundsAreClosed, .returnsForSources],
    .stopsAllRuns: [.stopEndsOneRun],
    .servesMainQueueInItself: [.mainQueueOnce],
  ]

  /// By default of every tenth arrangement, which refutes no more than all of them.
  @Test func `is so by the rules, and is refuted by most mistakes about them`() throws {
    var table: [Mutant: Set<Statement>] = [:]
    let all = Arrangement.Program.allCases.flatMap(Arrangement.all)
    for index in stride(from: 0, to: all.count, by: Count.isComplete ? 1 : 10) {
      let arrangement = all[index]
      let scenario = try arrangement.scenario()
      let right = PlainLoop.play(scenario, on: PlainLoop.Platform(isDarwin: false))
      try #require(Statement.refuted(by: right, in: arrangement) == [], "\(scenario)\n\(right)")
      for mutant in Mutant.allCases {
        let platform = PlainLoop.Platform(isDarwin: false, mutant: mutant)
        let wrong = PlainLoop.play(scenario, on: platform)
        guard wrong != right else { continue }
        let refuted = Statement.refuted(by: wrong, in: arrangement)
        if !refuted.isEmpty { table[mutant, default: []].formUnion(refuted) }
      }
    }
    for mutant in Mutant.allCases {
      let found = table[mutant] ?? []
      let known = Self.table[mutant] ?? []
      #expect(Count.isComplete ? found == known : found.isSubset(of: known), "\(mutant)")
    }
  }
}
