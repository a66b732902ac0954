/// How much a script may ask for, so that no input can exhaust the machine.
package enum Limits {
  static let scriptBytes = 1 << 20
  package static let recordingBytes = 1 << 26
  static let lineBytes = 2000
  static let diagnostics = 20
  static let runs = 1_000_000
  static let inclusions = 64
  static let inclusionDepth = 8
  /// How many values a sweep has.
  static let sweepValues = 20_000
  /// How many values the sweeps of a script list, taken together.
  static let allSweepValues = 50_000
  /// How often a statement that names sweeps may be read, all statements taken together.
  static let combinations = 100_000
  /// How many arms and drivers the wildcards of one expectation may pair.
  static let matches = 10_000
  /// How many drivers all wildcards of a script may match, and how often names are compared for it.
  static let allMatches = 20_000_000
  /// How often drivers may be paused, resumed or invalidated.
  static let actions = 100_000
  /// How many lines that cannot be read are looked at closely.
  static let guesses = 1000
  /// At how many combinations of other sweeps' values a search may try values of its own.
  static let searches = 1000
  static let nesting = 50
  /// How many arms `what if` may add.
  static let changedArms = 1000
  /// 1000 days, in nanoseconds.
  package static let nanoseconds: Int64 = 1000 * 86_400 * 1_000_000_000
}
