import LabDisplay
import LabKernel
import LabTrace

/// Lets tasks and touches arrive at their instants: what is another thread to the loop.
final class ArrivalAgent: HostAgent, @unchecked Sendable {
  private struct Arrival {
    let instant: Int64
    let order: Int
    let index: Int
  }

  /// A load, and whether its arrivals are tasks; a finger's are not recorded as such.
  struct Source {
    let load: HostLoad
    let isTask: Bool
    /// Whether a timer is set for each arrival.
    let isTimer: Bool
  }

  private let machine: any HostMachine
  private let ring: HostRing
  private let sources: [Source]
  private let arrivals: [Arrival]
  private var place = 0

  /// Creates an agent; what is due together arrives in the order of its sources.
  init(_ sources: [Source], on machine: any HostMachine, _ ring: HostRing) {
    self.machine = machine
    self.ring = ring
    self.sources = sources
    arrivals = sources.enumerated().flatMap { order, source in
      source.load.items.enumerated().map {
        Arrival(instant: $0.element.planned, order: order, index: $0.offset)
      }
    }.sorted { ($0.instant, $0.order, $0.index) < ($1.instant, $1.order, $1.index) }
  }

  var due: Int64? { place < arrivals.count ? arrivals[place].instant : nil }

  func act() {
    let arrival = arrivals[place]
    place += 1
    let source = sources[arrival.order]
    let now = machine.now
    if source.isTask {
      ring.put(
        .arrived(
          source.load.subject, serial: Int64(arrival.index),
          duration: source.load.items[arrival.index].duration), at: now)
    }
    if source.isTimer {
      ring.put(.rephased(source.load.subject, to: Instant(nanoseconds: now)), at: now)
    }
    source.load.arrive(arrival.index, at: now)
    source.load.knock()
  }
}

/// A display in software: a thread that wakes at every vsync of a panel and rings the display
/// links.
final class VsyncAgent: HostAgent, @unchecked Sendable {
  private let machine: any HostMachine
  private let ring: HostRing
  private let panel: Panel
  private let subject: TraceSubject
  private let end: Int64
  private var index = 0
  private var last: Int64 = -1
  private let newest = Counter(-1)
  /// Tell the loop of a vsync, one for each display link.
  var rings: [() -> Void] = []
  /// Ends the run of the loop, at each vsync once it is to be broken off.
  var stop: () -> Void = {}
  private let isBroken = Flag()
  /// Whether the run is to end early, which is asked at each vsync.
  var isToEnd: @Sendable () -> Bool = { false }

  init(
    _ panel: Panel, _ subject: TraceSubject, until end: Int64, on machine: any HostMachine,
    _ ring: HostRing
  ) {
    self.panel = panel
    self.subject = subject
    self.end = end
    self.machine = machine
    self.ring = ring
  }

  /// Whether the run ends early.
  var isBrokenOff: Bool { isBroken.isRaised }

  /// Lets the run end at the next vsync.
  func breakOff() { isBroken.raise() }

  /// The index of the newest vsync; −1 before the first one.
  var newestIndex: Int { newest.value }

  var due: Int64? {
    let instant = panel.vsync(index).nanoseconds
    return instant <= end ? instant : nil
  }

  func act() {
    // First known, then timed: a callback that does not know of a vsync began before its time.
    newest.value = index
    last = max(machine.now, last + 1)
    ring.put(
      .vsync(
        subject, index: Int64(index), .grid, aim: panel.rate.period.wholeNanoseconds), at: last)
    for ring in rings { ring() }
    if isToEnd() { breakOff() }
    if isBrokenOff { stop() }
    index += 1
  }
}

/// Wakes the loop after the end of the run, at ever longer intervals, until it returns.
///
/// A nested run may have swallowed the wake-up of the limit.
final class EndAgent: HostAgent, @unchecked Sendable {
  private let end: Int64
  private let wakeUp: () -> Void
  private var pause: Int64 = 1_000_000

  init(_ end: Int64, wakeUp: @escaping () -> Void) {
    self.end = end
    self.wakeUp = wakeUp
  }

  var due: Int64? { pause < 60_000_000_000 ? end + pause : nil }

  func act() {
    wakeUp()
    pause *= 2
  }
}
