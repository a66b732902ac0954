package import LabKernel

extension Panel {
  /// When a panel refreshes.
  package enum Timing: Hashable, Sendable {
    /// On its grid, except for changes made by hand.
    case rate
    /// On a grid whose rate is chosen among some, fastest first; it begins with the fastest.
    case steps([RefreshRate])
    /// When there is something to show, within a range of rates whose fastest is that of the grid.
    case adaptive(slowest: RefreshRate)
    /// When a real panel was seen to.
    case recorded(RecordedVsyncs)
  }
}
