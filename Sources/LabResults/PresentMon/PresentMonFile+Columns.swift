import LabKernel
import LabMetrics

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
