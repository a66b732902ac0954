import LabKernel
import LabTrace

/// What the loop keeps for one observer.
struct ObserverState {
  let order: Int
  let activities: SimulatedRunLoop.Activities
  let repeats: Bool
  let subject: UInt32
  /// Whether the trace says when it is called.
  let isRecorded: Bool
  var isValid = true
  var isFiring = false
  var modes = ModeSet()
}

extension SimulatedRunLoop {
  /// What an observer is given to act on: the loop, and the one activity that is announced.
  public typealias ObserverAction = (SimulatedRunLoop, Activities) -> Void

  /// Something that watches the activities of runs.
  public struct Observer: Hashable, Sendable {
    let id: Int
    let owner: OwnerNumber
  }

  /// Makes an observer; it sees nothing until it is added to a mode.
  ///
  /// - Parameters:
  ///   - name: What the trace calls it.
  ///   - activities: What it watches.
  ///   - order: Observers are called in ascending order, at all activities alike (R77).
  ///   - repeats: Whether it lives on after its first callout (R80).
  ///   - perform: The callout.
  /// - Returns: The observer.
  public func makeObserver(
    _ name: String, of activities: Activities, order: Int = 0, repeats: Bool = true,
    perform: @escaping ObserverAction
  ) -> Observer {
    makeObserver(
      name, of: activities, order: order, repeats: repeats, isRecorded: true, perform: perform)
  }

  /// Makes an observer whose callouts the trace may pass over, because they say themselves what they
  /// do.
  package func makeObserver(
    _ name: String, of activities: Activities, order: Int, repeats: Bool = true, isRecorded: Bool,
    perform: @escaping ObserverAction
  ) -> Observer {
    let subject = recorder.intern(name)
    observers.append(
      ObserverState(
        order: order, activities: activities, repeats: repeats, subject: subject,
        isRecorded: isRecorded))
    if isRecorded { record(.declared(subject, .observer)) }
    observerCallouts.append(ObserverCallout(action: perform))
    status.value.isWatched = true
    return Observer(id: observers.count - 1, owner: number)
  }

  /// Adds an observer to a mode; does nothing if it is invalid or in the mode already.
  public func add(_ observer: Observer, to mode: Mode) {
    add(.observer(row(of: observer)), to: mode)
  }

  /// Removes an observer from a mode.
  public func remove(_ observer: Observer, from mode: Mode) {
    remove(.observer(row(of: observer)), from: mode)
  }

  /// Whether an observer is in a mode, or in the common set.
  public func contains(_ observer: Observer, in mode: Mode) -> Bool {
    contains(.observer(row(of: observer)), in: mode)
  }

  /// Takes an observer out of all modes for ever.
  public func invalidate(_ observer: Observer) { invalidateObserver(row(of: observer)) }

  private func invalidateObserver(_ id: Int) {
    guard observers[id].isValid else { return }
    observers[id].isValid = false
    removeEverywhere(.observer(id))
    if !observers[id].isFiring { _ = observerCallouts[id].release() }
  }

  /// Whether an observer can still be called.
  public func isValid(_ observer: Observer) -> Bool { observers[row(of: observer)].isValid }

  // MARK: For the pass

  /// Calls the observers of the current mode that watch an activity (R78).
  ///
  /// Who is called is settled first. One that is removed meanwhile still is called, one that is
  /// invalidated is not, one that is added has to wait.
  @inline(__always)
  func announce(_ activity: Activities) {
    if status.value.isWatched { show(activity) }
  }

  private func show(_ activity: Activities) {
    if let activity = TraceActivity(rawValue: activity.rawValue) { record(.activity(activity)) }
    let mode = innermost.value.mode
    if modes[mode].observedActivities.contains(activity) { callObservers(of: activity, in: mode) }
  }

  private func callObservers(of activity: Activities, in mode: Int) {
    if modes[mode].observers.count == 1 {
      call(modes[mode].observers[0], activity, in: mode)
    } else {
      // The loop goes over the list as it is now, whatever the callouts do to the mode's.
      for id in modes[mode].observers { call(id, activity, in: mode) }
    }
  }

  /// Calls an observer if it watches the activity and is not calling out already (R79).
  private func call(_ id: Int, _ activity: Activities, in mode: Int) {
    guard observers[id].activities.contains(activity), observers[id].isValid,
      !observers[id].isFiring
    else { return }
    if simplifies(.skipsRemovedObservers), !observers[id].modes.contains(mode) { return }
    observers[id].isFiring = true
    callOut(toObserver: id, activity)
    if !observers[id].repeats { invalidateObserver(id) }
    observers[id].isFiring = false
    if !observers[id].isValid { _ = observerCallouts[id].release() }
  }

  private func callOut(toObserver id: Int, _ activity: Activities) {
    let subject = observers[id].subject
    guard isRecording, observers[id].isRecorded else {
      world.count(name(of: subject))
      return observerCallouts[id].call(self, activity)
    }
    beginCallout(.observer, subject: subject, due: world.now.nanoseconds)
    observerCallouts[id].call(self, activity)
    endCallout(.observer, subject: subject)
  }

  func insertObserver(_ id: Int, in mode: Int) {
    let order = observers[id].order
    let place = modes[mode].observers.lastIndex { observers[$0].order <= order }
    modes[mode].observers.insert(id, at: place.map { $0 + 1 } ?? 0)
    modes[mode].observedActivities.formUnion(observers[id].activities)
  }
}
