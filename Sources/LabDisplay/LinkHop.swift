package import LabKernel
import LabTrace

/// How a display link on a thread of its own hands its vsyncs to the main loop.
///
/// The thread of the link serves every vsync at once; only the way into the main loop can be late.
public enum LinkHop: Hashable, Sendable {
  /// A block of the main queue for every vsync, each with a callback of its own.
  ///
  /// - Source: WebKit, RemoteLayerTreeDrawingAreaProxyMac, before its dispatches were coalesced.
  case queue
  /// One block of the main queue; vsyncs that come before it begins are folded into it.
  ///
  /// - Source: WebKit, pull request 70129: an atomic timestamp keeps the newest vsync.
  case coalesced
  /// One block of the main queue; vsyncs that come before it begins are folded into it, and those
  /// that come before it ends are refused.
  ///
  /// - Source: facebook/pop, POPAnimator: the flag is lowered after the frame is rendered.
  case once
  /// A block of the main queue for every vsync, which puts its callback in line again when it
  /// begins, as a selector performed after a delay of 0 does.
  case selector
  /// A port with room for one message, which tells the oldest vsync; others are refused.
  case port
  /// A block for every vsync, due a fixed time after it; a timer of the main loop performs all that
  /// are due.
  ///
  /// - Source: flutter/flutter, FlutterVSyncWaiter.mm and FlutterRunLoop.mm: the block is due half
  ///   a refresh less 1 ms after the link's callback.
  case timer(after: Duration)

  /// What scripts call it; the delay of ``timer(after:)`` stands behind its words.
  public var words: String {
    switch self {
    case .queue: "main-queue"
    case .coalesced: "main-queue coalesced"
    case .once: "main-queue once"
    case .selector: "selector"
    case .port: "port"
    case .timer: "timer after"
    }
  }

  /// How long after its vsync a block is due, if a timer performs it.
  var delay: Duration? { if case .timer(let delay) = self { delay } else { nil } }

  /// Whether every vsync has a callback of its own.
  var keepsAll: Bool {
    switch self {
    case .queue, .selector, .timer: true
    case .coalesced, .once, .port: false
    }
  }
}

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
