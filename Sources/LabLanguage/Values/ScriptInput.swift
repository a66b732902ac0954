/// A script, or a file that it names.
package struct ScriptInput: Hashable, Sendable {
  /// The path as the script or its reader writes it.
  package let path: String
  /// What was in it.
  package let bytes: [UInt8]

  /// Creates a file in memory.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
