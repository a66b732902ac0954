import CoreFoundation
import LabKernel
package import LabLoop
import LabTrace
import LabWorkload

/// What calls the drivers and tasks of a stage back, one after the other.
protocol HostLoop: AnyObject {
  /// Sets a timer, whose callbacks are told the earliest date that they answer.
  func set(
    _ timer: HostTimer, of driver: Driver, _ fire: @escaping (_ due: Int64) -> Void
  ) throws(HostError)

  /// Makes a port, and returns what rings it from any thread; rings that wait are one.
  func makePort(
    in modes: [LoopMode], _ body: @escaping () -> Void
  ) throws(HostError) -> () -> Void

  /// Opens the way by which a load is delivered, and returns what any thread calls for each task
  /// that it put there.
  func open(
    for load: Load, _ waiting: HostLoad, _ work: @escaping (TraceSource) -> Void
  ) throws(HostError) -> () -> Void

  /// Tells of each activity, if there are any, and of the end of each stretch of callbacks.
  func watch(_ activity: @escaping (TraceActivity) -> Void, _ commit: @escaping () -> Void)

  /// Runs in a mode, on the calling thread or another one.
  func run(_ mode: LoopMode, for limit: Duration) -> TraceRunResult

  /// Lets the loop look for its limit, from any thread.
  func wakeUp()

  /// Ends the innermost run, from any thread.
  func stop()

  /// Removes all that was made.
  func close()
}

/// What arrives from outside: the tasks of a load, or the touches of a finger.
///
/// What is to arrive is settled before the run, by the draws of the simulation. One thread lets it
/// arrive, the thread of the loop takes it.
@safe
final class HostLoad: @unchecked Sendable {
  /// Something that is to arrive.
  struct Item {
    let planned: Int64
    let duration: Int64
  }

  let subject: TraceSubject
  let items: [Item]
  /// When they really arrived.
  private let arrivals: UnsafeMutablePointer<Int64>
  private let arrivedCount = Counter(0)
  /// How many the loop has taken.
  private(set) var takenCount = 0
  /// Tells the loop that something has arrived.
  var knock: () -> Void = {}

  init(_ subject: TraceSubject, _ items: [Item]) {
    self.subject = subject
    self.items = items
    unsafe arrivals = .allocate(capacity: max(1, items.count))
    unsafe arrivals.initialize(repeating: 0, count: max(1, items.count))
  }

  deinit { unsafe arrivals.deallocate() }

  /// Notes that an item arrives now, before the loop can know of it.
  func arrive(_ index: Int, at now: Int64) {
    unsafe arrivals[index] = now
    arrivedCount.value = index + 1
  }

  /// How many items wait for the loop.
  var waitingCount: Int { arrivedCount.value - takenCount }

  /// When the item arrived that is to be taken next, or one behind it.
  func arrival(_ offset: Int = 0) -> Int64 { unsafe arrivals[takenCount + offset] }

  /// Takes the item that arrived first.
  func take() -> (serial: Int, arrival: Int64, duration: Int64) {
    defer { takenCount += 1 }
    return (takenCount, arrival(), items[takenCount].duration)
  }
}

/// What fires the timers of a scenario on the host, and serves its tasks and display links.
package enum HostSource: String, Hashable, Sendable, CaseIterable {
  /// A timer of the main run loop, as `Timer` and `CFRunLoopTimer` are.
  case timer
  /// A task of the main actor, which sleeps until each date.
  case task
  /// A strict timer source of Dispatch, on the main queue.
  case dispatchMain = "dispatch-main"
  /// A timer source of Dispatch, on a serial queue of its own.
  case dispatch
  /// The same, but strict.
  case dispatchStrict = "dispatch-strict"
  /// A timer of the kernel (timerfd), in a loop of its own that polls; Linux has it.
  case loop

  /// Whether the calling thread makes all callbacks, and no worker thread of Dispatch.
  var runsOnOneThread: Bool { self != .dispatch && self != .dispatchStrict }

  /// Whether the main run loop serves what arrives, with its modes and all ways of delivery.
  var hasRunLoop: Bool { runsOnOneThread && self != .loop }

  /// What becomes of dates that pass before a timer is served.
  ///
  /// The run loop's timer, and the task that looks for its next date, pass over those that come
  /// during their own callback; those of Dispatch and of the kernel are told of them afterwards.
  package var catchUp: CatchUp {
    switch self {
    case .timer, .task: .coalesce
    case .dispatchMain, .dispatch, .dispatchStrict, .loop: .skip
    }
  }
}

/// A timer that is a driver, on the host.
final class HostTimer {
  let subject: TraceSubject
  let first: Int64
  let interval: Int64
  let tolerance: Int64
  let draw: () -> Int64
  var timer: CFRunLoopTimer?
  /// The next date, of a timer that counts those that it answers.
  private(set) var upcoming: Int64

  init(
    subject: TraceSubject, first: Int64, interval: Int64, tolerance: Int64,
    draw: @escaping () -> Int64
  ) {
    (self.subject, self.first, self.interval) = (subject, first, interval)
    (self.tolerance, self.draw, upcoming) = (tolerance, draw, first)
  }

  /// How many dates have passed that are not answered.
  func passed(at now: Int64) -> Int64 {
    now < upcoming ? 0 : (now - upcoming) / max(1, interval) + 1
  }

  /// Answers some dates at once, and returns the earliest.
  func advance(by count: Int64) -> Int64 {
    defer { upcoming += count * interval }
    return upcoming
  }

  /// The date that the current callback of the run loop's timer answers, on its grid.
  ///
  /// The timer shows it by the wall clock, which is read together with the monotonic one: if the
  /// thread was interrupted between them, they are read again.
  func due(on machine: any HostMachine) -> Int64 {
    var shown: Int64 = 0
    for _ in 0..<8 {
      let before = machine.now
      let late = CFAbsoluteTimeGetCurrent() - CFRunLoopTimerGetNextFireDate(timer)
      let after = machine.now
      shown = (before + after) / 2 - Int64(late * 1e9)
      if after - before < interval / 4 { break }
    }
    return first + max(0, (shown - first + interval / 2) / interval) * interval
  }

  /// The first date of the grid after an instant, and how many dates before it are missed.
  func next(after instant: Int64, due: Int64) -> (date: Int64, missed: Int64) {
    let missed = max(0, instant - due) / interval
    return (due + (missed + 1) * interval, missed)
  }
}
