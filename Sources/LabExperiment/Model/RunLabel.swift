/// By what a run is told from the others of its plan.
package struct RunLabel: Hashable, Sendable {
  /// A sweep and the value that it has in a run.
  package struct Choice: Hashable, Sendable {
    /// The name of the sweep.
    package let name: String
    /// The value as it is written in the script.
    package let value: String
  }

  /// The position in the plan, from 0.
  package let index: Int
  /// The value of every sweep.
  package let point: [Choice]
  /// Which replication of its sweep point and arm the run is, from 0.
  package let replication: Int
  /// The seed; the same for every arm and every sweep point of a replication.
  package let seed: UInt64
  /// The name of the arm.
  package let arm: String
  /// The file of its replication, where a load names several recordings; `nil` elsewhere.
  package internal(set) var recordedFile: String?

  /// What tells the run from others of its arm but for its draws: the value of every sweep, and its
  /// recording.
  package var place: [Choice] {
    point + [recordedFile.map { Choice(name: "recording", value: $0) }].compactMap { $0 }
  }

  /// Returns the value at a position of ``place``, without making it.
  package func value(at position: Int) -> String {
    position < point.count ? point[position].value : recordedFile ?? ""
  }
}
