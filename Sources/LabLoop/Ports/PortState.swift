import LabKernel
import LabTrace

/// A port: a token that says since when something waits to be served.
///
/// Being ready and being served are two things; all stutter comes from the time between them.
package struct PortState: ~Copyable {
  /// Who is served when the port is.
  package enum Purpose {
    /// Nothing: the port only ends a sleep.
    case wakeUp
    /// The timers of the mode.
    case alarm
    /// The main queue.
    case mainQueue
    /// The source behind the port.
    case source
  }

  package let purpose: Purpose
  /// What the trace says the source behind the port is.
  var kind = TraceSource.port
  var item = ItemState(subject: 0)
  /// How many of its callouts are under way, one in the other.
  var calls = 0
  /// The modes in whose ready queues it is.
  var queues = ModeSet()
  var callout = Callout { _, _ in }
  /// As what a thread model knows it.
  package internal(set) var tag: UInt8 = 0
  /// Whether the source leaves it to its callout to record what it calls.
  var isSilent = false

  /// How many messages the port holds at most; one more is dropped.
  var capacity = 1
  /// When the port was rung last, even if the ring was dropped.
  var lastRung: Int64 = 0
  var messages = FIFO<Message>()

  @inline(__always)
  var isReady: Bool { !messages.isEmpty }

  /// The number of its oldest message among the arrivals; the greatest without one.
  package var arrival: UInt64 { messages.first?.arrival ?? .max }

  /// Lets a message wait, if there is room, and returns the modes in whose queues the port has to
  /// be for it and is not yet.
  @inline(always)
  mutating func receive(_ message: Message) -> ModeSet {
    lastRung = message.time
    guard messages.count < capacity else { return ModeSet() }
    messages.append(message)
    let entered = item.modes.subtracting(queues)
    queues.formUnion(entered)
    return entered
  }

  struct Message {
    var arrival: UInt64
    let time: Int64
  }
}
