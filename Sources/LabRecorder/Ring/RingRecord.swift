/// What the recorder writes each time: 16 bytes, an instant and a word.
struct RingRecord: Hashable, Sendable {
  /// What a record tells.
  enum Kind: UInt8, Sendable {
    /// An activity of the loop, as the first or the last observer saw it.
    case activity = 1
    /// A callout or task began.
    case began = 2
    /// A callout or task ended.
    case ended = 3
    /// A further instant of the record before it.
    case value = 4
    /// An input of the user reached the app.
    case input = 5
    /// Work of another thread: two records, of which the first tells its begin and name, the second
    /// its end and thread.
    case work = 6
  }

  /// When, in nanoseconds of ``MonotonicClock``; of a value, the value.
  let instant: UInt64
  private let word: UInt64

  init(
    _ kind: Kind, detail: UInt8 = 0, mode: UInt8 = 0, depth: UInt8 = 0, name: UInt32 = 0,
    at instant: UInt64
  ) {
    self.instant = instant
    word =
      UInt64(kind.rawValue) << 56 | UInt64(detail) << 48 | UInt64(mode) << 40
      | UInt64(depth) << 32 | UInt64(name)
  }

  /// A record as it was written.
  init(instant: UInt64, _ word: UInt64) {
    self.instant = instant
    self.word = word
  }

  /// What the record tells; `nil` for a word that no recorder writes.
  var kind: Kind? { Kind(rawValue: UInt8(word >> 56)) }
  /// What exactly, by kind.
  var detail: UInt8 { UInt8(truncatingIfNeeded: word >> 48) }
  /// The slot of the mode that the innermost run was in.
  var mode: UInt8 { UInt8(truncatingIfNeeded: word >> 40) }
  /// How many runs were nested.
  var depth: UInt8 { UInt8(truncatingIfNeeded: word >> 32) }
  /// The slot of the name; of an activity, the age of a commit in nanoseconds, and one more.
  var name: UInt32 { UInt32(truncatingIfNeeded: word) }
}
