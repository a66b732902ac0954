import Foundation

/// The experiments that come with the command.
enum Shipped {
  /// Their folder in the checkout from which the command was built; `nil` if it is not there.
  private static let checkout: String? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(path: "experiments").path
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }()

  /// Their folder: here, or in the checkout.
  static let folder =
    FileManager.default.fileExists(atPath: "experiments") ? "experiments" : checkout

  /// Returns where a group of them lies if an operand is its name, such as ‘field’, and no path.
  static func place(_ operand: String) -> String {
    guard let folder, !FileManager.default.fileExists(atPath: operand) else { return operand }
    let group = "\(folder)/\(operand)"
    return Scripts.isFolder(group) ? group : operand
  }

  /// Whether a script is one of them.
  static func contains(_ path: String) -> Bool {
    guard let checkout else { return false }
    return URL(filePath: path).resolvingSymlinksInPath().path
      .hasPrefix(URL(filePath: checkout).resolvingSymlinksInPath().path + "/")
  }
}
