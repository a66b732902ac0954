/// By what a run is told from the others of its plan.
public struct RunLabel: Hashable, Sendable {
  /// A sweep and the value that it has in a run.
  public struct Choice: Hashable, Sendable {
    /// The name of the sweep.
    public let name: String
    /// The value as it is written in the script.
    public let value: String
  }

  /// The position in the plan, from 0.
  public let index: Int
  /// The value of every sweep.
  public let point: [Choice]
  /// Which replication of its sweep point and arm the run is, from 0.
  public let replication: Int
  /// The seed; the same for every arm and every sweep point of a replication.
  public let seed: UInt64
  /// The name of the arm.
  public let arm: String
}
