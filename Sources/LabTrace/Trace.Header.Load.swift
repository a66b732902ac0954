extension Trace.Header {
  /// How a browser's page is drawn, which shows what tasks did in its own frames.
  public struct Page: Hashable, Sendable {
    /// Under which name the trace tells the frames.
    public var frames: String
    /// From the end of a frame until it is seen, if its refresh has drawn nothing yet; `nil` if it
    /// always waits for the next vsync.
    public var drawn: Duration?
    /// From the next vsync until it is seen otherwise.
    public var late: Duration

    /// Describes how a page is drawn.
    public init(frames: String, drawn: Duration?, late: Duration) {
      (self.frames, self.drawn, self.late) = (frames, drawn, late)
    }
  }

  /// A load whose tasks are measured.
  public struct Load: Hashable, Sendable {
    /// The name under which its tasks appear in the trace.
    public var name: String
    /// The names of the modes in which its tasks are served; `nil` for all.
    public var modes: Set<String>?
    /// The driver whose frames show what the tasks did; `nil` for none.
    public var driver: String?

    /// Whether tasks run in pieces: what is left after one arrives at its end, with a serial of its
    /// own.
    public var hasPieces: Bool

    /// Describes a load.
    public init(
      _ name: String, modes: Set<String>? = nil, shownThrough driver: String? = nil,
      hasPieces: Bool = false
    ) {
      (self.name, self.modes, self.driver) = (name, modes, driver)
      self.hasPieces = hasPieces
    }
  }
}
