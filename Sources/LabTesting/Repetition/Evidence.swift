package import LabKernel
package import LabMetrics
package import LabTrace

/// What a failing run leaves: a script with its recordings, and the run as a timeline.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
package struct Evidence {
  /// How many refreshes the timeline has at most.
  private static let mostRefreshes = 600

  private let lab: Laboratory
  private let failure: Failure
  private let script: LabScript

  /// Gathers what there is of a run.
  ///
  /// - Parameters:
  ///   - lab: The run.
  ///   - failure: The expectation that failed first.
  ///   - smallest: The smallest script that fails in the same way; `nil` for the run as it was.
  init(_ lab: Laboratory, _ failure: Failure, smallest: LabScript?) {
    self.lab = lab
    self.failure = failure
    script = smallest ?? LabScript(lab, failure)
  }

  /// What the files are called, without an extension: the place of what failed.
  package var stem: String { (failure.place ?? lab.desk.place).stem }

  /// What failed, in a line.
  package var headline: String { failure.headline }

  /// What happened.
  package var trace: Trace { lab.trace }

  /// The same, measured.
  package var measurement: RunMeasurement { lab.measurement }

  /// When it was worst; `nil` if no moment stands out.
  package var moment: Instant? { failure.moment }

  /// The files, named by the place of what failed.
  package var files: [AttachedFile] {
    let script = script.withRecordings(named: stem)
    return [AttachedFile("\(stem).lab", script.text + "\n")]
      + script.recordings.map { AttachedFile($0.name, $0.text) }
      + [timeline.map { AttachedFile("\(stem).txt", $0) }].compactMap(\.self)
  }

  /// The refresh in which it was worst.
  private var worst: Int {
    guard let moment = failure.moment else { return 0 }
    return lab.measurement.refreshes(from: moment, for: .nanoseconds(1)).lowerBound
  }

  /// The whole run; of a long one what lies about its worst moment.
  private var timeline: String? {
    let first = max(0, min(worst, lab.measurement.refreshCount) - Self.mostRefreshes / 2)
    guard let timeline = lab.timeline(refreshes: first..<first + Self.mostRefreshes) else {
      return nil
    }
    return "\(failure.headline)\n\n\(timeline.text(width: 100))\n"
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Place {
  /// The file without its folders and its extension, and the line: `BallTests-12`.
  fileprivate var stem: String {
    let file = "\(fileID)".split(separator: "/").last ?? "test"
    return "\(file.split(separator: ".").first ?? file)-\(line)"
  }
}
