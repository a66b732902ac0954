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

/// What is said of values that are read together with other statements: formulas and claims by
/// ``ExpressionReader``, the others by their own statement.
extension SlotWords {
  package static let text = SlotWords(
    "TEXT", "Why a timer stutters", "the rest of the line, up to a comment")

  package static let setting = SlotWords(
    "SETTING", "display = 120 Hz",
    "as after --set: 'display = 120 Hz', 'link.ball.takes = 2 ms', 'noise.takes = 4 ms',"
      + " 'hiccup = 10 ms, 20 ms'; the last of several counts, then --set")

  package static let precision = SlotWords(
    "PRECISION", "± 2 % of link.ball.hitch_ratio",
    "the half-width of the 95 % interval of a mean: a share of the mean, or a quantity")

  package static let drivers = SlotWords(
    "DRIVERS", "link.ball", "arm.driver, where * stands for any arm or driver")

  package static let values = SlotWords(
    "VALUES", "1 ms, 2 ms",
    """
    any values, with commas; among them ranges, 'A .. B step C' or
    'A .. B factor K'; several words in parentheses are one value
    """)

  static let formula = SlotWords(
    "FORMULA", "{block} / 2",
    """
    quantities and {name} with + - × / and parentheses, and closed forms; a time is cut to
    whole ns
    """)

  static let condition = SlotWords(
    "CONDITION", "{block} < {interval}",
    "two FORMULAs with == != < <= > >= between them, or {name} == WORD; with 'and' and 'or'")

  static let expectation = SlotWords(
    "EXPECTATION", "timer.ball.double_fires == 0",
    """
    A == B, != < <= > >=, A == B ± C, A in B .. C; then
    [in every run | in some run | in no run | in at least 95 % of runs]
    [for CONDITION]
    of arm.driver.metric, where * stands for any arm or driver, quantities, {name}, + - × /, and
    \(Statistic.allCases.map { $0.rawValue }.joined(separator: " "))
    of an expression over the replications; saving(ARM: CHANGE, driver.metric) is the metric of the
    arm less that with the change, which 'what if' must list
    """)

  static let prediction = SlotWords(
    "PREDICTION", "timer.ball.double_fires == surplus(16 ms, 60 Hz) × 10 s ± 1 %",
    "'A == B' or 'A == B ± C' of an EXPECTATION; then [for CONDITION]. Closed forms:\n"
      + closedForms)

  static let plot = SlotWords(
    "PLOT", "ball.lateness_p99", "driver.metric, where * stands for any letters")

  /// The closed forms, one after the other.
  private static var closedForms: String {
    ClosedForm.all.map { "\($0.pattern): \($0.meaning)" }.joined(separator: "\n")
  }
}
