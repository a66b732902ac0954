/// Why two results cannot be compared.
public struct ComparisonMistake: Error, Hashable, CustomStringConvertible {
  /// What is wrong, and the remedy.
  public let description: String

  init(_ description: String) { self.description = description }
}
