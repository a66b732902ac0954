import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// What is told of a mode: the loop, and the mode.
  public typealias ModeAction = (SimulatedRunLoop, Mode) -> Void

  /// A source that is signalled by hand (version 0).
  public struct Source: LoopItem {
    /// What tells it from all other items.
    public let handle: LoopHandle
  }

  /// Makes a signalled source; it serves nothing until it is added to a mode.
  ///
  /// - Parameters:
  ///   - name: What the trace calls it.
  ///   - order: Sources signalled together perform in ascending order (R65).
  ///   - schedule: Called for each mode after the source was added to it (R71).
  ///   - cancel: Called for each mode after the source was removed from it, by invalidation too.
  ///   - perform: The callout.
  /// - Returns: The source.
  public func makeSource(
    _ name: String, order: Int = 0, schedule: ModeAction? = nil, cancel: ModeAction? = nil,
    perform: @escaping Action
  ) -> Source {
    let subject = subject(ofSourceNamed: name)
    let id = sources.append(
      SourceState(
        item: ItemState(subject: subject), order: order, callout: Callout(action: perform),
        schedule: schedule, cancel: cancel))
    record(.declared(subject, .signalled))
    return Source(handle: LoopHandle(.source, id, of: number))
  }

  /// Whether a signal of the source waits to be served.
  public func isSignalled(_ source: Source) -> Bool { sources[row(of: source)].signal != nil }

  /// Signals a source, which does not wake the loop; only the first signal counts (R64).
  public func signal(_ source: Source) {
    let signal = SourceState.Signal(time: world.now.nanoseconds, arrival: ports.nextArrival())
    sources.signal(row(of: source), signal)
  }

  // MARK: For the pass

  /// Performs the signalled sources of a mode and returns whether a source was handled.
  ///
  /// With several in the batch the answer is that of the last one looked at, as in the real loop:
  /// if it lost its signal meanwhile, the pass goes on as if nothing had been handled (R69).
  @inline(__always)
  func performSources(in mode: Int) -> Bool {
    sources.areSignalled && performSignalledSources(in: mode)
  }

  private func performSignalledSources(in mode: Int) -> Bool {
    var handled = false
    for source in sources.batch(in: mode) {
      handled = performSource(source)
      if handled, innermost.value.returnsAfterSource { break }  // R68
    }
    return handled
  }

  /// Performs one source, if it still is signalled; its signal is taken back first (R66).
  private func performSource(_ id: Int) -> Bool {
    guard let signal = sources.takeSignal(of: id) else { return false }
    let subject = sources[id].item.subject
    let callback = Callback(due: signal.time, number: id)
    beginCallout(.signalled, subject: subject, due: callback.due, newest: callback.newest)
    sources.call(id, in: self, callback)
    endCallout(.signalled, subject: subject)
    return true
  }
}
