/// The smallest question that has an answer of its own.
///
/// A study decides what is asked of its subject, and knows no terminal, no width and no file.
package protocol Study {
  /// What it is asked about: the script, result or file as it was named.
  var subject: String { get }

  /// Answers the question.
  ///
  /// - Parameter watch: Is shown how far it is, and may end it; then the answer says what is known.
  /// - Returns: What was found.
  /// - Throws: Why there is no answer.
  func answer(_ watch: Watch) throws -> Answer

  /// Whether it may be ended with what is known by then.
  var isStoppable: Bool { get }
}

extension Study {
  /// Its answer is one thing: there is none before it is whole.
  package var isStoppable: Bool { false }

  /// Answers the question; an answer that was ended before its time is undecided at best.
  package func conclusion(_ watch: Watch) throws -> Answer {
    var answer = try answer(watch)
    if watch.isEnded() { answer.outcome = max(answer.outcome, .undecided) }
    return answer
  }
}
