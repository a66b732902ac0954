public import LabKernel
public import LabTrace

extension SimulatedRunLoop {
  /// A source behind a port (version 1): anyone may ring it, and the ring wakes the loop.
  public struct Port: Hashable, Sendable {
    let id: Int
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
    var port = PortState(purpose: .source)
    port.subject = recorder?.intern(name) ?? 0
    port.kind = kind
    port.action = perform
    port.capacity = profile.queuesMessages ? capacity : 1
    ports.append(port)
    record(.declared, subject: port.subject, detail: kind.rawValue, first: Int64(divider))
    return Port(id: ports.count - 1)
  }

  /// Adds a port to a mode; does nothing if it is invalid or in the mode already.
  public func add(_ port: Port, to mode: Mode) { add(.port(port.id), to: mode) }

  /// Removes a port from a mode; its pending messages stay (R75).
  public func remove(_ port: Port, from mode: Mode) { remove(.port(port.id), from: mode) }

  /// Whether a port is in a mode, or in the common set.
  public func contains(_ port: Port, in mode: Mode) -> Bool { contains(.port(port.id), in: mode) }

  /// Takes a port out of all modes for ever.
  public func invalidate(_ port: Port) {
    guard ports[port.id].isValid else { return }
    ports[port.id].isValid = false
    removeEverywhere(.port(port.id))
  }

  /// Whether a port can still call out.
  public func isValid(_ port: Port) -> Bool { ports[port.id].isValid }

  /// Whether a ring of the port waits to be served.
  public func isReady(_ port: Port) -> Bool { ports[port.id].isReady }

  /// Rings a port, from anywhere.
  ///
  /// A sleeping loop wakes, a busy one serves the port later (R75).
  public func ring(_ port: Port) {
    ports[port.id].lastRung = world.now.nanoseconds
    ring(port.id)
  }

  /// When a port was rung last, whether or not that ring found room in the port.
  public func lastRing(of port: Port) -> Instant {
    Instant(nanoseconds: ports[port.id].lastRung)
  }

  /// When the ring came that the port's current callout answers.
  public func dueDate(of port: Port) -> Instant {
    Instant(nanoseconds: ports[port.id].lastServed)
  }

  /// Takes back whatever waits at a port.
  public func drain(_ port: Port) { ports[port.id].messages.removeAll(keepingCapacity: true) }

  // MARK: For the other files of the module

  /// Adds a message to a port, if there is room, and lines the port up in its modes.
  func ring(_ port: Int) {
    guard ports[port].messages.count < ports[port].capacity else { return }
    let message = PortState.Message(arrival: nextArrival(), time: world.now.nanoseconds)
    ports[port].messages.append(message)
    for mode in ports[port].modes where !modes[mode].readyPorts.contains(port) {
      modes[mode].readyPorts.append(port)
    }
  }

  /// Puts a port into the wait set of a mode; one that is ready lines up there at once.
  func join(_ port: Int, to mode: Int) {
    ports[port].modes.insert(mode)
    if ports[port].isReady { modes[mode].readyPorts.append(port) }
  }

  func leave(_ port: Int, from mode: Int) {
    ports[port].modes.remove(mode)
    modes[mode].readyPorts.removeAll { $0 == port }
  }

  /// Takes one message from a port and returns whether there was one.
  func takeMessage(of port: Int) -> Bool {
    guard ports[port].isReady else { return false }
    _ = ports[port].messages.takeFirst()
    return true
  }

  /// Returns whether a port of the mode is ready, and forgets those that no longer are.
  ///
  /// A port served through another mode, or an alarm that was set anew, stays in the list until it
  /// is looked at, and keeps its place if it becomes ready again before (as in an epoll set).
  func hasReadyPort(in mode: Int) -> Bool {
    while let first = modes[mode].readyPorts.first, !ports[first].isReady {
      _ = modes[mode].readyPorts.takeFirst()
    }
    return !modes[mode].readyPorts.isEmpty
  }

  /// Takes one message from the first ready port of a mode.
  ///
  /// A port with further messages lines up again by the age of its oldest.
  func takeReadyPort(in mode: Int) -> Int? {
    guard hasReadyPort(in: mode) else { return nil }
    let port = modes[mode].readyPorts.takeFirst()
    ports[port].lastServed = ports[port].messages.takeFirst().time
    if let next = ports[port].messages.first {
      let later = modes[mode].readyPorts.firstIndex {
        ports[$0].messages.first.map { $0.arrival > next.arrival } ?? false
      }
      modes[mode].readyPorts.insert(port, at: later ?? modes[mode].readyPorts.count)
    }
    return port
  }

  /// Calls the source behind a port and returns whether there was one to call.
  func performPort(_ port: Int) -> Bool {
    guard ports[port].isValid, let action = ports[port].action else { return false }
    let (kind, subject) = (ports[port].kind, ports[port].subject)
    beginCallout(
      kind, subject: subject, due: ports[port].lastServed, newest: ports[port].lastRung)
    action(self)
    endCallout(kind, subject: subject)
    return true
  }
}

extension Array {
  /// Removes and returns the first element; without moving anything if it is the only one, as in
  /// nearly every pass.
  fileprivate mutating func takeFirst() -> Element {
    count == 1 ? removeLast() : removeFirst()
  }
}
