package import LabKernel
import LabTrace

/// The vsyncs that a link on its own thread has handed over, and that wait in the main loop.
struct HopLine: ~Copyable {
  typealias Hop = DisplayLink.Hop

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
      waiting.first?.stamp = (index, now)
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

extension DisplayLink {
  /// A vsync that waits for its callback.
  package struct Hop {
    /// The index of the vsync that put it in line.
    let index: Int
    /// Since when it is due.
    let due: Instant
    /// The vsync whose time the callback is given.
    package var stamp: (index: Int, at: Instant)

    package init(index: Int, due: Instant, stamp: (index: Int, at: Instant)) {
      (self.index, self.due, self.stamp) = (index, due, stamp)
    }
  }
}
