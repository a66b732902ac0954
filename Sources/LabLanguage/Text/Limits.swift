/// How much a script may ask for, so that no input can exhaust the machine.
package enum Limits {
  package static let scriptBytes = 1 << 20
  package static let recordingBytes = 1 << 26
  /// How many recordings a load has for its replications.
  package static let recordings = 1000
  package static let lineBytes = 2000
  package static let diagnostics = 20
  package static let runs = 1_000_000
  package static let inclusions = 64
  package static let inclusionDepth = 8
  /// How many values a sweep has.
  package static let sweepValues = 20_000
  /// How many values the sweeps of a script list, taken together.
  package static let allSweepValues = 50_000
  /// How often a statement that names sweeps may be read, all statements taken together.
  package static let combinations = 100_000
  /// How many arms and drivers the wildcards of one expectation may pair.
  package static let matches = 10_000
  /// How many drivers all wildcards of a script may match, and how often names are compared for it.
  package static let allMatches = 20_000_000
  /// How often drivers may be paused, resumed or invalidated.
  package static let actions = 100_000
  /// How often a driver may be made anew.
  package static let lives = 1000
  /// How many lines that cannot be read are looked at closely.
  package static let guesses = 1000
  /// At how many combinations of other sweeps' values a search may try values of its own.
  package static let searches = 1000
  package static let nesting = 50
  /// How many arms `what if` may add.
  package static let changedArms = 1000
  /// 1000 days, in nanoseconds.
  package static let nanoseconds: Int64 = 1000 * 86_400 * 1_000_000_000
}
