public import LabKernel
public import LabTrace

extension SimulatedRunLoop {
  /// A source behind a port (version 1): anyone may ring it, and the ring wakes the loop.
  public struct Port: Hashable, Sendable {
    let id: Int
    let owner: OwnerNumber
  }

  /// Makes a source with a port; it serves nothing until it is added to a mode.
  ///
  /// The order in which ready ports are served is that in which they became ready (R31, R73).
  ///
  /// - Parameters:
  ///   - name: What the trace calls it.
  ///   - kind: What the trace says it is.
  ///   - divider: For a display link, at every how many refreshes it is rung.
  ///   - capacity: How many rings wait for a callout of their own at most. A loop that does not
  ///     queue messages answers any number with one callout (R72).
  ///   - perform: The callout.
  /// - Returns: The port.
  public func makePort(
    _ name: String, kind: TraceSource = .port, divider: Int = 0, capacity: Int = 5,
    perform: @escaping Action
  ) -> Port {
    let subject = recorder.intern(name)
    var port = PortState(purpose: .source)
    port.subject = subject
    port.kind = kind
    port.callout = Callout(action: perform)
    port.capacity = profile.queuesMessages ? capacity : 1
    let id = switchboard.ports.append(port)
    record(.declared(subject, kind, interval: Int64(divider)))
    return Port(id: id, owner: number)
  }

  /// Adds a port to a mode; does nothing if it is invalid or in the mode already.
  public func add(_ port: Port, to mode: Mode) { add(.port(row(of: port)), to: mode) }

  /// Removes a port from a mode; its pending messages stay (R75).
  public func remove(_ port: Port, from mode: Mode) { remove(.port(row(of: port)), from: mode) }

  /// Whether a port is in a mode, or in the common set.
  public func contains(_ port: Port, in mode: Mode) -> Bool {
    contains(.port(row(of: port)), in: mode)
  }

  /// Takes a port out of all modes for ever.
  public func invalidate(_ port: Port) {
    guard switchboard.ports[row(of: port)].isValid else { return }
    switchboard.ports[row(of: port)].isValid = false
    removeEverywhere(.port(row(of: port)))
    releaseCallout(ofPort: row(of: port))
  }

  /// Whether a port can still call out.
  public func isValid(_ port: Port) -> Bool { switchboard.ports[row(of: port)].isValid }

  /// Whether a ring of the port waits to be served.
  public func isReady(_ port: Port) -> Bool { switchboard.ports[row(of: port)].isReady }

  /// Rings a port, from anywhere.
  ///
  /// A sleeping loop wakes, a busy one serves the port later (R75).
  public func ring(_ port: Port) {
    let now = world.now
    switchboard.ports[row(of: port)].lastRung = now.nanoseconds
    switchboard.ring(row(of: port), at: now)
  }

  /// When a port was rung last, whether or not that ring found room in the port.
  public func lastRing(of port: Port) -> Instant {
    Instant(nanoseconds: switchboard.ports[row(of: port)].lastRung)
  }

  /// When the ring came that the port's current callout answers.
  public func dueDate(of port: Port) -> Instant {
    Instant(nanoseconds: switchboard.ports[row(of: port)].lastServed)
  }

  /// Takes back whatever waits at a port.
  public func drain(_ port: Port) { switchboard.drain(row(of: port)) }

  /// Whether the innermost run is in a mode that holds the port.
  public func isServing(_ port: Port) -> Bool {
    isRunning && switchboard.ports[row(of: port)].modes.contains(innermost.value.mode)
  }

  /// Lets go of the callout of an invalid port, unless it is under way.
  private func releaseCallout(ofPort id: Int) {
    if switchboard.ports[id].calls == 0 { _ = switchboard.ports[id].callout.release() }
  }

  // MARK: For the pass

  /// Calls the source behind a port and returns whether it still is there to be called.
  func performPort(_ port: Int) -> Bool {
    guard switchboard.ports[port].isValid else { return false }
    let (kind, subject) = (switchboard.ports[port].kind, switchboard.ports[port].subject)
    beginCallout(
      kind, subject: subject, due: switchboard.ports[port].lastServed,
      newest: switchboard.ports[port].lastRung)
    switchboard.ports[port].calls += 1
    switchboard.ports[port].callout.call(self)
    switchboard.ports[port].calls -= 1
    if !switchboard.ports[port].isValid { releaseCallout(ofPort: port) }
    endCallout(kind, subject: subject)
    return true
  }
}
