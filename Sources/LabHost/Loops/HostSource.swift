package import LabLoop

/// What fires the timers of a scenario on the host, and serves its tasks and display links.
package enum HostSource: String, Hashable, Sendable, CaseIterable {
  /// A timer of the main run loop, as `Timer` and `CFRunLoopTimer` are.
  case timer
  /// A task of the main actor, which sleeps until each date.
  case task
  /// A strict timer source of Dispatch, on the main queue.
  case dispatchMain = "dispatch-main"
  /// A timer source of Dispatch, on a serial queue of its own.
  case dispatch
  /// The same, but strict.
  case dispatchStrict = "dispatch-strict"
  /// A timer of the kernel (timerfd), in a loop of its own that polls; Linux has it.
  case loop

  /// Whether the calling thread makes all callbacks, and no worker thread of Dispatch.
  var runsOnOneThread: Bool { self != .dispatch && self != .dispatchStrict }

  /// Whether the main run loop serves what arrives, with its modes and all ways of delivery.
  var hasRunLoop: Bool { runsOnOneThread && self != .loop }

  /// What becomes of dates that pass before a timer is served.
  ///
  /// The run loop's timer, and the task that looks for its next date, pass over those that come
  /// during their own callback; those of Dispatch and of the kernel are told of them afterwards.
  package var catchUp: CatchUp {
    switch self {
    case .timer, .task: .coalesce
    case .dispatchMain, .dispatch, .dispatchStrict, .loop: .skip
    }
  }
}
