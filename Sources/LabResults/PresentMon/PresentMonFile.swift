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

extension PresentMonFile {
  private static func column(
    _ name: String, _ meaning: String, _ field: @escaping @Sendable (Row) -> String
  ) -> Column<Row> {
    Column(name, meaning) { $1.field(field($0)) }
  }

  private static func constant(_ name: String, _ text: String) -> Column<Row> {
    column(name, "Always \(text): the lab has none.") { _ in text }
  }

  private static func interval(_ begin: Instant?, _ end: Instant?) -> String? {
    begin.flatMap { begin in end.map { begin.duration(to: $0).millisecondText } }
  }

  static let firstColumns: [Column<Row>] = [
    constant("Runtime", "Other"),
    constant("SyncInterval", "1"),
    constant("PresentFlags", "0"),
    column("Dropped", "1 if the update was overwritten and never seen, 0 if a refresh showed it.") {
      $0.update.photon == nil ? "1" : "0"
    },
    column("TimeInSeconds", "When the callback ended, in seconds since the start of the run.") {
      secondsText($0.update.ended)
    },
    column(
      "msInPresentAPI",
      "The wait from the end of the callback to the beginning of the next; 0 for the last."
    ) { row in
      wait(row)?.millisecondText ?? "0"
    },
    column(
      "msBetweenPresents",
      "The time since the end of the previous update's callback; 0 for the first."
    ) { row in
      interval(row.previous?.ended, row.update.ended) ?? "0"
    },
    constant("AllowsTearing", "0"),
    constant("PresentMode", "Composed: Flip"),
    constant("msUntilRenderComplete", "0"),
    column("msUntilDisplayed", "From the end of the callback to the display; 0 if never seen.") {
      interval($0.update.ended, $0.update.photon) ?? "0"
    },
    column(
      "msBetweenDisplayChange",
      "The time since the frame before it; 0 if never seen or the first."
    ) { row in
      interval(row.shownBefore?.photon, row.update.photon) ?? "0"
    },
  ]

  static let secondColumns: [Column<Row>] =
    [
      constant("PresentRuntime", "Other"),
      constant("SyncInterval", "1"),
      constant("PresentFlags", "0"),
      constant("AllowsTearing", "0"),
      constant("PresentMode", "Composed: Flip"),
      column(
        "CPUStartTime", "When the callback began, in milliseconds since the start of the run."
      ) { row in
        interval(.start, row.update.began) ?? "NA"
      },
      column("FrameTime", "From the beginning of the callback to that of the next.") { row in
        interval(row.update.began, row.next?.began) ?? "NA"
      },
      column("CPUBusy", "How long the callback took.") {
        interval($0.update.began, $0.update.ended) ?? "NA"
      },
      column("CPUWait", "The wait from the end of the callback to the beginning of the next.") {
        wait($0)?.millisecondText ?? "NA"
      },
    ] + ["GPULatency", "GPUTime", "GPUBusy", "GPUWait"].map { constant($0, "0") } + [
      column("DisplayLatency", "From the beginning of the callback to the display.") {
        interval($0.update.began, $0.update.photon) ?? "NA"
      },
      column("DisplayedTime", "How long the frame was displayed, until another one was.") {
        interval($0.update.photon, $0.nextPhoton) ?? "NA"
      },
      column("AnimationError", "The step of animation time minus the display step.") { row in
        row.shownBefore.flatMap { row.update.animationError(after: $0) }?.millisecondText ?? "NA"
      },
      column("AnimationTime", "The time for which the content was computed, in milliseconds.") {
        $0.update.photon == nil ? "NA" : interval(.start, $0.update.animationTime) ?? "NA"
      },
      constant("ClickToPhotonLatency", "NA"),
    ]

  /// The time between two callbacks; none if the loop ran within a callback.
  private static func wait(_ row: Row) -> Duration? {
    row.next?.began.map { max(.zero, row.update.ended.duration(to: $0)) }
  }

  /// An instant in seconds, exact to the nanosecond.
  private static func secondsText(_ instant: Instant) -> String {
    let (whole, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return "\(whole)." + String(String(1_000_000_000 + rest).dropFirst())
  }
}

/// Sets the updates of a driver beside those around them, given one by one.
///
/// What is displayed after an update is known with the next one that is displayed; until then it
/// waits.
struct PresentMonRows {
  private let application: String
  private let run: Int
  private let swapChain: Int
  /// The updates since the last one that was displayed, with that one.
  private var waiting: [PresentedUpdate] = []
  /// The last update that does not wait, and the last one of those that was displayed.
  private var previous: PresentedUpdate?
  private var shown: PresentedUpdate?

  /// Begins before the first update.
  ///
  /// - Parameters:
  ///   - application: The arm and the driver, with a point between them.
  ///   - run: The position of the run in the plan.
  ///   - swapChain: The number of the driver in its run, from 1.
  init(of application: String, run: Int, swapChain: Int) {
    (self.application, self.run, self.swapChain) = (application, run, swapChain)
  }

  /// Goes on with an update, and visits the rows that are whole by that.
  mutating func add(_ update: PresentedUpdate, _ body: (PresentMonFile.Row) -> Void) {
    if update.photon != nil { release(before: update, body) }
    waiting.append(update)
  }

  /// Visits the rows of the updates after which none is displayed.
  mutating func finish(_ body: (PresentMonFile.Row) -> Void) { release(before: nil, body) }

  private mutating func release(
    before next: PresentedUpdate?, _ body: (PresentMonFile.Row) -> Void
  ) {
    for (index, update) in waiting.enumerated() {
      body(
        PresentMonFile.Row(
          application: application, run: run, swapChain: swapChain, update: update,
          previous: previous, next: index + 1 < waiting.count ? waiting[index + 1] : next,
          shownBefore: shown, nextPhoton: next?.photon))
      previous = update
      if update.photon != nil { shown = update }
    }
    waiting.removeAll(keepingCapacity: true)
  }
}

/// The generations of PresentMon's columns.
package enum PresentMonVersion: String, Hashable, Sendable, CaseIterable {
  /// Present calls, with a column `Dropped`, as PresentMon 1 wrote them and CapFrameX reads them.
  case v1 = "v1"
  /// Frames from the start of their work, with animation error, as PresentMon 2 writes them.
  case v2 = "v2"
}
