import LabKernel
import LabMetrics

/// An expectation that does not hold.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct Failure: Hashable, Sendable {
  /// What failed, in a sentence.
  let headline: String
  /// Numbers, culprits and the picture, line by line.
  var details: [String] = []
  /// The line of the test; `nil` stands for the line that made the laboratory.
  var place: Place?
  /// The same expectation in the language of scripts, if that can say it.
  var script: String?
  /// Who or what is to blame for most of it, as the test named it; without a time.
  var culprit: Blame?
  /// What the metric of the script came to.
  var measured: Measured?
  /// When it was worst; `nil` if it has no such moment.
  var moment: Instant?
  /// What it leaves beside the evidence of the run.
  var files: [AttachedFile] = []
  /// Whether it is about when something happens, so that another driver or other tasks may help.
  var isOfTiming = false

  /// A metric of a driver by its column, and its value.
  struct Measured: Hashable, Sendable {
    let driver: String
    let column: String
    let value: MetricValue
  }

  init(
    _ headline: String, details: [String] = [], at place: Place? = nil, script: String? = nil,
    culprit: Blame? = nil, measured: Measured? = nil, isOfTiming: Bool = false
  ) {
    self.headline = headline
    self.details = details
    self.place = place
    self.script = script
    self.culprit = culprit
    self.measured = measured
    self.isOfTiming = isOfTiming
  }

  /// Returns whether another run failed in the same expectation.
  func isOfSameExpectation(as other: Failure) -> Bool {
    place == other.place && script == other.script
  }

  /// Returns whether another run failed in the same place, by the same metric, with the same
  /// culprit.
  func isSame(as other: Failure) -> Bool {
    isOfSameExpectation(as: other) && culprit == other.culprit
  }

  /// Whether more is wanted than was measured.
  var asksForMore: Bool { script?.contains(">") == true }

  var text: String { ([headline] + details).joined(separator: "\n") }
}

/// A place in the source of a test.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
package struct Place: Hashable, Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  package static func == (lhs: Place, rhs: Place) -> Bool { lhs.key == rhs.key }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  private var key: String { "\(filePath):\(line):\(column)" }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Place: CustomStringConvertible {
  /// The file, without its folders, and the line.
  package var description: String {
    "\("\(fileID)".split(separator: "/").last ?? ""):\(line)"
  }
}

/// A file that a failing test leaves beside its issue.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
package struct AttachedFile: Hashable, Sendable {
  /// Its name, with its extension.
  package let name: String
  /// What is in it.
  package let text: String

  package init(_ name: String, _ text: String) {
    (self.name, self.text) = (name, text)
  }
}
