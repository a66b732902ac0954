import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// Fires the timers of a mode that are due, after its alarm rang (R47).
  @inline(always)
  func fireTimers(in mode: Int) {
    guard let batch = timers.takeBatch(in: mode) else { return }
    fire(batch.first, in: mode)
    if !batch.others.isEmpty { fireOthers(of: batch, in: mode) }
  }

  private func fireOthers(of batch: TimerBatch, in mode: Int) {
    // By position, since an iterator allocates memory in debug builds.
    var position = batch.others.lowerBound
    while position < batch.others.upperBound {
      if let member = timers.member(at: position, of: batch) { fire(member, in: mode) }
      position += 1
    }
    timers.drop(batch)
  }

  /// Fires one member of a batch, if it still may (R48).
  private func fire(_ id: Int, in mode: Int) {
    guard let begun = timers.begin(id, in: mode) else { return }
    let callback = Callback(due: begun.due, number: id)
    let source = timers[id].source
    beginCallout(source, subject: begun.subject, due: callback.due, newest: callback.newest)
    timers.call(id, in: self, callback)
    if !timers[id].repeats { invalidate(ItemPlace(kind: .timer, id: id)) }  // R53
    let after = timers.end(id, begun, in: mode)
    if after.movesGrid, let next = after.next { record(.rephased(begun.subject, to: next)) }
    endCallout(
      source, subject: begun.subject, nextDate: after.next, missed: begun.folded + after.missed)
  }
}
