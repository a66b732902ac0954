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
  /// A loop of the program's own: what is due again as soon as it has ended.
  case loop

  /// What files call it.
  public var name: String {
    switch self {
    case .timer: "timer"
    case .signalled: "signalled"
    case .port: "port"
    case .link: "link"
    case .block: "block"
    case .mainQueue: "main_queue"
    case .observer: "observer"
    case .loop: "loop"
    }
  }
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
  /// A pause took it back.
  case cancelled
  /// A callback of its own waits behind that of an earlier vsync.
  case queued
  /// A callback that waits in the main loop answers it as well.
  case folded
  /// The way to the main loop was taken, so that no callback knows of it.
  case refused

  /// What files call it.
  public var name: String {
    switch self {
    case .pending: "pending"
    case .blocked: "blocked"
    case .starved: "starved"
    case .suppressed: "suppressed"
    case .cancelled: "cancelled"
    case .queued: "queued"
    case .folded: "folded"
    case .refused: "refused"
    }
  }
}

/// The moments of a run that observers can watch; the raw values are CoreFoundation's (R82).
public enum TraceActivity: UInt8, Hashable, Sendable, CaseIterable {
  /// A run begins.
  case entry = 1
  /// A pass begins; timers may fire later in it.
  case beforeTimers = 2
  /// Sources are about to be served.
  case beforeSources = 4
  /// The loop is about to sleep.
  case beforeWaiting = 32
  /// The loop has woken.
  case afterWaiting = 64
  /// A run ends.
  case exit = 128

  /// What files call it.
  public var name: String {
    switch self {
    case .entry: "entry"
    case .beforeTimers: "before_timers"
    case .beforeSources: "before_sources"
    case .beforeWaiting: "before_waiting"
    case .afterWaiting: "after_waiting"
    case .exit: "exit"
    }
  }
}

/// Why a run of the loop returned (R24); the first four raw values are CoreFoundation's.
public enum TraceRunResult: UInt8, Hashable, Sendable, CaseIterable {
  /// The mode is empty, or does not exist.
  case finished = 1
  /// The run was asked to stop.
  case stopped = 2
  /// The limit has passed.
  case timedOut = 3
  /// A source was handled, and the run was asked to return after one.
  case handledSource = 4
  /// The world failed; see `World.failure`. The real loop would hang instead.
  case abandoned = 5

  /// What files call it.
  public var name: String {
    switch self {
    case .finished: "finished"
    case .stopped: "stopped"
    case .timedOut: "timed_out"
    case .handledSource: "handled_source"
    case .abandoned: "abandoned"
    }
  }
}

/// Why a refresh began.
public enum TraceRefresh: UInt8, Hashable, Sendable, CaseIterable {
  /// The grid of the panel said so.
  case grid
  /// A panel of adaptive rate had a frame to show, or a link to call.
  case wanted
  /// A panel of adaptive rate had waited for a frame as long as it can.
  case selfRefresh

  /// What files call it.
  public var name: String {
    switch self {
    case .grid: "grid"
    case .wanted: "wanted"
    case .selfRefresh: "self_refresh"
    }
  }
}
