import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// Makes a port by which the user's input reaches a browser's line of tasks.
  ///
  /// - Parameters:
  ///   - subject: The trace's index of the input.
  ///   - changes: Whether what it does is to be shown.
  ///   - perform: What answers one input.
  /// - Returns: The port; `nil` if the loop has no such rules.
  package func makeInputPort(
    _ subject: UInt32, changes: Bool, perform: @escaping Action
  ) -> Port? {
    guard let line, let rules = line.rules.inputs else { return nil }
    line.tellsFrames = true
    let port = makePort(subject, capacity: .max) { loop, call in
      perform(loop, call)
      guard let line = loop.line else { return }
      line.expectsInputSince = nil
      guard changes || !rules.needsChange else { return }
      line.isChanged = true
      guard let most = rules.holdsTasks else { return }
      line.awaitsFrame = true
      line.holdsUntil = loop.world.now.advanced(by: most)
    }
    if let row = row(of: port, in: ports) { ports.makeInput(row) }
    return port
  }

  /// Sends an input on its way to the line.
  package func send(to port: Port) {
    guard let line else { return ring(port) }
    let due = world.now.advanced(by: line.rules.costs.travel)
    if line.expectsInputSince == nil { line.expectsInputSince = world.now }
    line.travelling.append((port, due))
    let me = Unowned(self)
    let messenger =
      line.messenger ?? world.makeDevice("input") { _ in me.use { $0.deliverInputs() } }
    line.messenger = messenger
    if line.travelling.count == 1 { world.schedule(messenger, at: due) }
  }

  private func deliverInputs() {
    guard let line else { return }
    while let next = line.travelling.first, next.due <= world.now {
      _ = line.travelling.takeFirst()
      ring(next.port)
    }
    if let next = line.travelling.first, let messenger = line.messenger {
      world.schedule(messenger, at: next.due)
    }
  }

  /// Says that a task has changed the page, which its next frame shows.
  package func changePage() {
    guard let line else { return }
    line.isChanged = true
    line.tellsFrames = true
  }

  /// Whether the page has changed since its last frame, apart from what drivers did.
  package var isPageChanged: Bool { line?.isChanged ?? false }

  /// Tells the frames of a page whenever a task has ended.
  package func whenTaskEnds(_ body: @escaping () -> Void) { line?.taskEnded = body }

  /// Returns the input that goes before all others, if there is one and no frame goes before it.
  func firstInput(of line: TaskLine, in mode: Int) -> Int? {
    guard let rules = line.rules.inputs, line.tellsFrames, rules.overtakes else { return nil }
    if line.awaitsFrame, !rules.precedesFrames,
      ports.firstReadyPort(in: mode, where: { $0.isFrame }) != nil
    {
      return nil
    }
    return ports.firstReadyPort(in: mode) { $0.isInput }
  }
}
