/// A script, or a file that it names.
public struct ScriptInput: Hashable, Sendable {
  /// The path as the script or its reader writes it.
  public let path: String
  /// What was in it.
  public let bytes: [UInt8]

  /// Creates a file in memory.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
