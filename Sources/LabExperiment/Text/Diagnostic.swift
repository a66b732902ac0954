/// A mistake in an input file as it is shown: the place, what is wrong, and the remedy.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// A line and a column, both counted from 1; columns are Unicode scalars.
  public struct Position: Hashable, Sendable, Comparable {
    /// The line.
    public let line: Int
    /// The column.
    public let column: Int

    /// Returns whether one position stands before another.
    public static func < (lhs: Position, rhs: Position) -> Bool {
      (lhs.line, lhs.column) < (rhs.line, rhs.column)
    }
  }

  /// What kind of message this is.
  public enum Severity: String, Hashable, Sendable {
    /// The script cannot be used.
    case error
    /// The script can be used; its author may want to know something.
    case note
  }

  /// What kind of message this is.
  public var severity = Severity.error
  /// The file.
  public let path: String
  /// The place in the file; `nil` when the whole file is meant.
  public let position: Position?
  /// What is wrong and what to write instead.
  public let message: String
  /// The line at that place; `nil` if it is not fit to be shown.
  public let excerpt: String?

  /// Three lines: place and message, the line itself, a caret under the column.
  ///
  ///     beat.lab:9:20: error: '16' has no unit. Write '16 ms', '16 us' or '16 s'.
  ///       timer ball every 16 in default
  ///                        ^
  public var description: String {
    guard let position else { return "\(path): \(severity.rawValue): \(message)" }
    let first = "\(path):\(position.line):\(position.column): \(severity.rawValue): \(message)"
    guard let excerpt else { return first }
    let before = excerpt.unicodeScalars.prefix(position.column - 1)
    let indent = String(before.map { $0 == "\t" ? "\t" : " " })
    return """
      \(first)
      \(excerpt)
      \(indent)^
      """
  }
}

extension Mistake {
  fileprivate var path: String? { place?.source.path }

  /// Mistakes without a place concern the whole file and come last, in the order found.
  fileprivate var position: Diagnostic.Position {
    Diagnostic.Position(line: place?.line ?? .max, column: place?.column ?? 0)
  }
}

/// The mistakes that kept a script from being read, in the order of its lines.
public struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first mistakes, 20 at most.
  public let diagnostics: [Diagnostic]
  /// How many more there are.
  public let omitted: Int

  package init(_ mistakes: [Mistake], path: String) {
    let sorted = mistakes.enumerated().sorted { first, second in
      let paths = (first.element.path ?? path, second.element.path ?? path)
      guard paths.0 == paths.1 else {
        return paths.0 == path || paths.1 != path && paths.0 < paths.1
      }
      return (first.element.position, first.offset) < (second.element.position, second.offset)
    }
    diagnostics = sorted.prefix(Limits.diagnostics).map { $0.element.diagnostic(path: path) }
    omitted = mistakes.count - diagnostics.count
  }

  /// Whether the command line is wrong rather than a file.
  public var isAboutOptions: Bool { diagnostics.allSatisfy { $0.path.hasPrefix("--") } }

  /// All diagnostics, one after the other.
  public var description: String {
    let rest = omitted == 0 ? [] : ["… and \(omitted) more."]
    return (diagnostics.map(\.description) + rest).joined(separator: "\n")
  }
}
