import LabKernel
import LabTrace

/// The vsyncs that a link on its own thread has handed over, and that wait in the main loop.
struct HopLine: ~Copyable {
  struct Hop {
    /// The index of the vsync that put it in line.
    let index: Int
    /// When that was.
    let due: Instant
    /// The vsync whose time the callback is given.
    var stamp: (index: Int, at: Instant)
  }

  private var waiting = FIFO<Hop>()
  /// The vsyncs whose blocks are not due yet.
  private var delayed = FIFO<(index: Int, due: Instant)>()

  var isEmpty: Bool { waiting.isEmpty }

  /// When the next block that a vsync has delayed is due.
  var nextDue: Instant? { delayed.first?.due }

  mutating func removeAll() {
    waiting.removeAll()
    delayed.removeAll()
  }

  mutating func delay(_ index: Int, until due: Instant) { delayed.append((index, due)) }

  mutating func takeDelayed(by now: Instant) -> [Int] {
    var taken: [Int] = []
    while let due = nextDue, due <= now {
      if let vsync = delayed.takeFirst() { taken.append(vsync.index) }
    }
    return taken
  }

  /// Hands a vsync over, and returns what becomes of it.
  ///
  /// Of hops that do not keep all vsyncs at most one waits.
  mutating func vsync(
    _ index: Int, at now: Instant, by hop: LinkHop, isCallingOut: Bool
  ) -> TraceDueOutcome {
    if hop == .once, isCallingOut { return .refused }
    let isFirst = waiting.isEmpty
    guard isFirst || hop.keepsAll else {
      if hop == .port { return .refused }
      if var first = waiting.takeFirst() {
        first.stamp = (index, now)
        waiting.append(first)
      }
      return .folded
    }
    waiting.append(Hop(index: index, due: now, stamp: (index, now)))
    return isFirst ? .pending : .queued
  }

  /// Takes the callback that a vsync put in line, if it still waits.
  mutating func take(_ index: Int) -> Hop? {
    waiting.first?.index == index ? waiting.takeFirst() : nil
  }

  mutating func takeFirst() -> Hop? { waiting.takeFirst() }
}
