public import LabKernel

/// When a display refreshes, and how long a picture takes to reach the glass.
public struct Panel: Hashable, Sendable {
  /// The refreshes per second.
  public var rate: RefreshRate

  /// The instant of vsync 0; at least 0, usually below one period.
  public var phase: Duration

  /// How many refreshes lie between the latch of a picture and its light: 0, 1 or 2.
  ///
  /// 1 is double buffering: a commit that is on time is visible two periods after the vsync that
  /// caused it. 2 is triple buffering, 0 a display that is scanned out directly.
  ///
  /// - Source: Apple, "Understanding hitches in your app": two frames before a frame shows.
  public var depth: Int

  /// How long before a vsync a commit must be complete to be latched by it.
  public var guardTime: Duration

  /// Creates a panel with a fixed rate.
  public init(
    rate: RefreshRate, phase: Duration = .zero, depth: Int = 1, guardTime: Duration = .zero
  ) {
    self.rate = rate
    self.phase = phase
    self.depth = depth
    self.guardTime = guardTime
  }

  /// Returns the instant of a vsync, counted from 0.
  ///
  ///     V(k) = phase + floor(k × 10⁹ / rate) ns
  public func vsync(_ index: Int) -> Instant {
    rate.vsync(index).advanced(by: phase)
  }
}
