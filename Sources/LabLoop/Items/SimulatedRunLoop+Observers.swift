import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// What an observer is given to act on: the loop, and the one activity that is announced.
  public typealias ObserverAction = (SimulatedRunLoop, Activities) -> Void

  /// Something that watches the activities of runs.
  public struct Observer: LoopItem {
    /// What tells it from all other items.
    public let handle: LoopHandle
  }

  /// Makes an observer; it sees nothing until it is added to a mode.
  ///
  /// - Parameters:
  ///   - name: What the trace calls it.
  ///   - activities: What it watches.
  ///   - order: Observers are called in ascending order, at all activities alike (R77).
  ///   - repeats: Whether it lives on after its first callout (R80).
  ///   - isRecorded: Whether the trace tells of its callouts, rather than these of what they do.
  ///   - perform: The callout.
  /// - Returns: The observer.
  public func makeObserver(
    _ name: String, of activities: Activities, order: Int = 0, repeats: Bool = true,
    isRecorded: Bool = true, perform: @escaping ObserverAction
  ) -> Observer {
    let subject = isRecorded ? subject(ofSourceNamed: name) : self.subject(named: name)
    let id = observers.insert(
      ObserverState(
        item: ItemState(subject: subject), order: order, activities: activities, repeats: repeats,
        isRecorded: isRecorded, callout: ObserverCallout(action: perform)))
    if isRecorded { record(.declared(subject, .observer)) }
    return Observer(handle: handle(.observer, id))
  }

  // MARK: For the pass

  /// Calls the observers of the current mode that watch an activity (R78).
  ///
  /// Who is called is settled first. One that is removed meanwhile still is called, one that is
  /// invalidated is not, one that is added has to wait.
  @inline(__always)
  func announce(_ activity: Activities) {
    if observers.watch(activity) { show(activity) }
  }

  func show(_ activity: Activities) {
    record(activity)
    let (mode, newest) = (innermost.mode, observers.lastSerial)
    guard observers.mayWatch(activity, in: mode) else { return }
    if let only = observers.onlyOne(in: mode) {
      call(only, activity, since: newest)
    } else {
      // The loop goes over the list as it is now, whatever the callouts do to the mode's.
      for id in observers.ids(in: mode) { call(id, activity, since: newest) }
    }
  }

  private func call(_ id: Int, _ activity: Activities, since newest: UInt64) {
    guard observers.begin(id, activity, since: newest) else { return }
    callOut(toObserver: id, activity)
    if !observers[id].repeats { invalidate(ItemPlace(kind: .observer, id: id)) }  // R80
    observers.end(id)
  }

  private func callOut(toObserver id: Int, _ activity: Activities) {
    let subject = observers[id].item.subject
    guard isRecording, observers[id].isRecorded else {
      world.count(name(of: subject))
      return observers.call(id, in: self, activity)
    }
    beginCallout(.observer, subject: subject, due: world.now, newest: world.now)
    observers.call(id, in: self, activity)
    endCallout(.observer, subject: subject)
  }
}
