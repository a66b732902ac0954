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
  let kind: TraceSource
  var item: ItemState
  /// How many of its callouts are under way, one in the other.
  var calls = 0
  /// The modes in whose lines of ready ports it stands.
  var lines = ModeSet()
  /// What is called for a port with a source.
  var callout: Callout
  /// Whether the source leaves it to its callout to record what it calls.
  let isSilent: Bool

  /// When a relay, which lines up again behind all others, did so last, in numbers of arrivals; 0
  /// for a port that is none.
  var relayed: UInt64 = 0

  /// How many messages the port holds at most; one more is dropped.
  let capacity: Int
  /// When the port was rung last, even if the ring was dropped.
  var lastRung: Int64 = 0
  /// When the message that was served last had come.
  var lastServed: Int64 = 0
  /// The messages that wait, oldest first.
  var messages = FIFO<Message>()

  /// Makes a port of the loop itself.
  init(_ purpose: Purpose) {
    self.purpose = purpose
    kind = .port
    item = ItemState(subject: 0)
    callout = Callout { _, _ in }
    isSilent = false
    capacity = 1
  }

  /// Makes a port with a source behind it.
  init(
    sourceNamed subject: UInt32, _ kind: TraceSource, capacity: Int, isSilent: Bool,
    callout: consuming Callout
  ) {
    purpose = .source
    self.kind = kind
    item = ItemState(subject: subject)
    self.callout = callout
    self.isSilent = isSilent
    self.capacity = capacity
  }

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

  /// Takes the oldest message, of which there is one.
  @inline(always)
  mutating func serveMessage() {
    if let message = messages.takeFirst() { lastServed = message.time }
  }

  /// One ring of a port.
  struct Message {
    let arrival: UInt64
    let time: Int64
  }
}
