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
