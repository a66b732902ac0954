extension ScriptLanguage {
  /// Reads a duration as scripts spell it, such as `500 ms` or `1/60 s`.
  ///
  /// - Parameters:
  ///   - text: The duration.
  ///   - origin: Where it comes from, for the message about a mistake.
  /// - Returns: The duration, cut to whole nanoseconds.
  /// - Throws: The mistake, if it is no duration of 0 or more.
  package static func duration(
    _ text: String, from origin: String
  ) throws(ScriptError) -> Duration {
    do throws(Mistake) {
      let statement = try Statement(Grammar.known("run"), typed: text, in: origin)
      return try ResolvedStatement(statement).head(.duration)
    } catch {
      throw ScriptError([error], path: origin)
    }
  }
}
