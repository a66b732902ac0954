/// A plausible mistake about the loop, which ``PlainLoop`` makes if it is told to.
///
/// Each is the wrong version of a rule. Of random scenarios one in four notices the most obvious of
/// them, and next to none the most hidden, which need a directed scenario.
enum Mutant: CaseIterable, Hashable, Sendable {
  /// `beforeWaiting` is announced in polling passes too (R29).
  case announcesPollingPasses
  /// All ready ports are served in one pass (R28).
  case servesAllReadyPorts
  /// A timer counts as a handled source (R34).
  case countsTimersAsSources
  /// Signalling a source wakes the loop (R64).
  case signalsWakeTheLoop
  /// Wake-ups inside callouts are not ignored (R33).
  case heedsAllWakeUps
  /// The main queue is polled in every pass (R90).
  case alwaysPollsMainQueue
  /// The main queue is never polled (R90).
  case neverPollsMainQueue
  /// The next date is computed from the start of the callout (R50).
  case countsDatesFromStart
  /// The limit is reached when it is now (R35).
  case endsAtTheLimit
  /// Timers that become due during a batch join it (R47).
  case lateTimersJoinTheBatch
  /// A firing timer still arms its mode's alarm (R49).
  case firingTimersArmTheAlarm
  /// The next date may be now (R50).
  case nextDateMayBeNow
  /// An empty mode ends a run before it sleeps as well (R21).
  case finishesBeforeSleeping
  /// Timers with one date fire in order of creation (R40).
  case breaksTiesByCreation
  /// Wake-ups before the first pass are ignored (R33).
  case ignoresEarlyWakeUps
  /// Blocks run until none matches (R84).
  case runsBlocksUntilNoneMatches
  /// The main queue is drained until it is empty (R93).
  case drainsMainQueueUntilEmpty
  /// A stop ends all nested runs (R37).
  case stopsAllRuns
  /// A date set inside the timer's callout counts even if it is the one being fired (R51).
  case honoursEqualDates
  /// The batch of sources was handled if any member was (R69).
  case handlesAnySource
  /// A removed observer is no longer called for the activity (R78).
  case skipsRemovedObservers
  /// The main queue is served in runs nested in its own blocks (R94).
  case servesMainQueueInItself
  /// A due timer that was removed from the mode is skipped (R48).
  case skipsRemovedTimers
}
