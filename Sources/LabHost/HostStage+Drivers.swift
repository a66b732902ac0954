import LabDisplay
import LabKernel
import LabTrace
import LabWorkload

extension HostStage {
  /// Makes a driver on the loop.
  func place(_ driver: Driver, in loop: any HostLoop) throws(HostError) {
    var costs = driver.costStream(seed: seed)
    let draw = { driver.cost.draw(from: &costs).wholeNanoseconds }
    nonisolated(unsafe) let stage = self
    switch driver.source {
    case .timer(let setting):
      let first = setting.firstFire ?? Instant.start.advanced(by: setting.interval)
      let timer = HostTimer(
        subject: subject(driver.name), first: first.nanoseconds,
        interval: setting.interval.wholeNanoseconds,
        tolerance: setting.tolerance.wholeNanoseconds, draw: draw)
      try loop.set(timer, of: driver) { unsafe stage.fire(timer, due: $0) }
    case .link:
      let link = HostLink(subject: subject(driver.name), draw: draw)
      display.rings.append(
        try loop.makePort(in: driver.modes) { unsafe stage.callBack(link) })
    case .loop: preconditionFailure("a loop of its own is an obstacle")
    }
  }

  private func fire(_ timer: HostTimer, due: Int64) {
    guard !isOver else { return }
    let began = machine.now
    judge(timer.subject, due: due, began: began)
    let instant = Instant(nanoseconds: due)
    ring.put(.calloutBegan(timer.subject, .timer, due: instant, newest: instant), at: began)
    let done = machine.occupy(until: began + timer.draw())
    update(timer.subject, began, due: due, at: done)
    let ended = machine.now
    let next = timer.next(after: ended, due: due)
    ring.put(
      .calloutEnded(
        timer.subject, .timer, next: Instant(nanoseconds: next.date), missed: next.missed),
      at: ended)
    noteEnd(at: ended)
  }

  /// Answers the vsyncs that have come since the last callback, whose indices are recorded in the
  /// place of their times; those of a vsync are known when the run is over.
  private func callBack(_ link: HostLink) {
    let began = machine.now
    let newest = display.newestIndex
    // The port may have been rung again while the loop was on its way.
    guard newest > link.answered, !isOver else { return }
    let (oldest, answered) = (Int64(link.answered + 1), Int64(newest))
    link.answered = newest
    judge(link.subject, due: scenario.panel.vsync(Int(oldest)).nanoseconds, began: began)
    ring.put(
      .calloutBegan(
        link.subject, .link, due: Instant(nanoseconds: oldest),
        newest: Instant(nanoseconds: answered)), at: began)
    let done = machine.occupy(until: began + link.draw())
    update(link.subject, answered, due: oldest, at: done)
    let ended = machine.now
    ring.put(.calloutEnded(link.subject, .link, next: nil, missed: 0), at: ended)
    noteEnd(at: ended)
  }
}

/// A display link: a port that the display in software rings.
private final class HostLink {
  let subject: TraceSubject
  let draw: () -> Int64
  /// The newest vsync that was answered.
  var answered = -1

  init(subject: TraceSubject, draw: @escaping () -> Int64) {
    self.subject = subject
    self.draw = draw
  }
}
