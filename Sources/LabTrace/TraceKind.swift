/// What a record of a trace says happened.
///
/// | kind | subject | detail | first | second |
/// | --- | --- | --- | --- | --- |
/// | `declared` | source | ``TraceSource`` | interval or 0 | tolerance or 0 |
/// | `joined`, `left` | source | mode index | – | – |
/// | `runBegan` | – | – | limit, or −1 for none | – |
/// | `runReturned` | – | result | – | – |
/// | `activity` | – | activity 0 … 5 | – | – |
/// | `calloutBegan` | source | ``TraceSource`` | due instant | newest due (links, ports) |
/// | `calloutEnded` | source | ``TraceSource`` | next fire date or −1 | dates missed |
/// | `arrived` | source | – | duration or 0 | serial of the item |
/// | `taskBegan` | source | – | arrival | serial of the item |
/// | `taskEnded` | source | – | – | serial of the item |
/// | `vsync` | display | ``TraceRefresh`` | index | aim for the next interval, or 0 |
/// | `linkDue` | link | ``TraceDueOutcome`` | index of the vsync | – |
/// | `rephased` | timer | – | new fire date | – |
/// | `paced` | link | – | at every how many refreshes it is due from now on | – |
/// | `paused`, `resumed`, `invalidated` | source | – | – | – |
/// | `update` | driver | – | animation time | due instant it answers |
/// | `commit` | – | – | updates in it | how long its picture takes to render |
/// | `input` | source | – | when it happened | – |
/// | `woke` | – | – | delay until now | – |
/// | `ended` | – | – | – | – |
/// | `motionBegan` | driver | – | – | – |
/// | `content` | driver | 1 if handed to the render server | bits of the place in points | time of the motion |
/// | `motionEnded` | driver | – | beginning of the last callback | – |
///
/// Instants are nanoseconds since the start of the run, intervals and durations nanoseconds.
public enum TraceKind: UInt8, Hashable, Sendable, CaseIterable {
  /// A source was created.
  case declared
  /// A source was added to a mode.
  case joined
  /// A source was removed from a mode.
  case left
  /// A run of the loop began.
  case runBegan
  /// A run of the loop returned.
  case runReturned
  /// The loop announced an activity to its observers. Recorded in full detail only.
  case activity
  /// A callout began.
  case calloutBegan
  /// A callout ended.
  case calloutEnded
  /// A task arrived at its door.
  case arrived
  /// The thread began to work on a task.
  case taskBegan
  /// The thread finished a task.
  case taskEnded
  /// A refresh of the display began.
  case vsync
  /// A vsync was due for a display link, and this became of it at once.
  case linkDue
  /// A timer's fire date was set by hand.
  case rephased
  /// A display link stopped delivering.
  case paused
  /// A display link delivers again.
  case resumed
  /// A source will never call out again.
  case invalidated
  /// A driver changed what is to be shown.
  case update
  /// The updates since the last commit were handed to the render server.
  case commit
  /// The thread runs, some time after the port was ready.
  case woke
  /// The run is over; whatever follows was only winding down.
  case ended
  /// A display link is due at every so many refreshes from now on.
  case paced
  /// The thread took notice of something that the user did.
  case input
  /// What a driver moves was started, perhaps again.
  case motionBegan
  /// What the update before shows: a place, and the time of the motion for which it was worked out.
  case content
  /// What a driver moves has come to its end.
  case motionEnded
}

/// Why a refresh began.
public enum TraceRefresh: UInt8, Hashable, Sendable, CaseIterable {
  /// The grid of the panel said so.
  case grid
  /// A panel of adaptive rate had a picture to show, or a link to call.
  case wanted
  /// A panel of adaptive rate had waited for a picture as long as it can.
  case selfRefresh
}

/// The kinds of things that call out, or are called.
public enum TraceSource: UInt8, Hashable, Sendable, CaseIterable {
  /// A timer of the run loop.
  case timer
  /// A source that is signalled by hand (version 0).
  case signalled
  /// A source behind a port (version 1).
  case port
  /// A display link: a source behind a port that the display rings.
  case link
  /// A block performed by the run loop.
  case block
  /// A block of the main queue.
  case mainQueue
  /// An observer.
  case observer
}

/// What became of a vsync at which a display link was due.
public enum TraceDueOutcome: UInt8, Hashable, Sendable, CaseIterable {
  /// A callback of its own is pending.
  case pending
  /// It was folded into a callback still pending, in a mode that holds the link.
  case blocked
  /// It was folded into a callback still pending, while the loop's mode does not hold the link.
  case starved
  /// The policy took its callback away, because the previous one overran.
  case suppressed
  /// The link was paused or invalid.
  case cancelled
}
