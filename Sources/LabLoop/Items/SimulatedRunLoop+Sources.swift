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
    makeSource(
      subject(ofSourceNamed: name), order: order, schedule: schedule, cancel: cancel,
      perform: perform)
  }

  /// Makes a signalled source for a caller who has the trace's index of it.
  package func makeSource(
    _ subject: UInt32, order: Int = 0, schedule: ModeAction? = nil, cancel: ModeAction? = nil,
    perform: @escaping Action
  ) -> Source {
    let id = sources.insert(
      SourceState(
        item: ItemState(subject: subject), order: order, callout: Callout(action: perform),
        schedule: schedule, cancel: cancel))
    record(.declared(subject, .signalled))
    return Source(handle: handle(.source, id))
  }

  /// Whether a signal of the source waits to be served.
  public func isSignalled(_ source: Source) -> Bool {
    row(of: source, in: sources).map { sources[$0].signal != nil } ?? false
  }

  /// Signals a source, which does not wake the loop; only the first signal counts (R64).
  public func signal(_ source: Source) {
    guard let row = row(of: source, in: sources) else { return }
    let signal = SourceState.Signal(time: world.now.nanoseconds, arrival: ports.nextArrival())
    sources.signal(row, signal)
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
    let batch = sources.batch(in: mode)
    for source in batch.ids where sources.serial(of: source) <= batch.newest {
      handled = performSource(source)
      if handled, innermost.returnsAfterSource { break }  // R68
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
