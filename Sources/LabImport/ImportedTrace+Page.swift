extension ImportedTrace {
  /// What a browser's trace tells of the frames of a page: those of its compositor, and those of
  /// its main thread.
  package struct PageFrames: Hashable, Sendable {
    /// A frame of the main thread.
    package struct MainFrame: Hashable, Sendable {
      /// The last vsync that its compositor noted before it, by its number.
      package var vsync: Int
      /// When its task began, in nanoseconds from the start of the window.
      package var start: Int64
      /// How long its task took, in nanoseconds.
      package var duration: Int64

      /// Creates a frame.
      package init(vsync: Int, start: Int64, duration: Int64) {
        (self.vsync, self.start, self.duration) = (vsync, start, duration)
      }
    }

    /// The vsyncs as the compositor noted them, in nanoseconds from the start of the window.
    package var vsyncs: [Int64]
    /// The frames of the main thread, in order.
    package var mainFrames: [MainFrame]
    /// How many vsyncs there are of which the compositor says whether it wanted a main frame.
    package var reported: Int
    /// How many of them have a main frame, or none, as it says.
    package var reportedRight: Int

    /// Creates the frames of a page.
    package init(
      vsyncs: [Int64], mainFrames: [MainFrame], reported: Int = 0, reportedRight: Int = 0
    ) {
      (self.vsyncs, self.mainFrames) = (vsyncs, mainFrames)
      (self.reported, self.reportedRight) = (reported, reportedRight)
    }
  }
}
