import LabKernel
import LabMetrics

/// The updates of runs as PresentMon would have captured them.
///
/// A driver is a swap chain, its run a process. The work on an update lasts from the beginning of
/// its callback to the end; there it is presented, and the time until the next callback is a wait.
/// An update that another one overwrote was dropped. Times are exact to the nanosecond, and what is
/// undefined is `NA`, but where PresentMon 1 knows only 0.
///
/// - Source: PresentMon, README-ConsoleApplication.md, for the meaning of each column.
enum PresentMonFile {
  /// One update beside those around it.
  struct Row {
    /// The arm and the driver, with a point between them.
    let application: String
    /// The position of the run in the plan.
    let run: Int
    /// The number of the driver in its run, from 1.
    let swapChain: Int
    let update: PresentedUpdate
    /// The update presented before it.
    let previous: PresentedUpdate?
    /// The update presented after it.
    let next: PresentedUpdate?
    /// The update that was shown before it.
    let shownBefore: PresentedUpdate?
    /// When the frame after it was displayed.
    let nextPhoton: Instant?
  }

  /// The columns that say whose update it is.
  private static let key: [Column<Row>] = [
    Column("Application", "The arm and the driver, with a point between them.") {
      $1.field($0.application)
    },
    Column("ProcessID", "The position of the run in the plan, from 0.") { $1.field($0.run) },
    Column("SwapChainAddress", "The number of the driver in its run, from 1, in hexadecimal.") {
      $1.field("0x" + String($0.swapChain, radix: 16, uppercase: true))
    },
  ]

  /// Returns the file as a generation of PresentMon writes it.
  static func file(_ version: PresentMonVersion) -> CSVFile<Row> {
    let columns =
      switch version {
      case .v1: firstColumns
      case .v2: secondColumns
      }
    return CSVFile("presentmon.csv", columns: key + columns, hasSchema: false)
  }
}
