/// Something that the user of a command can mend: what is wrong, and the remedy.
public protocol UserError: Error, CustomStringConvertible {
  /// How a command ends because of it.
  var status: ExitStatus { get }
  /// Whether the description begins with the file and the line that are wrong.
  var hasPlace: Bool { get }
}

extension UserError {
  /// No.
  public var hasPlace: Bool { false }
}
