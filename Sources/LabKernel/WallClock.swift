/// The clock on the wall, beside the clock of a run, which stands while the machine sleeps.
///
///     wall(t) = t + Σ length of the sleeps at or before t
///
/// What sleeps at an instant does so before anything else happens at it. The machine can do nothing
/// meanwhile, so that all dates within a sleep come at the instant at which it ends.
///
/// - Source: CLOCK_MONOTONIC of Linux and `mach_absolute_time` stand in a sleep; CLOCK_BOOTTIME,
///   CLOCK_REALTIME and `mach_continuous_time` go on.
package struct WallClock: Hashable, Sendable {
  /// A time in which the machine sleeps.
  package struct Sleep: Hashable, Sendable {
    /// When it begins, and ends, by the clock of the run.
    package let begins: Instant
    /// How long it lasts by the clock on the wall, in nanoseconds.
    fileprivate let length: Int64

    /// Creates a sleep.
    ///
    /// - Precondition: It is positive.
    package init(at begins: Instant, for length: Duration) {
      require(length > .zero, "a sleep of \(length) is none")
      (self.begins, self.length) = (begins, length.wholeNanoseconds)
    }
  }

  /// In the order of time.
  private var sleeps: [Sleep] = []
  /// How far ahead the clock on the wall is after each, in nanoseconds: 146 years at most.
  private var leads: [Int64] = []

  /// Creates the clock of a machine that never sleeps.
  package init() {}

  /// Lets the machine sleep.
  ///
  /// - Precondition: No other sleep begins at the same instant.
  package mutating func add(_ sleep: Sleep) {
    require(
      !sleeps.contains { $0.begins == sleep.begins }, "two sleeps begin at \(sleep.begins)")
    let place = sleeps.firstIndex { $0.begins > sleep.begins } ?? sleeps.endIndex
    sleeps.insert(sleep, at: place)
    var lead: Int64 = 0
    leads = sleeps.map { sleep in
      lead = min(lead + sleep.length, Instant.distantFuture.nanoseconds)
      return lead
    }
  }

  /// Whether the machine ever sleeps.
  package var hasSleeps: Bool { !sleeps.isEmpty }

  /// The numbers that tell two clocks apart.
  package var stableWords: [Int64] { sleeps.map { $0.begins.nanoseconds } + leads }

  /// Returns for how long the machine has slept by an instant, in nanoseconds; a sleep that begins
  /// at it is over.
  package func slept(by instant: Int64) -> Int64 {
    sleeps.lastIndex { $0.begins.nanoseconds <= instant }.map { leads[$0] } ?? 0
  }

  /// Returns what the clock on the wall says at an instant, in nanoseconds since the start.
  package func time(at instant: Int64) -> Int64 { instant + slept(by: instant) }

  /// Returns the first instant at which the clock on the wall has come to a time: the end of a
  /// sleep for a time within it.
  package func instant(of time: Int64) -> Int64 {
    var before: Int64 = 0
    for (sleep, lead) in zip(sleeps, leads) where time > sleep.begins.nanoseconds + before {
      guard time > sleep.begins.nanoseconds + lead else { return sleep.begins.nanoseconds }
      before = lead
    }
    return time - before
  }
}
