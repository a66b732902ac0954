/// A lesson of the tour: a question, guesses, a script that answers, the reason, and one thing to change.
struct Lesson: Sendable {
  /// The name of the script, without its extension.
  let name: String
  let question: String
  /// What one may guess; the first that is right is at the position `answer`.
  let guesses: [String]
  let answer: Int
  /// The script, without its question.
  let script: String
  /// Why it is so.
  let reason: String
  /// What to change, and the options that change it.
  let change: (text: String, set: String)

  /// The script as it is written to a file.
  var file: String {
    """
    # Lesson \((Self.all.firstIndex { $0.name == name } ?? 0) + 1) of the tour. Change what you like.
    title     \(name.prefix(1).uppercased() + name.dropFirst().replacing("-", with: " "))
    question  \(question)
    because   \(reason)

    \(script)

    """
  }
}
