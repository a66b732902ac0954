import LabKernel
package import LabTrace

extension SimulatedRunLoop {
  /// A source behind a port (version 1): anyone may ring it, and the ring wakes the loop.
  public struct Port: LoopItem {
    /// What tells it from all other items.
    public let handle: LoopHandle
  }

  /// Makes a source with a port; it serves nothing until it is added to a mode.
  ///
  /// The order in which ready ports are served is that in which they became ready (R31, R73).
  ///
  /// - Parameters:
  ///   - name: What the trace calls it.
  ///   - capacity: How many rings wait for a callout of their own at most. A loop that does not
  ///     queue messages answers any number with one callout (R72).
  ///   - perform: The callout.
  /// - Returns: The port.
  public func makePort(
    _ name: String, capacity: Int = 5, perform: @escaping Action
  ) -> Port {
    makePort(subject(ofSourceNamed: name), capacity: capacity, perform: perform)
  }

  /// Makes a source with a port for a caller who has the trace's index of it.
  package func makePort(
    _ subject: UInt32, capacity: Int, perform: @escaping Action
  ) -> Port {
    let port = makePort(subject, of: .port, capacity: capacity, perform: perform)
    record(.declared(subject, .port))
    return port
  }

  /// Makes a source with a port whose declaration is left to the caller, who knows what it is.
  package func makePort(
    _ subject: UInt32, of kind: TraceSource, capacity: Int, isSilent: Bool = false,
    perform: @escaping Action
  ) -> Port {
    let id = ports.insert(
      PortState(
        purpose: .source, kind: kind, item: ItemState(subject: subject),
        callout: Callout(action: perform), isSilent: isSilent,
        capacity: profile.queuesMessages ? capacity : 1))
    return Port(handle: handle(.port, id))
  }

  /// How a port stands at a moment.
  package struct PortStatus {
    package fileprivate(set) var isReady = false
    /// Whether the callback for what was there is yet to begin.
    package fileprivate(set) var isTaken = false
    /// Whether the loop runs in a mode that serves the port.
    package fileprivate(set) var isServed = false
    /// Whether the thread sleeps.
    package let isWaiting: Bool
  }

  /// Returns how a port stands, for who rings it.
  package func status(of port: Port) -> PortStatus {
    var status = PortStatus(isWaiting: isWaiting)
    guard let row = row(of: port, in: ports) else { return status }
    status.isReady = ports[row].isReady
    status.isTaken = self.status.taken == port.handle.serial
    status.isServed = isRunning && ports[row].item.modes.contains(innermost.mode)
    return status
  }

  /// Whether a ring of the port waits to be served.
  public func isReady(_ port: Port) -> Bool {
    row(of: port, in: ports).map { ports[$0].isReady } ?? false
  }

  /// Rings a port, from anywhere.
  ///
  /// A sleeping loop wakes, a busy one serves the port later (R75).
  public func ring(_ port: Port) {
    if let row = row(of: port, in: ports) { ports.ring(row, at: world.now) }
  }

  /// Takes back whatever waits at a port, and what was taken from it and is yet to be answered.
  public func drain(_ port: Port) {
    guard let row = row(of: port, in: ports) else { return }
    if status.taken == port.handle.serial { status.taken = nil }
    ports.drain(row)
  }

  // MARK: For the pass

  /// Calls the source behind a port and returns whether it still is there to be called.
  package func perform(_ taken: PortSet.Taken) -> Bool {
    let port = taken.port
    guard ports.serial(of: port) == taken.serial else { return false }
    let (kind, subject) = (ports[port].kind, ports[port].item.subject)
    let callback = Callback(due: taken.time, newest: taken.newest, number: port)
    let isSilent = ports[port].isSilent
    if !isSilent {
      beginCallout(kind, subject: subject, due: callback.due, newest: callback.newest)
    }
    ports.call(port, in: self, callback)
    if !isSilent { endCallout(kind, subject: subject) }
    return true
  }
}
