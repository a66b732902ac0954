import LabKernel
import LabTrace

/// What the loop keeps for one signalled source.
struct SourceState {
  let order: Int
  let subject: UInt32
  var isValid = true
  /// How many of its callouts are under way, one in the other.
  var calls = 0
  var modes = ModeSet()
  /// The first signal since the last perform, if there was one (R64).
  var signal: Signal?

  struct Signal {
    let time: Int64
    let arrival: UInt64
  }
}

/// Whom a source tells that it was added to a mode or removed from one (R71).
struct SourceAttendants {
  let schedule: SimulatedRunLoop.ModeAction?
  let cancel: SimulatedRunLoop.ModeAction?
}

extension SimulatedRunLoop {
  /// What is told of a mode: the loop, and the mode.
  public typealias ModeAction = (SimulatedRunLoop, Mode) -> Void

  /// A source that is signalled by hand (version 0).
  public struct Source: Hashable, Sendable {
    let id: Int
    let owner: OwnerNumber
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
    let subject = recorder.intern(name)
    sources.append(SourceState(order: order, subject: subject))
    sourceAttendants.append(SourceAttendants(schedule: schedule, cancel: cancel))
    sourceCallouts.append(Callout(action: perform))
    record(.declared(subject, .signalled))
    return Source(id: sources.count - 1, owner: number)
  }

  /// Adds a source to a mode; does nothing if it is invalid or in the mode already.
  public func add(_ source: Source, to mode: Mode) { add(.source(row(of: source)), to: mode) }

  /// Removes a source from a mode; a signal it has stays (R67).
  public func remove(_ source: Source, from mode: Mode) {
    remove(.source(row(of: source)), from: mode)
  }

  /// Whether a source is in a mode, or in the common set.
  public func contains(_ source: Source, in mode: Mode) -> Bool {
    contains(.source(row(of: source)), in: mode)
  }

  /// Takes a source out of all modes for ever, and its signal back.
  public func invalidate(_ source: Source) {
    guard sources[row(of: source)].isValid else { return }
    sources[row(of: source)].isValid = false
    takeSignal(of: row(of: source))
    removeEverywhere(.source(row(of: source)))
    releaseCallouts(ofSource: row(of: source))
  }

  /// Whether a source can still perform.
  public func isValid(_ source: Source) -> Bool { sources[row(of: source)].isValid }

  /// Whether a signal of the source waits to be served.
  public func isSignalled(_ source: Source) -> Bool { sources[row(of: source)].signal != nil }

  /// Signals a source, which does not wake the loop; only the first signal counts (R64).
  public func signal(_ source: Source) {
    guard sources[row(of: source)].isValid, sources[row(of: source)].signal == nil else { return }
    sources[row(of: source)].signal = SourceState.Signal(
      time: world.now.nanoseconds, arrival: nextArrival())
    status.value.signalledSources += 1
    if simplifies(.signalsWakeTheLoop) { wakeUp() }
  }

  // MARK: For the pass

  /// Performs the signalled sources of a mode and returns whether a source was handled.
  ///
  /// With several in the batch the answer is that of the last one looked at, as in the real loop:
  /// if it lost its signal meanwhile, the pass goes on as if nothing had been handled (R69).
  @inline(__always)
  func performSources(in mode: Int) -> Bool {
    status.value.signalledSources > 0 && performSignalledSources(in: mode)
  }

  private func performSignalledSources(in mode: Int) -> Bool {
    let batch = modes[mode].sources.filter { sources[$0].signal != nil }
      .sorted { precedes($0, $1) }
    var handled = false
    for source in batch {
      let any = handled && simplifies(.handlesAnySource)
      handled = performSource(source) || any
      if handled, innermost.value.returnsAfterSource { break }  // R68
    }
    return handled
  }

  /// The order of a batch: by order, then by the first signal (R65).
  private func precedes(_ a: Int, _ b: Int) -> Bool {
    guard let left = sources[a].signal, let right = sources[b].signal else { return false }
    return (sources[a].order, left.arrival) < (sources[b].order, right.arrival)
  }

  /// Performs one source, if it still is signalled; its signal is taken back first (R66).
  private func performSource(_ id: Int) -> Bool {
    guard let signal = takeSignal(of: id) else { return false }
    let subject = sources[id].subject
    beginCallout(.signalled, subject: subject, due: signal.time)
    sources[id].calls += 1
    sourceCallouts[id].call(self)
    sources[id].calls -= 1
    if !sources[id].isValid { releaseCallouts(ofSource: id) }
    endCallout(.signalled, subject: subject)
    return true
  }

  /// Lets go of the callouts of an invalid source, unless one is under way.
  private func releaseCallouts(ofSource id: Int) {
    guard sources[id].calls == 0 else { return }
    _ = sourceCallouts[id].release()
    let attendants = sourceAttendants[id]
    sourceAttendants[id] = SourceAttendants(schedule: nil, cancel: nil)
    _ = attendants
  }

  @discardableResult
  private func takeSignal(of id: Int) -> SourceState.Signal? {
    guard let signal = sources[id].signal else { return nil }
    sources[id].signal = nil
    status.value.signalledSources -= 1
    return signal
  }
}
