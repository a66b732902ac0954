public import LabKernel

/// The index of a name in ``Trace/names``.
public typealias TraceSubject = UInt32

/// What happened, with everything that is to be said of it.
///
/// This is how traces are written and read; how an event lies in the 32 bytes of a
/// ``TraceRecord`` is known to one file alone. Durations, intervals and costs are nanoseconds.
///
/// Which sequences of events are a trace is stated at ``TraceContract``.
public enum TraceEvent: Hashable, Sendable {
  /// A source was created: a timer with its interval (0 for one shot) and tolerance, a display link
  /// with its divider as the interval.
  case declared(TraceSubject, TraceSource, interval: Int64 = 0, tolerance: Int64 = 0)
  /// A source was added to a mode: an index into ``Trace/modes``.
  case joined(TraceSubject, mode: UInt8)
  /// A source was removed from a mode: an index into ``Trace/modes``.
  case left(TraceSubject, mode: UInt8)
  /// A run of the loop began; `nil` for one without a limit.
  case runBegan(limit: Int64?)
  /// A run of the loop returned.
  case runReturned(TraceRunResult)
  /// The loop announced an activity to its observers. Kept in full detail only.
  case activity(TraceActivity)
  /// A callout began. It answers a due instant; a link and a port also say the newest one.
  case calloutBegan(TraceSubject, TraceSource, due: Instant, newest: Instant)
  /// A callout ended; a timer says its next fire date, and how many dates it missed, before
  /// the one that it answered and after.
  case calloutEnded(TraceSubject, TraceSource, next: Instant?, missed: Int64)
  /// A task arrived.
  case arrived(TraceSubject, serial: Int64, duration: Int64)
  /// The thread began to work on a task.
  case taskBegan(TraceSubject, serial: Int64, arrival: Instant)
  /// The thread finished a task.
  case taskEnded(TraceSubject, serial: Int64)
  /// A refresh of the display began; `aim` is the interval to the next as planned, 0 if unknown.
  case vsync(TraceSubject, index: Int64, TraceRefresh, aim: Int64)
  /// A vsync was due for a display link, and this became of it at once.
  case linkDue(TraceSubject, vsync: Int64, TraceDueOutcome)
  /// A timer's fire date was set by hand.
  case rephased(TraceSubject, to: Instant)
  /// A display link is due at every so many refreshes from now on.
  case paced(TraceSubject, every: Int64)
  /// A driver stopped delivering.
  case paused(TraceSubject)
  /// A driver delivers again.
  case resumed(TraceSubject)
  /// A source will never call out again.
  case invalidated(TraceSubject)
  /// A driver changed what is to be shown, in the callout that answers a due instant.
  case update(TraceSubject, animationTime: Instant, due: Instant)
  /// The updates since the last commit were handed to the render server.
  case commit(updates: Int64, renderCost: Int64)
  /// The thread took notice of something that the user did.
  case input(TraceSubject, happened: Instant)
  /// The thread runs, some time after the port was ready.
  case woke(after: Int64)
  /// The run is over; what follows was only winding down.
  case ended
  /// What a driver moves was started, perhaps again.
  case motionBegan(TraceSubject)
  /// What the update before shows: a place in points, and the time of the motion for which it was
  /// worked out.
  case content(TraceSubject, place: Double, offset: Int64, isHandedOver: Bool)
  /// What a driver moves has come to its end, in the callout that began at an instant.
  case motionEnded(TraceSubject, calloutBegan: Instant)
  /// Something of the physics scene that a driver steps: after the content of the update that shows
  /// it.
  case scene(TraceSubject, SceneEvent)
}
