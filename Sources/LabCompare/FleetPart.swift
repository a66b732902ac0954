/// What a pass over one recording of a fleet comes to: a record of the study's journal.
package struct FleetPart: Hashable, Codable, Sendable {
  /// What is tried.
  package enum Pass: String, Codable, Sendable {
    /// Every change by itself.
    case singles
    /// The best of all recordings, two at a time.
    case pairs
  }

  /// What one change saves.
  package struct Saving: Hashable, Codable, Sendable {
    /// The change in words.
    package let change: String
    /// How many dropped refreshes it saves.
    package let saved: Int
    /// Whether it repairs something; to leave work out is a bound, and so is to ask for less.
    package let isRepair: Bool
    /// What is done to what: moving the long tasks of a load elsewhere is of one kind with moving
    /// all of them.
    package let kind: String
  }

  /// What was tried.
  package let pass: Pass
  /// The file.
  package let recording: String
  /// Why the recording is left out; `nil` for one that counts.
  package let leftOut: String?
  /// Whether it is left out since the file is wrong, and not what was recorded.
  package let isWrong: Bool
  /// How many refreshes it dropped.
  package let dropped: Int
  /// What was tried in it.
  package let savings: [Saving]
}
