/// The mistakes that kept a script from being read, in the order of its lines.
package struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first mistakes, 20 at most.
  package let diagnostics: [Diagnostic]
  /// How many more there are.
  package let omitted: Int

  package init(_ mistakes: [Mistake], path: String) {
    let sorted = mistakes.enumerated().sorted { first, second in
      let paths = (first.element.path ?? path, second.element.path ?? path)
      guard paths.0 == paths.1 else {
        return paths.0 == path || paths.1 != path && paths.0 < paths.1
      }
      return (first.element.position, first.offset) < (second.element.position, second.offset)
    }
    var diagnostics: [Diagnostic] = []
    // Of several mistakes one habit may be the reason.
    for mistake in sorted.prefix(Limits.diagnostics) {
      let diagnostic = mistake.element.diagnostic(path: path)
      guard !diagnostics.contains(diagnostic) else { continue }
      let last = diagnostics.lastIndex { !$0.isBehind(diagnostic) }
      diagnostics.insert(diagnostic, at: last.map { $0 + 1 } ?? 0)
    }
    self.diagnostics = diagnostics
    omitted = mistakes.count - sorted.prefix(Limits.diagnostics).count
  }

  /// Whether the command line is wrong rather than a file.
  package var isAboutOptions: Bool { diagnostics.allSatisfy { $0.path.hasPrefix("--") } }

  /// All diagnostics, one after the other.
  package var description: String {
    let rest = omitted == 0 ? [] : ["… and \(omitted) more."]
    return (diagnostics.map { $0.description } + rest).joined(separator: "\n")
  }
}

extension Diagnostic {
  /// Whether this one stands behind another on its line.
  fileprivate func isBehind(_ other: Diagnostic) -> Bool {
    guard let own = position, let place = other.position, path == other.path else { return false }
    return own.line == place.line && own.column > place.column
  }
}

extension Mistake {
  fileprivate var path: String? { place?.source.path }

  /// Mistakes without a place concern the whole file and come last, in the order found.
  fileprivate var position: Diagnostic.Position {
    Diagnostic.Position(line: place?.line ?? .max, column: place?.column ?? 0)
  }
}
