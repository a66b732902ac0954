package import LabAnswer
package import LabKernel
package import LabMetrics
package import LabTrace

/// The worst moment of a run as a timeline, with what came before and after it.
package struct MomentPicture {
  /// How much is shown before the moment, a refresh at 60 Hz; after it three times as much, until
  /// the display shows what came of it.
  private static let lead = Duration.milliseconds(17)
  /// How many refreshes of a long moment are shown.
  private static let refreshLimit = 13

  private let shown: Range<Int>
  /// Whether only the end of the moment is shown, where it is seen what happens to what waited.
  package let isCut: Bool

  /// Shows a moment.
  package init(_ moment: ProblemMoment, of measurement: RunMeasurement) {
    self.init(from: moment.begin, for: moment.duration, of: measurement)
  }

  /// Shows a stretch of a run, with what came before and after it.
  package init(from begin: Instant, for length: Duration, of measurement: RunMeasurement) {
    let all = measurement.refreshes(from: Self.start(before: begin), for: length + Self.lead * 4)
    shown = all.suffix(Self.refreshLimit)
    isCut = shown.count < measurement.refreshes(from: begin, for: length + Self.lead * 3).count
  }

  /// Where the picture begins.
  package static func start(of moment: ProblemMoment) -> Instant { start(before: moment.begin) }

  private static func start(before begin: Instant) -> Instant {
    begin >= .at(lead)
      ? Instant.start.advanced(by: Instant.start.duration(to: begin) - lead) : .start
  }

  /// Draws the refreshes of the moment in a run, which may be another one.
  package func parts(
    _ heading: String, _ measurement: RunMeasurement, _ trace: Trace
  ) -> [Answer.Part] {
    guard let figure = Figure(of: trace, measurement, shown) else { return [] }
    return [.heading(heading, isRun: true), .figure(figure)]
  }
}

extension Figure {
  /// Draws some refreshes of a run, for a narrow screen in half as many columns; `nil` without any.
  package init?(of trace: Trace, _ measurement: RunMeasurement, _ refreshes: Range<Int>) {
    let timelines = [Timeline.usualColumns, Timeline.usualColumns / 2].compactMap {
      measurement.timeline(of: trace, refreshes: refreshes, columns: $0)
    }
    guard let wide = timelines.first else { return nil }
    self = .timeline(wide, narrow: timelines.last)
  }
}

extension ProblemMoment {
  /// The moment in words: how long what of whom it is, and its worst culprit.
  package func sentence(
    _ thing: String, of subject: String, as head: String = "The worst moment", isCut: Bool,
    _ culprit: (Blame) -> String
  ) -> String {
    let part = worst.map { worst in
      worst.time >= duration
        ? ", all of it" : worst.time * 100 > duration * 51 ? ", most of it" : ", up to half of it"
    }
    // The picture has the vsyncs at which frames are missing, not when those were begun.
    let place =
      problem == .droppedSlot
      ? "vsync \(number)" : "\(ReportNumber.milliseconds(Instant.start.duration(to: begin))) ms"
    return "\(head): \(ReportNumber.milliseconds(duration)) ms of \(thing) of \(subject)"
      + " from \(place) on"
      + (part ?? "") + (worst.map(culprit) ?? "")
      + (isCut ? " (the picture shows only its end)" : "")
  }
}
