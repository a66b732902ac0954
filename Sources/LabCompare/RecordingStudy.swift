package import LabAnswer
package import LabMetrics
package import LabStudy
import LabText

/// Did a change of an app help: its recordings before and after.
package struct RecordingStudy: Study {
  package let subject: String
  private let before: [ComparedRecording]
  private let after: [ComparedRecording]
  private let metric: SavingMetric?
  private let changed: [String]
  private let isSame: Bool
  private let limit: WorseThan?

  /// Asks about recordings.
  ///
  /// - Parameters:
  ///   - before: The recordings before the change; at least one.
  ///   - after: Those after it; at least one.
  ///   - metric: What is compared; `nil` for the usual.
  ///   - changed: The tasks that the change has changed, beside those that are found.
  ///   - isSame: Whether they are of one app, though they do not look so.
  ///   - limit: How much worse is too much; `nil` if that is not asked.
  package init(
    _ before: [ComparedRecording], _ after: [ComparedRecording], by metric: SavingMetric?,
    changed: [String], isSame: Bool, limit: WorseThan?
  ) {
    subject =
      "\(before.map(\.name).joined(separator: " ")) vs"
      + " \(after.map(\.name).joined(separator: " "))"
    (self.before, self.after, self.metric) = (before, after, metric)
    (self.changed, self.isSame, self.limit) = (changed, isSame, limit)
  }

  /// Exchanges work and setting of the recordings, and replays them.
  ///
  /// - Throws: `InputError` if they are not of one app, or why a replay could not be completed.
  package func answer(_ watch: Watch) throws -> Answer {
    do {
      let comparison = try RecordingComparison(
        before, after, by: metric, changed: changed, isSame: isSame)
      return Answer(
        "compare", of: subject, comparison.paragraphs, data: [comparison.parts],
        outcome: limit?.decision(comparison.range, before: comparison.before).outcome ?? .answered)
    } catch let error as RecordingComparison.OtherApp {
      throw InputError(path: after[0].name, error.description)
    }
  }
}

extension RecordingComparison {
  fileprivate var paragraphs: [[Answer.Part]] {
    let changed =
      changes.isEmpty
      ? []
      : [Answer.Sentence("Changed: \(changes.joined(separator: "; ")).", as: "changes")]
    return [
      [.sentences([Answer.Sentence(headline, as: "verdict")])],
      (changed + remarks.map { Answer.Sentence($0, as: "remark") }).map { .sentences([$0]) },
      [.table(recordings)], causes.isEmpty ? [] : [.table(causesTable)],
    ]
  }

  private var recordings: Table {
    Table(
      "recordings",
      [
        .words("side", [""]).once, .words("recording"),
        .number("measured", nil, .atMost(1)), .number("replayed", nil, .atMost(1)),
        .number("difference", ["off by"], .atMost(1)),
      ],
      zip(["before", "after"], files).flatMap { side, files in
        files.map { file in
          [.text(side), .text(file.name)]
            + [file.measured, file.replayed, file.difference].map(Table.Cell.number)
        }
      })
  }

  private var causesTable: Table {
    Table(
      "causes",
      [.words("cause", ["dropped frames by cause"]), .number("before"), .number("after")],
      causes.map { [.text($0.cause.rawValue)] + $0.counts.map(Table.Cell.count) })
  }

  /// What the difference is made of, in a row.
  fileprivate var parts: Table {
    Table(
      "parts",
      [
        .words("driver"), .words("metric"), .words("verdict"), .number("before"),
        .number("after"), .number("change"), .number("change_low"), .number("change_high"),
        .number("work"), .number("phase"), .number("rest"),
      ],
      [
        [
          .text(driver), .text(metric.rawValue), .text(verdict.rawValue), .number(before),
          .number(after), .number(change?.mean), .number(change?.interval?.lowerBound),
          .number(change?.interval?.upperBound), .number(work), .number(phase), .number(rest),
        ]
      ])
  }
}
