/// What fires the timers of a scenario on the main run loop of the host.
public enum HostSource: String, Hashable, Sendable, CaseIterable {
  /// A timer of the run loop, as `Timer` and `CFRunLoopTimer` are.
  case timer
  /// A strict timer source of Dispatch, on the main queue.
  case dispatchMain = "dispatch-main"
  /// A task of the main actor, which sleeps until each date.
  case task
}
