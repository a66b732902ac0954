public import LabKernel

/// Durations that belong to dates: how long the callbacks of a recorded driver took.
///
/// A date takes the duration of the first known one that is not before it: what a callback that
/// was missed would have done, the next one did. A date behind all of them takes the last one.
public struct DatedDurations: Hashable, Sendable {
  /// A date and the duration that belongs to it.
  public struct Entry: Hashable, Sendable {
    /// The date.
    public var date: Instant
    /// The duration.
    public var duration: Duration

    /// Creates an entry.
    public init(_ date: Instant, _ duration: Duration) {
      self.date = date
      self.duration = duration
    }
  }

  /// The durations, by ascending dates.
  public let entries: [Entry]

  /// Creates a list.
  ///
  /// - Precondition: There is an entry, and none is before its predecessor.
  public init(_ entries: [Entry]) {
    require(!entries.isEmpty, "a list of dated durations has none")
    require(
      zip(entries, entries.dropFirst()).allSatisfy { $0.date <= $1.date },
      "dated durations are not in the order of their dates")
    self.entries = entries
  }

  /// The duration that belongs to a date.
  ///
  /// - Complexity: O(log n).
  public subscript(date: Instant) -> Duration {
    var (low, high) = (0, entries.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].date >= date { high = middle } else { low = middle + 1 }
    }
    return entries[low].duration
  }
}
