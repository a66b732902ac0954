import LabKernel
import LabTrace

/// Says when the queue for a display has room for another frame, where a thread waits for that.
///
/// The vsyncs of the display are known beforehand, and with them the latch that takes each frame,
/// by the rule by which the metrics show the frames of a queue.
struct FrameQueue {
  private var clock: VsyncClock
  private let depth: Int
  private let guardTime: Int64
  private let capacity: Int
  /// The vsyncs from one on that are known by now.
  private var vsyncs: [Int64] = []
  private var base = 0
  /// The first latch that is not before the last frame, and the first refresh that can show the
  /// next one.
  private var latch = 0
  private var photon = 0
  /// The first refresh whose latch is free to take a frame.
  private var taken = 0
  /// When the render server is.
  private var free = Int64.min
  /// When the last frames leave the queue, as many as it holds, in ascending order.
  private var leaves: [Int64] = []

  /// Creates the queue of a panel, given the seed of its jitter; `nil` if no thread waits for it.
  init?(of panel: borrowing Panel, seed: UInt64) {
    guard case .blocking(let capacity) = panel.presentMode else { return nil }
    clock = VsyncClock(copy panel, seed: seed)
    (depth, guardTime) = (panel.depth, panel.guardTime.wholeNanoseconds)
    self.capacity = capacity
  }

  /// When there is room, at an instant or later.
  func room(from now: Int64) -> Int64 {
    leaves.count < capacity ? now : max(now, leaves[0])
  }

  /// Takes a frame in, which the render server needs some time for.
  mutating func present(at instant: Int64, rendering cost: Int64) {
    while vsync(latch) - guardTime < instant { latch += 1 }
    let taken = max(latch + depth, depth == 0 ? self.taken : photon)
    self.taken = taken + 1
    let begins = depth == 0 ? instant : vsync(taken - depth) - guardTime
    free = max(begins, free) + min(cost, Self.longestCost)
    photon = max(photon, taken)
    while vsync(photon) < free { photon += 1 }
    if leaves.count == capacity { leaves.removeFirst() }
    leaves.append(vsync(photon - depth) - guardTime)
    photon += 1
    forget(before: min(latch, photon - depth))
  }

  /// What takes longer than this, eleven days, is not over before the end of any run.
  private static let longestCost: Int64 = 1_000_000_000_000_000

  private mutating func vsync(_ index: Int) -> Int64 {
    while base + vsyncs.count <= index {
      let next = clock.next(base + vsyncs.count, isTicking: false, isOwed: false)
      vsyncs.append(max(0, next.nanoseconds))
    }
    return vsyncs[index - base]
  }

  private mutating func forget(before index: Int) {
    let gone = min(index - base, vsyncs.count)
    guard gone > 64 else { return }
    vsyncs.removeFirst(gone)
    base += gone
  }
}
