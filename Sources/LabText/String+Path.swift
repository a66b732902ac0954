extension String {
  /// The folder of what a path leads to: all before the last name, and empty for a bare name.
  ///
  /// Foundation's own function traps for a path of one letter on Linux.
  package var parentPath: String {
    var rest = self[...]
    while rest.count > 1, rest.last == "/" { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/") else { return "" }
    rest = rest[..<slash]
    while rest.last == "/" { rest.removeLast() }
    return rest.isEmpty ? "/" : String(rest)
  }
}
