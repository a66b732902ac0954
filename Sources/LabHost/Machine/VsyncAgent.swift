import LabDisplay
import LabKernel
import LabTrace

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
