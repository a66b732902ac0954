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
  package var description: String {
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
