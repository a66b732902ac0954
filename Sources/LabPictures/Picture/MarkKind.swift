/// What a mark stands for; a mark of a kind is drawn if and only if the files of a result count it.
///
/// The raw value is the class of the mark in SVG.
package enum MarkKind: String, Hashable, Sendable, CaseIterable {
  /// A refresh that belongs to a dropped slot: a row of `refreshes.csv` with a cause.
  case dropped = "dropped"
  /// A refresh that repeats its frame although no new one was due: a row without a cause.
  case rest = "rest"
  /// A refresh that shows a new frame.
  case new = "new"
  /// A refresh that updates reached which were never shown: a row with overwritten above 0.
  case overwritten = "overwritten"
  /// A callback: a row of `firings.csv`.
  case firing = "firing"
  /// The due instant of a callback: the due_ms of such a row.
  case due = "due"
  /// A callback that began after its due instant by more than the threshold of the picture.
  case late = "late"
  /// A task or callout that held the thread.
  case work = "work"
  /// A run of the loop within another one, in a mode of its own.
  case mode = "mode"
  /// A commit: a row of `events.csv`.
  case commit = "commit"
  /// The latch of a refresh: a latch_ms of `refreshes.csv`.
  case latch = "latch"
  /// The way of an update from its commit by the latch to the refresh that shows it: a row of
  /// `refreshes.csv` with a shown_update.
  case way = "way"
  /// One value of a sample, such as a run of a sweep or one of the largest values.
  case sample = "sample"
  /// A statistic of several values.
  case statistic = "statistic"
  /// A value of theory.
  case theory = "theory"
  /// A value that is undefined.
  case undefined = "undefined"
}
