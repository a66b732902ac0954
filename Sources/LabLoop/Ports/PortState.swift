import LabKernel
import LabTrace

/// A port: a token that says since when something waits to be served.
///
/// Being ready and being served are two things; all stutter comes from the time between them.
struct PortState: ~Copyable {
  /// Who is served when the port is.
  enum Purpose {
    /// Nothing: the port only ends a sleep.
    case wakeUp
    /// The timers of the mode.
    case alarm
    /// The main queue.
    case mainQueue
    /// The source behind the port.
    case source
    /// One timer, in a line of tasks.
    case timer
  }

  let purpose: Purpose
  /// What the trace says the source behind the port is.
  var kind = TraceSource.port
  var item = ItemState(subject: 0)
  /// How many of its callouts are under way, one in the other.
  var calls = 0
  /// The modes in whose lines of ready ports it stands.
  var lines = ModeSet()
  var callout = Callout { _, _ in }
  /// Whether the user's input comes by it, in a line of tasks.
  var isInput = false
  /// Whether the source leaves it to its callout to record what it calls.
  var isSilent = false

  /// When a relay, which lines up again behind all others, did so last, in numbers of arrivals; 0
  /// for a port that is none.
  var relayed: UInt64 = 0

  /// How many messages the port holds at most; one more is dropped.
  var capacity = 1
  /// When the port was rung last, even if the ring was dropped.
  var lastRung: Int64 = 0
  var messages = FIFO<Message>()

  @inline(__always)
  var isReady: Bool { !messages.isEmpty }

  /// Whether the frame of a page stands behind the port.
  var isFrame: Bool { kind == .link }

  /// Lets a message wait, if there is room, and returns the modes in whose lines the port has to
  /// stand for it and does not yet.
  @inline(always)
  mutating func receive(_ message: Message) -> ModeSet {
    lastRung = message.time
    guard messages.count < capacity else { return ModeSet() }
    messages.append(message)
    let entered = item.modes.subtracting(lines)
    lines.formUnion(entered)
    return entered
  }

  struct Message {
    let arrival: UInt64
    let time: Int64
  }
}
