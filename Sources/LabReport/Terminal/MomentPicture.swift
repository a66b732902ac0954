import LabKernel
import LabMetrics
import LabTrace

/// The worst moment of a run as a timeline, with what came before and after it.
struct MomentPicture {
  /// How much is shown before the moment, a refresh at 60 Hz; after it three times as much, until
  /// the display shows what came of it.
  static let lead = Duration.milliseconds(17)
  /// How many refreshes of a long moment are shown.
  private static let refreshLimit = 13

  private let shown: Range<Int>
  private let width: Int
  /// Whether only the end of the moment is shown, where it is seen what becomes of what waited.
  let isCut: Bool

  init(_ moment: ProblemMoment, of measurement: RunMeasurement, width: Int) {
    self.init(from: moment.begin, for: moment.duration, of: measurement, width: width)
  }

  /// Shows a stretch of a run, with what came before and after it.
  init(
    from begin: Instant, for length: Duration, of measurement: RunMeasurement, width: Int
  ) {
    self.width = width
    let all = measurement.refreshes(from: Self.start(before: begin), for: length + Self.lead * 4)
    shown = all.suffix(Self.refreshLimit)
    isCut = shown.count < all.count
  }

  /// Where the picture begins.
  static func start(of moment: ProblemMoment) -> Instant { start(before: moment.begin) }

  private static func start(before begin: Instant) -> Instant {
    begin >= .at(lead)
      ? Instant.start.advanced(by: Instant.start.duration(to: begin) - lead) : .start
  }

  /// Draws the refreshes of the moment in a run, which may be another one.
  func lines(_ heading: String, _ measurement: RunMeasurement, _ trace: Trace) -> [String] {
    // As long names leave it, a refresh has the usual columns, or half as many.
    let isWide = shown.count * (Timeline.usualColumns + 1) + 17 <= width
    let timeline = measurement.timeline(
      of: trace, refreshes: shown,
      columns: isWide ? Timeline.usualColumns : Timeline.usualColumns / 2)
    guard let timeline else { return [] }
    return ["", "# \(heading)"]
      + timeline.text(width: width).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }
}
