/// A kind of value: how the reference shows it, what messages suggest, and how it is read.
///
/// Its meaning is the documentation of every slot.
package struct Slot<Value> {
  package let words: SlotWords
  package let read: (inout TokenCursor) throws(Mistake) -> Value

  /// Creates a kind of value.
  ///
  /// - Parameters:
  ///   - name: Its name in patterns, in capitals.
  ///   - example: How a value is written; the reader accepts it.
  ///   - meaning: What may be written, for the reference.
  ///   - choices: The words that may stand in it, if they are few.
  ///   - read: Takes a value from what stands next.
  package init(
    _ name: String, _ example: String, _ meaning: @autoclosure @escaping @Sendable () -> String,
    choices: [String] = [], read: @escaping (inout TokenCursor) throws(Mistake) -> Value
  ) {
    words = SlotWords(name, example, meaning(), choices: choices)
    self.read = read
  }

  /// Creates a kind of value that is written like another and has another range or type.
  package init<Other>(
    like other: Slot<Other>, read: @escaping (inout TokenCursor) throws(Mistake) -> Value
  ) {
    words = other.words
    self.read = read
  }

  /// Creates a kind of value that is one of some words.
  package init(
    _ name: String, _ example: String, _ meaning: @autoclosure @escaping @Sendable () -> String,
    among values: [(String, Value)]
  ) {
    self.init(name, example, meaning(), choices: values.map { $0.0 }) { cursor throws(Mistake) in
      try cursor.word(among: values)
    }
  }
}

extension Slot where Value: RawRepresentable<String> & CaseIterable {
  /// Creates a kind of value that is one of the words of an enumeration.
  ///
  /// - Parameters:
  ///   - name: Its name in patterns, in capitals.
  ///   - example: One of the words.
  ///   - meaning: What may be written, made of all words with commas between them.
  package init(
    _ name: String, _ example: String, meaning: @escaping @Sendable (_ words: String) -> String
  ) {
    let words = Value.allCases.map { $0.rawValue }.joined(separator: ", ")
    self.init(
      name, example, meaning(words), among: Value.allCases.map { ($0.rawValue, $0) })
  }
}

/// What is said of a kind of value.
package struct SlotWords: Sendable {
  package let name: String
  package let example: String
  /// The words that may stand in it; empty if it holds something else, or too much to choose from.
  package let choices: [String]
  private let makeMeaning: @Sendable () -> String
  /// Reads such a value and forgets it; `nil` of what is read together with other statements.
  package private(set) var check: Check?

  /// Reads a value of some kind.
  package typealias Check = @Sendable (inout TokenCursor) throws(Mistake) -> Void

  /// What may be written; worked out where it is shown, because values are read far more often.
  package var meaning: String { makeMeaning() }

  package init(
    _ name: String, _ example: String, _ meaning: @autoclosure @escaping @Sendable () -> String,
    choices: [String] = []
  ) {
    (self.name, self.example, self.choices) = (name, example, choices)
    makeMeaning = meaning
  }

  /// Returns these words with what reads such a value.
  package func checked(by check: @escaping Check) -> SlotWords {
    var words = self
    words.check = check
    return words
  }
}
