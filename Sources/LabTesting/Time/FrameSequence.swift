import LabDisplay
import LabKernel
public import LabTicks

/// The ticks of a display, for code that draws in a loop; see
/// ``Laboratory/frames(_:every:takes:)``.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public struct FrameSequence: AsyncSequence, Sendable {
  private let clock: FrameClock
  private let panel: Panel
  private let count: Int

  init(_ clock: FrameClock, _ panel: Panel, every count: Int) {
    self.clock = clock
    self.panel = panel
    self.count = count
  }

  /// Creates what the ticks are taken from.
  public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

  /// What the ticks are taken from.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let sequence: FrameSequence
    /// The vsync of the last tick.
    private var last: Int?

    fileprivate init(sequence: FrameSequence) { self.sequence = sequence }

    /// Completes the picture before, and waits for the next tick; `nil` once the task is cancelled.
    public mutating func next() async -> Tick? {
      let (clock, panel, count) = (sequence.clock, sequence.panel, sequence.count)
      var index = (last ?? -1) + (last == nil ? 1 : count)
      // Before the first tick no vsync has been left out; afterwards the newest is answered.
      if last == nil {
        while panel.vsync(index) < clock.now { index += 1 }
      } else {
        while panel.vsync(index + count) <= clock.now { index += count }
      }
      last = index
      let vsync = panel.vsync(index)
      do {
        try await clock.sleep(until: vsync, tolerance: nil)
      } catch {
        return nil
      }
      return Tick(
        timestamp: vsync.sinceStart, target: panel.vsync(index + count).sinceStart)
    }
  }
}
