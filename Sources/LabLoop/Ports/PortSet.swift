package import LabKernel
import LabTrace

/// The ports of a loop, and for each mode those that are ready, in the order in which they became
/// so.
///
/// This is all that the world outside the thread may touch: it rings ports; the pass alone calls
/// out.
package final class PortSet: ItemTable {
  @safe @exclusivity(unchecked) private var ports = RowTable<PortState>()

  /// The ports of each mode that rang and were not served since (R31).
  @safe @exclusivity(unchecked) private var readyQueues = UniqueArray<FIFO<Int>>()
  /// How many ports with a source are in each mode.
  @safe @exclusivity(unchecked) private var sourceCounts = UniqueArray<Int>()

  @safe @exclusivity(unchecked) private var arrivals: UInt64 = 0

  /// The port that only wakes the loop, which is in all modes.
  static var wakeUp: Int { 0 }
  /// The port of the main queue, which is in none: a pass enqueues it while it waits (R31).
  static var mainQueue: Int { 1 }

  init() {
    for purpose in [PortState.Purpose.wakeUp, .mainQueue] {
      _ = ports.insert(PortState(purpose: purpose))
    }
  }

  /// Numbers insertions, signals and messages, so that the first to come goes first.
  @inline(always)
  package func nextArrival() -> UInt64 {
    arrivals &+= 1
    return arrivals
  }

  /// A row, read in place; an accessor that yields it would allocate memory in debug builds.
  package subscript(port: Int) -> PortState {
    @inline(__always)
    unsafeAddress { unsafe ports.address(of: port) }
  }

  func item(_ id: Int) -> ItemState { ports[id].item }

  @inline(__always)
  func serial(of id: Int) -> UInt64 { ports.serial(of: id) }

  func insert(_ port: consuming PortState) -> Int { ports.insert(port) }

  /// Sets up the ready queue of a mode, whose index is the number of modes before it.
  func addMode() {
    let mode = readyQueues.append(FIFO())
    sourceCounts.append(0)
    join(Self.wakeUp, to: mode)
  }

  func add(_ port: Int, to mode: Int) {
    sourceCounts[mode] += 1
    join(port, to: mode)
  }

  func remove(_ port: Int, from mode: Int) {
    sourceCounts[mode] -= 1
    leave(port, from: mode)
  }

  func hasSources(in mode: Int) -> Bool { sourceCounts[mode] > 0 }

  /// The ports with a source that are in a mode.
  func ids(in mode: Int) -> [Int] {
    ports.indices.filter { ports[$0].purpose == .source && ports[$0].item.modes.contains(mode) }
  }

  /// Adds a message to a port, if there is room, and enqueues the port in its modes.
  @inline(always)
  package func ring(_ port: Int, at now: Instant) {
    let message = PortState.Message(arrival: nextArrival(), time: now.nanoseconds)
    for mode in ports[port].receive(message) { readyQueues[mode].append(port) }
  }

  /// Puts a port into the wait set of a mode; one that is ready is enqueued there at once.
  func join(_ port: Int, to mode: Int) {
    ports[port].item.modes.insert(mode)
    enqueue(port, in: mode)
  }

  func leave(_ port: Int, from mode: Int) {
    ports[port].item.modes.remove(mode)
    dequeue(port, from: mode)
  }

  /// Enqueues a port in a mode, behind all others, if it is ready and not there yet.
  @inline(always)
  func enqueue(_ port: Int, in mode: Int) {
    guard ports[port].isReady, !ports[port].queues.contains(mode) else { return }
    ports[port].queues.insert(mode)
    readyQueues[mode].append(port)
  }

  @inline(always)
  func dequeue(_ port: Int, from mode: Int) {
    guard ports[port].queues.contains(mode) else { return }
    ports[port].queues.remove(mode)
    readyQueues[mode].removeAll { $0 == port }
  }

  /// Takes one message from a port and returns whether there was one.
  @inline(always)
  func takeMessage(of port: Int) -> Bool {
    ports[port].isReady && ports[port].messages.takeFirst() != nil
  }

  /// Takes back whatever waits at a port.
  @inline(always)
  func drain(_ port: Int) {
    if ports[port].isReady { ports[port].messages.removeAll() }
  }

  /// Returns the first port of the mode that is ready, and forgets those that no longer are.
  ///
  /// A port served through another mode, or an alarm that was set anew, stays in the queue until it
  /// is looked at, and keeps its place if it becomes ready again before (as in an epoll set).
  @inline(always)
  func readyPort(in mode: Int) -> Int? {
    while let first = readyQueues[mode].first {
      if ports[first].isReady { return first }
      ports[first].queues.remove(mode)
      readyQueues[mode].takeFirst()
    }
    return nil
  }

  /// A message that was taken from a port, and is to be answered.
  package struct Taken {
    let port: Int
    /// Tells the port from another that has its row by the time of the answer.
    let serial: UInt64
    /// When the message had come.
    let time: Int64
    /// When the port was rung last: what rings later has a message of its own.
    let newest: Int64
  }

  /// Takes one message from the first port of a mode, which is ready.
  @inline(always)
  func takeFirst(_ port: Int, in mode: Int) -> Taken {
    readyQueues[mode].takeFirst()
    ports[port].queues.remove(mode)
    return take(port, queuedIn: mode)
  }

  @inline(always)
  private func take(_ port: Int, queuedIn mode: Int) -> Taken {
    let time = ports[port].messages.takeFirst()?.time ?? 0
    if ports[port].isReady { requeue(port, in: mode) }
    return Taken(
      port: port, serial: serial(of: port), time: time, newest: ports[port].lastRung)
  }

  /// Enqueues a port with further messages again, by the age of its oldest.
  private func requeue(_ port: Int, in mode: Int) {
    guard let next = ports[port].messages.first else { return }
    ports[port].queues.insert(mode)
    readyQueues[mode].insert(port) { other in
      ports[other].messages.first.map { $0.arrival > next.arrival } ?? false
    }
  }

  // MARK: For a thread model

  func tag(_ port: Int, _ tag: UInt8) { ports[port].tag = tag }

  /// Returns the first ready port of a mode that suits.
  package func firstReady(in mode: Int, where suits: (borrowing PortState) -> Bool) -> Int? {
    readyQueues[mode].first { ports[$0].isReady && suits(ports[$0]) }
  }

  /// Takes one message from a port of a mode, whatever is ready before it.
  package func take(_ port: Int, in mode: Int) -> Taken {
    dequeue(port, from: mode)
    return take(port, queuedIn: mode)
  }

  /// Takes back whatever waits at a port of a mode.
  package func withdraw(_ port: Int, from mode: Int) {
    drain(port)
    dequeue(port, from: mode)
  }

  /// Lets a port that is ready wait behind all others, as if its oldest message had just come.
  package func moveBack(_ port: Int, in mode: Int) {
    guard ports[port].isReady else { return }
    dequeue(port, from: mode)
    ports[port].messages.first?.arrival = nextArrival()
    enqueue(port, in: mode)
  }

  // MARK: The sources behind ports

  /// Calls the source behind a port, which may be invalidated meanwhile.
  func call(_ port: Int, in loop: SimulatedRunLoop, _ callback: Callback) {
    ports[port].calls += 1
    ports[port].callout.call(loop, callback)
    ports[port].calls -= 1
    if serial(of: port) == 0 { release(port) }
  }

  func invalidate(_ port: Int) -> Bool { ports.retire(port) }

  func release(_ port: Int) {
    guard ports[port].calls == 0 else { return }
    let released = ports[port].callout.release()
    ports.free(port)
    _ = released
  }
}

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
