package import LabKernel

extension Panel {
  /// When a panel refreshes.
  package enum Timing: Hashable, Sendable {
    /// On a grid of one rate, except for changes made by hand.
    case rate(VsyncGrid)
    /// On a grid whose rate is chosen among some, fastest first; it begins with the fastest.
    case steps([RefreshRate], VsyncGrid)
    /// When there is something to show, within a range of rates.
    case adaptive(slowest: RefreshRate, fastest: RefreshRate)
    /// When a real panel was seen to.
    case recorded(RecordedVsyncs)

    /// The grid, if there is one.
    var grid: VsyncGrid? {
      switch self {
      case .rate(let grid), .steps(_, let grid): grid
      case .adaptive, .recorded: nil
      }
    }

    /// The rate at the start.
    var rate: RefreshRate {
      switch self {
      case .rate(let grid), .steps(_, let grid): grid.rate
      case .adaptive(_, let fastest): fastest
      case .recorded(let vsyncs): vsyncs.rate
      }
    }

    func vsync(_ index: Int) -> Instant {
      switch self {
      case .rate(let grid), .steps(_, let grid): grid.vsync(index)
      case .adaptive(_, let fastest): fastest.vsync(index)
      case .recorded(let vsyncs): vsyncs.vsync(index)
      }
    }
  }
}
