/// What happened on a run loop, in order: the notation in which timelines are written and compared.
///
///     0: E T S W │ 20+: A X =>timedOut
///
/// A time in milliseconds, then everything that happened at that time; each `+` is a nanosecond.
/// `E T S W A X` are the activities entry, beforeTimers, beforeSources, beforeWaiting, afterWaiting
/// and exit as an observer sees them, with the observer's name in front if it has one. `timer(a)`,
/// `src0(a)`, `src1(a)`, `block(a)` and `main(a)` are callouts. `=>result` is the return of a run.
package struct Timeline: Hashable, Sendable, CustomStringConvertible {
  /// One thing that happened.
  package struct Entry: Hashable, Sendable {
    /// When, in nanoseconds.
    package let time: Int64
    /// What.
    package let text: String
  }

  /// What happened, in order.
  package private(set) var entries: [Entry] = []

  /// Creates an empty timeline.
  package init() {}

  /// Adds something to the end.
  package mutating func append(_ text: String, at time: Int64) {
    entries.append(Entry(time: time, text: text))
  }

  /// The timeline on one line.
  package var description: String { Self.text(of: entries[...]) }

  /// Returns both timelines around the first place where this one differs from another.
  package func difference(from other: Timeline, context: Int = 12) -> (String, String)? {
    guard entries != other.entries else { return nil }
    let common = zip(entries, other.entries).prefix { $0 == $1 }.count
    func excerpt(_ entries: [Entry]) -> String {
      let range = max(0, common - context)..<min(entries.count, common + context)
      return (range.lowerBound > 0 ? "… " : "") + Self.text(of: entries[range])
        + (range.upperBound < entries.count ? " …" : "")
    }
    return (excerpt(entries), excerpt(other.entries))
  }

  private static func text(of entries: ArraySlice<Entry>) -> String {
    var text = ""
    var time: Int64?
    for entry in entries {
      if entry.time != time {
        if time != nil { text += " │ " }
        text += "\(timeText(entry.time)):"
        time = entry.time
      }
      text += " \(entry.text)"
    }
    return text
  }
}
