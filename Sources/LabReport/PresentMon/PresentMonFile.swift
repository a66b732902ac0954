import LabExperiment
import LabKernel
import LabMetrics

/// The updates of runs as PresentMon would have captured them.
///
/// A driver is a swap chain, its run a process. The work on an update lasts from the beginning of its
/// callback to the end; there it is presented, and the time until the next callback is a wait. An
/// update that another one overwrote was dropped. Times are exact to the nanosecond, and what is
/// undefined is `NA`, but where PresentMon 1 knows only 0.
///
/// - Source: PresentMon, README-ConsoleApplication.md, for the meaning of each column.
enum PresentMonFile {
  /// One update beside those around it.
  struct Row {
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

  /// A column: its name, its meaning, and its field for a row.
  struct Column: Sendable {
    let name: String
    let meaning: String
    let field: @Sendable (Row) -> String

    init(_ name: String, _ meaning: String, _ field: @escaping @Sendable (Row) -> String) {
      self.name = name
      self.meaning = meaning
      self.field = field
    }
  }

  /// The columns that say whose update it is.
  private static let key: [(column: String, meaning: String)] = [
    ("Application", "The arm and the driver, with a point between them."),
    ("ProcessID", "The position of the run in the plan, from 0."),
    ("SwapChainAddress", "The number of the driver in its run, from 1, in hexadecimal."),
  ]

  static func columns(_ version: PresentMonVersion) -> [Column] {
    switch version {
    case .v1: firstColumns
    case .v2: secondColumns
    }
  }

  static func header(_ version: PresentMonVersion) -> [String] {
    key.map(\.column) + columns(version).map(\.name)
  }

  /// Every column of any version with its meaning.
  static var meanings: [(column: String, meaning: String)] {
    key + (firstColumns + secondColumns).map { ($0.name, $0.meaning) }
  }

  /// One row per update in the measured window of each driver.
  static func updates(
    of run: RunSpec, _ measurement: RunMeasurement, _ version: PresentMonVersion,
    to csv: inout CSVWriter
  ) {
    for (index, driver) in measurement.drivers.enumerated() {
      for row in rows(measurement.presentedUpdates(of: driver.name)) {
        csv.field("\(run.arm).\(driver.name)")
        csv.field(run.index)
        csv.field("0x" + String(index + 1, radix: 16, uppercase: true))
        for column in columns(version) { csv.field(column.field(row)) }
        csv.endRow()
      }
    }
  }

  private static func rows(_ updates: [PresentedUpdate]) -> [Row] {
    var nextPhoton: Instant?
    let nextPhotons = updates.reversed().map { update in
      defer { nextPhoton = update.photon ?? nextPhoton }
      return nextPhoton
    }
    var shown: PresentedUpdate?
    return updates.indices.map { index in
      let update = updates[index]
      defer { if update.photon != nil { shown = update } }
      return Row(
        update: update, previous: index > 0 ? updates[index - 1] : nil,
        next: index + 1 < updates.count ? updates[index + 1] : nil, shownBefore: shown,
        nextPhoton: nextPhotons[updates.count - 1 - index])
    }
  }
}
