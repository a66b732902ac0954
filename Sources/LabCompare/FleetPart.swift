/// What a pass over one recording of a fleet comes to: a record of the study's journal.
public struct FleetPart: Hashable, Codable, Sendable {
  /// What is tried.
  public enum Pass: String, Codable, Sendable {
    /// Every change by itself.
    case singles
    /// The best of all recordings, two at a time.
    case pairs
  }

  /// What one change saves.
  public struct Saving: Hashable, Codable, Sendable {
    /// The change in words.
    public let change: String
    /// How many dropped refreshes it saves.
    public let saved: Int
    /// Whether it repairs something; to leave work out is a bound, and so is to ask for less.
    public let isRepair: Bool
    /// What is done to what: moving the long tasks of a load elsewhere is of one kind with moving
    /// all of them.
    public let kind: String
  }

  /// What was tried.
  public let pass: Pass
  /// The file.
  public let recording: String
  /// Why the recording is left out; `nil` for one that counts.
  public let leftOut: String?
  /// How many refreshes it dropped.
  public let dropped: Int
  /// What was tried in it.
  public let savings: [Saving]
}
