import LabExperiment

/// The words after a subcommand, sorted into options and operands.
struct Arguments {
  /// A command line that makes no sense.
  struct Mistake: Error {
    let message: String
  }

  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  /// Sorts words.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - options: The options that take a value, with their dashes.
  ///   - switches: The options that take none.
  ///   - optional: The options that may stand alone or as ‘--option=VALUE’.
  /// - Throws: ``Mistake`` for an option that is unknown or lacks its value.
  init(
    _ words: [String], options: [String] = [], switches: [String] = [], optional: [String] = []
  ) throws(Mistake) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("-"), word.count > 1 else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      if optional.contains(parts[0]) {
        flags.insert(parts[0])
        if parts.count == 2 { values[parts[0], default: []].append(parts[1]) }
      } else if options.contains(parts[0]) {
        let value = parts.count == 2 ? parts[1] : rest.popFirst() ?? ""
        // Another option in the place of a value means that the value was forgotten.
        guard !value.isEmpty, parts.count == 2 || !value.hasPrefix("--") else {
          throw Mistake(message: "'\(parts[0])' needs a value.")
        }
        values[parts[0], default: []].append(value)
      } else if switches.contains(parts[0]) {
        guard parts.count == 1 else { throw Mistake(message: "'\(parts[0])' takes no value.") }
        flags.insert(word)
      } else {
        let known = options + switches + optional + ["--help"]
        throw Mistake(
          message: "there is no option '\(parts[0])'." + Spelling.hint(for: parts[0], among: known))
      }
    }
  }

  /// Whether a switch was given.
  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// All values of an option, in order.
  func all(_ option: String) -> [String] { values[option] ?? [] }

  /// The last value of an option.
  func text(_ option: String) -> String? { values[option]?.last }

  /// The last value of an option as a whole number from a range.
  func number<Number: FixedWidthInteger>(
    _ option: String, in range: ClosedRange<Number>
  ) throws(Mistake) -> Number? {
    guard let text = text(option) else { return nil }
    guard let number = Number(text), range.contains(number) else {
      throw Mistake(
        message: "'\(option) \(text)' is not a whole number from \(range.lowerBound) to "
          + "\(range.upperBound).")
    }
    return number
  }

  /// The last value of an option as a duration, spelt as in scripts.
  func duration(_ option: String) throws -> Duration? {
    try text(option).map { try ScriptLanguage.duration($0, from: option) }
  }
}
