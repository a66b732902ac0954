/// A time in which the recorded thread worked in its loop.
///
/// Segments and sleeps divide the time from the first entry of a run to the last exit without a
/// gap.
package struct BusySegment: Hashable, Sendable {
  /// What the thread did.
  package enum Work: Hashable, Sendable {
    /// The loop called out: timers, sources, blocks, queues; whether a timer was among it.
    case callouts(timerFired: Bool)
    /// Observers saw an activity, such as the commit before the loop sleeps.
    case observers
  }

  /// The begin and the end, in nanoseconds of the recorder's clock.
  package let begin: UInt64
  package let end: UInt64
  /// The slot of the mode.
  package let mode: Int
  /// How many runs were nested.
  package let depth: Int
  /// What the thread did.
  package let work: Work

  /// Finds the segments of a recording, those of no length left out.
  ///
  /// A nested run ends the segment of the callout that runs it, and the callout goes on in another
  /// one.
  package static func segments(of events: [RecordedEvent]) -> [BusySegment] {
    var segments: [BusySegment] = []
    var open: RecordedEvent?
    for event in events {
      guard case .activity(let activity, let isLast, let timerFired) = event.what else { continue }
      if let before = open, before.instant < event.instant {
        segments.append(
          BusySegment(
            begin: before.instant, end: event.instant, mode: before.mode,
            depth: before.depth, work: isLast ? .observers : .callouts(timerFired: timerFired)))
      }
      let sleeps = isLast && activity == RecordedEvent.Activity.beforeWaiting
      let leaves = isLast && activity == RecordedEvent.Activity.exit
      // Behind the exit of a nested run its caller goes on; behind that of the outermost, the app.
      open = sleeps || leaves && event.depth <= 1 ? nil : event
    }
    return segments
  }
}
