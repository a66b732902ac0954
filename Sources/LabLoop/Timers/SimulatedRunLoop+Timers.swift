import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// Fires the timers of a mode that are due, after its alarm rang (R47).
  func fireTimers(in mode: Int) {
    guard let (first, rest) = timers.beginBatch(in: mode) else { return }
    callOut(first, in: mode)
    if let rest { fireOthers(of: rest, in: mode) }
  }

  private func fireOthers(of batch: TimerBatch, in mode: Int) {
    // By position, since an iterator allocates memory in debug builds.
    var position = batch.others.lowerBound
    while position < batch.others.upperBound {
      if let member = timers.member(at: position, of: batch),
        let begun = timers.begin(member, in: mode)
      {
        callOut(begun, in: mode)
      }
      position += 1
    }
    timers.drop(batch)
  }

  @inline(always)
  private func callOut(_ begun: TimerState.Firing, in mode: Int) {
    callOut(begun)
    end(begun, timers.end(begun, in: mode))
  }

  @inline(always)
  func callOut(_ begun: TimerState.Firing) {
    let id = begun.id
    let callback = Callback(due: begun.due, number: id)
    beginCallout(begun.source, subject: begun.subject, due: callback.due, newest: callback.newest)
    innermost.firing = id
    timers.call(id, in: self, callback)
    innermost.firing = -1
    if !timers[id].repeats { invalidate(ItemPlace(kind: .timer, id: id)) }  // R53
  }

  @inline(always)
  func end(_ begun: TimerState.Firing, _ after: TimerState.RearmResult) {
    if after.movesGrid, let next = after.next { record(.rephased(begun.subject, to: next)) }
    endCallout(
      begun.source, subject: begun.subject, nextDate: after.next,
      missed: begun.folded &+ after.missed)
  }
}
