import LabDisplay
import LabKernel
import LabTrace
import Synchronization

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
  private let newest = Atomic(-1)
  /// Tell the loop of a vsync, one for each display link.
  var rings: [() -> Void] = []
  /// Ends the run of the loop, at each vsync once it is to be broken off.
  var stop: () -> Void = {}
  private let isBroken = Atomic(false)

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

  /// Lets the run end at the next vsync.
  func breakOff() { isBroken.store(true, ordering: .relaxed) }

  /// The index of the newest vsync; −1 before the first one.
  var newestIndex: Int { newest.load(ordering: .acquiring) }

  var due: Int64? {
    let instant = panel.vsync(index).nanoseconds
    return instant <= end ? instant : nil
  }

  func act() {
    // First known, then timed: a callback that does not know of a vsync began before its time.
    newest.store(index, ordering: .releasing)
    last = max(machine.now, last + 1)
    ring.put(
      .vsync(
        subject, index: Int64(index), .grid, aim: panel.rate.period.wholeNanoseconds), at: last)
    for ring in rings { ring() }
    if isBroken.load(ordering: .relaxed) { stop() }
    index += 1
  }
}
