extension ScriptLanguage {
  /// Reads a duration as scripts spell it, such as `500 ms` or `1/60 s`.
  ///
  /// - Parameters:
  ///   - text: The duration.
  ///   - origin: Where it comes from, for the message about a mistake.
  /// - Returns: The duration, cut to whole nanoseconds.
  /// - Throws: The mistake, if it is no duration of 0 or more.
  public static func duration(
    _ text: String, from origin: String
  ) throws(ScriptError) -> Duration {
    do throws(Mistake) {
      let source = try SourceText(
        path: origin, bytes: Array("run \(text)".utf8), limit: Limits.scriptBytes)
      guard let form = Grammar.form("run"), source.lines.count == 1 else {
        throw Mistake(nil, "a duration must stand on one line.")
      }
      let statement = try Statement(form, tokens: Lexer.tokens(of: source, line: 1))
      return try ResolvedStatement(statement: statement, values: [:], point: []).head(.duration)
    } catch {
      throw ScriptError([error], path: origin)
    }
  }
}
