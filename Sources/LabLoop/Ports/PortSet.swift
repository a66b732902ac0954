import LabKernel

/// The ports of a loop, and for each mode those that are ready, in the order in which they became
/// so.
///
/// This is all that the world outside the thread may touch: it rings ports; the pass alone calls
/// out.
final class PortSet: ItemTable {
  @safe @exclusivity(unchecked) private var ports = RowTable<PortState>()

  /// The ports of each mode that rang and were not served since (R31).
  @safe @exclusivity(unchecked) private var lines = UniqueArray<FIFO<Int>>()
  /// How many ports with a source are in each mode.
  @safe @exclusivity(unchecked) private var sourceCounts = UniqueArray<Int>()

  @safe @exclusivity(unchecked) private var arrivals: UInt64 = 0

  /// The port that only wakes the loop, which is in all modes.
  static var wakeUp: Int { 0 }
  /// The port of the main queue, which is in none: a pass lines it up while it waits (R31).
  static var mainQueue: Int { 1 }

  init() {
    for purpose in [PortState.Purpose.wakeUp, .mainQueue] {
      _ = ports.insert(PortState(purpose: purpose))
    }
  }

  /// Numbers insertions, signals and messages, so that the first to come goes first.
  @inline(always)
  func nextArrival() -> UInt64 {
    arrivals &+= 1
    return arrivals
  }

  /// A row, read in place; an accessor that yields it would allocate memory in debug builds.
  subscript(port: Int) -> PortState {
    @inline(__always)
    unsafeAddress { unsafe ports.address(of: port) }
  }

  func item(_ id: Int) -> ItemState { ports[id].item }

  @inline(__always)
  func serial(of id: Int) -> UInt64 { ports.serial(of: id) }

  func insert(_ port: consuming PortState) -> Int { ports.insert(port) }

  /// Sets up the line of a mode, whose index is the number of modes before it.
  func addMode() {
    let mode = lines.append(FIFO())
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

  /// Adds a message to a port, if there is room, and lines the port up in its modes.
  @inline(always)
  func ring(_ port: Int, at now: Instant) {
    let message = PortState.Message(arrival: nextArrival(), time: now.nanoseconds)
    for mode in ports[port].receive(message) { lines[mode].append(port) }
  }

  /// Puts a port into the wait set of a mode; one that is ready lines up there at once.
  func join(_ port: Int, to mode: Int) {
    ports[port].item.modes.insert(mode)
    lineUp(port, in: mode)
  }

  func leave(_ port: Int, from mode: Int) {
    ports[port].item.modes.remove(mode)
    leaveLine(port, of: mode)
  }

  /// Lines a port up in a mode, behind all others, if it is ready and not in line yet.
  @inline(always)
  func lineUp(_ port: Int, in mode: Int) {
    guard ports[port].isReady, !ports[port].lines.contains(mode) else { return }
    ports[port].lines.insert(mode)
    lines[mode].append(port)
  }

  @inline(always)
  func leaveLine(_ port: Int, of mode: Int) {
    guard ports[port].lines.contains(mode) else { return }
    ports[port].lines.remove(mode)
    lines[mode].removeAll { $0 == port }
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
  /// A port served through another mode, or an alarm that was set anew, stays in the line until it
  /// is looked at, and keeps its place if it becomes ready again before (as in an epoll set).
  @inline(always)
  func readyPort(in mode: Int) -> Int? {
    while let first = lines[mode].first {
      if ports[first].isReady { return first }
      ports[first].lines.remove(mode)
      lines[mode].takeFirst()
    }
    return nil
  }

  /// A message that was taken from a port, and is to be answered.
  struct Taken {
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
    lines[mode].takeFirst()
    ports[port].lines.remove(mode)
    return take(port, linedUpIn: mode)
  }

  @inline(always)
  private func take(_ port: Int, linedUpIn mode: Int) -> Taken {
    let time = ports[port].messages.takeFirst()?.time ?? 0
    if ports[port].isReady { lineUpAgain(port, in: mode) }
    return Taken(
      port: port, serial: serial(of: port), time: time, newest: ports[port].lastRung)
  }

  /// Lines a port with further messages up again, by the age of its oldest.
  private func lineUpAgain(_ port: Int, in mode: Int) {
    guard let next = ports[port].messages.first else { return }
    ports[port].lines.insert(mode)
    if ports[port].relayed > 0 { ports[port].relayed = nextArrival() }
    let place = max(next.arrival, ports[port].relayed)
    lines[mode].insert(port) { other in
      ports[other].messages.first.map { max($0.arrival, ports[other].relayed) > place } ?? false
    }
  }

  // MARK: A line of tasks

  /// Returns the first ready port of a mode, as far as it stands for one of some kind.
  func firstReadyPort(in mode: Int, where suits: (borrowing PortState) -> Bool) -> Int? {
    lines[mode].first { ports[$0].isReady && suits(ports[$0]) }
  }

  /// Takes one message from a port of a mode, wherever it stands in line.
  func take(_ port: Int, in mode: Int) -> Taken {
    leaveLine(port, of: mode)
    return take(port, linedUpIn: mode)
  }

  /// Takes back whatever waits at a port, and its place in line.
  func withdraw(_ port: Int, from mode: Int) {
    drain(port)
    leaveLine(port, of: mode)
  }

  /// Lets a port with further messages stand behind all others from now on.
  func makeRelay(_ port: Int) { ports[port].relayed = 1 }

  /// Lets what comes by a port be the user's input.
  func makeInput(_ port: Int) { ports[port].isInput = true }

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
