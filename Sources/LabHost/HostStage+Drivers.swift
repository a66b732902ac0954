import CoreFoundation
import Dispatch
import LabKernel
import LabTrace
import LabWorkload

extension HostStage {
  /// Makes a driver on the loop.
  func place(_ driver: Driver, in loop: HostLoop) throws(HostError) {
    let costs = Cell(RandomStream(seed: seed, words: "costs of ", name: driver.name))
    let draw = { driver.cost.draw(from: &costs.value).wholeNanoseconds }
    switch driver.source {
    case .timer(let interval, let firstFire, let tolerance, _):
      let first = firstFire ?? Instant.start.advanced(by: interval)
      place(
        HostTimer(
          subject: subject(driver.name), first: first.nanoseconds,
          interval: interval.wholeNanoseconds, draw: draw),
        driver, tolerance, in: loop)
    case .link:
      let link = HostLink(subject: subject(driver.name), draw: draw)
      display.rings.append(
        try loop.makePort(in: driver.modes) { [unowned self] in callBack(link) })
    }
  }

  private func place(
    _ timer: HostTimer, _ driver: Driver, _ tolerance: Duration, in loop: HostLoop
  ) {
    switch source {
    case .timer:
      timer.timer = loop.makeTimer(
        at: machine.date(of: timer.first), every: .nanoseconds(timer.interval), in: driver.modes
      ) { [unowned self] in fire(timer, due: timer.due(on: machine)) }
      CFRunLoopTimerSetTolerance(timer.timer, tolerance / .seconds(1))
    case .dispatchMain: dispatch(timer, tolerance, in: loop)
    case .task: sleep(timer, tolerance, in: loop)
    }
  }

  /// Lets a timer source of Dispatch fire on the main queue; it tells how many dates it answers.
  private func dispatch(_ timer: HostTimer, _ tolerance: Duration, in loop: HostLoop) {
    let dispatched = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    dispatched.schedule(
      deadline: DispatchTime(uptimeNanoseconds: machine.clock(of: timer.first)),
      repeating: .nanoseconds(Int(timer.interval)),
      leeway: .nanoseconds(Int(tolerance.wholeNanoseconds)))
    nonisolated(unsafe) let (stage, source, fired) = (self, dispatched, timer)
    var due = timer.first
    nonisolated(unsafe) let advance = { (count: Int64) in
      defer { due += count * timer.interval }
      return due
    }
    dispatched.setEventHandler {
      unsafe stage.fire(fired, due: advance(Int64(source.data)))
    }
    dispatched.activate()
    loop.atEnd { dispatched.cancel() }
  }

  /// Lets a task of the main actor sleep until each date of a timer.
  private func sleep(_ timer: HostTimer, _ tolerance: Duration, in loop: HostLoop) {
    nonisolated(unsafe) let (stage, fired) = (self, timer)
    let task = Task { @MainActor in
      var due = unsafe fired.first
      while !Task.isCancelled {
        let left = unsafe due - stage.machine.now
        let clock = SuspendingClock()
        try? await clock.sleep(
          until: clock.now.advanced(by: .nanoseconds(left + 1_000)), tolerance: tolerance)
        guard !Task.isCancelled else { return }
        unsafe stage.fire(fired, due: due)
        due = unsafe fired.next(after: stage.machine.now, due: due).date
      }
    }
    loop.atEnd { task.cancel() }
  }

  private func fire(_ timer: HostTimer, due: Int64) {
    guard !isOver else { return }
    let began = machine.now
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
    ring.put(
      .calloutBegan(
        link.subject, .link, due: Instant(nanoseconds: oldest),
        newest: Instant(nanoseconds: answered)), at: began)
    let done = machine.occupy(until: began + link.draw())
    update(link.subject, answered, due: oldest, at: done)
    ring.put(.calloutEnded(link.subject, .link, next: nil, missed: 0), at: machine.now)
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
