extension ImportedTrace {
  /// What a browser's trace tells of the frames of a page: those of its compositor, and those of
  /// its main thread.
  public struct PageFrames: Hashable, Sendable {
    /// A frame of the main thread.
    public struct MainFrame: Hashable, Sendable {
      /// The last vsync that its compositor noted before it, by its number.
      public var vsync: Int
      /// When its task began, in nanoseconds from the start of the window.
      public var start: Int64
      /// How long its task took, in nanoseconds.
      public var duration: Int64

      /// Creates a frame.
      public init(vsync: Int, start: Int64, duration: Int64) {
        (self.vsync, self.start, self.duration) = (vsync, start, duration)
      }
    }

    /// The vsyncs as the compositor noted them, in nanoseconds from the start of the window.
    public var vsyncs: [Int64]
    /// The frames of the main thread, in order.
    public var mainFrames: [MainFrame]
    /// How many vsyncs there are of which the compositor says whether it wanted a main frame.
    public var reported: Int
    /// How many of them have a main frame, or none, as it says.
    public var reportedRight: Int

    /// Creates the frames of a page.
    public init(vsyncs: [Int64], mainFrames: [MainFrame], reported: Int = 0, reportedRight: Int = 0)
    {
      (self.vsyncs, self.mainFrames) = (vsyncs, mainFrames)
      (self.reported, self.reportedRight) = (reported, reportedRight)
    }
  }
}
