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
