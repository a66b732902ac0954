import Foundation
import LabExperiment
import LabLanguage
import LabMetrics
import LabResults
import LabStudy
import LabText

/// The words after a subcommand, sorted into options and operands.
struct Arguments {
  var subcommand = ""
  private(set) var operands: [String] = []
  /// The names of shipped experiments among the operands, by what stands for them.
  private var experiments: [String: String] = [:]
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []
  /// The names of the options there are.
  private let names: Set<String>
  private var given: [Option] = []
  /// The options behind which operands stand.
  private var following: [String: Option] = [:]

  /// Sorts words.
  ///
  /// - Throws: `UsageError` for an option that is unknown, lacks its value or has a wrong one.
  init(_ words: [String], options: [Option]) throws(UsageError) {
    names = Set(options.map(\.name))
    var rest = words[...]
    var last: Option?
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("-"), word.count > 1 else {
        if let last, last.value == .attachedFile, word.hasSuffix(".html") {
          throw UsageError("a page stands behind '='. Write '\(last.name)=\(word)'.")
        }
        operands.append(word)
        following[word] = last
        last = nil
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard let option = options.first(where: { [$0.name, $0.short].contains(parts[0]) }) else {
        throw UsageError(
          "there is no option '\(parts[0])'."
            + Self.hint(for: parts[0], parts.count == 2 ? parts[1] : rest.first, among: options))
      }
      try take(option, parts.count == 2 ? parts[1] : nil, &rest)
      given.append(option)
      last = option
    }
    try checkConstraints(among: options)
  }

  /// What other programs call an option, and its name here.
  private static let everydayNames = [
    "--output": "--out", "--folder": "--out", "--output-dir": "--out", "--format": "--report",
    "--filter": "--only", "--where": "--only", "--runs": "--repeat", "--times": "--repeat",
    "--iterations": "--repeat", "--replications": "--repeat", "--threads": "--jobs",
    "--parallel": "--jobs", "--silent": "--quiet", "--page": "--html", "--overwrite": "--force",
    "--random-seed": "--seed", "--csv": "--trace", "--define": "--set", "--param": "--set",
    "--threshold": "--worse-than", "--strict": "--identical", "--exact": "--identical",
    "--limit": "--worse-than", "--at": "--around", "--time": "--around", "--duration": "--for",
    "--fix": "--apply", "--write": "--save", "--arm": "--only", "--metric": "--by",
  ]

  /// What other programs have an option for, and a script a statement.
  private static let statementNames = ["--display", "--fps", "--hz", "--rate"]

  /// Options that there are no more, and what there is instead, as a sentence after a space.
  private static let formerNames = [
    "--approximate": " Percentiles are always exact: leave it out."
  ]

  /// What is meant by an option that there is not, with the word behind it, as a sentence after a
  /// space.
  private static func hint(for name: String, _ value: String?, among options: [Option]) -> String {
    if let successor = formerNames[name] { return successor }
    let names = options.map(\.name)
    let isName = value.map { !$0.isEmpty && !$0.hasPrefix("-") && !$0.contains(" ") } ?? false
    if name == "--arm", names.contains("--only"), let value, isName {
      return " Write --only 'arm == \(value)'."
    }
    /// What is meant by a word that other programs have.
    func known(_ name: String) -> String? {
      if statementNames.contains(name), names.contains("--set") {
        return " Write for example --set 'display=120 Hz'."
      }
      return everydayNames[name].flatMap { names.contains($0) ? " Did you mean '\($0)'?" : nil }
    }
    let hint = known(name.lowercased()) ?? Spelling.hint(for: name, among: names)
    guard hint.isEmpty else { return hint }
    let others = (statementNames + everydayNames.keys.sorted()).filter { known($0) != nil }
    return Spelling.nearest(to: name, among: others).flatMap(known) ?? ""
  }

  /// Throws if an option was given without one that it needs, or beside one that it excludes.
  private func checkConstraints(among options: [Option]) throws(UsageError) {
    for option in given {
      if let partner = option.partner, !fulfills(partner) {
        throw UsageError(
          "'\(option.name)' has no meaning without '\(partner.form(among: options))'."
            + " Add that, or leave it out.")
      }
      if let rival = option.rivals.first(where: has) {
        throw UsageError("'\(option.name)' and '\(rival)' exclude each other. Leave out one.")
      }
    }
  }

  /// Puts paths instead of the names of shipped experiments.
  ///
  /// - Throws: `UsageError` for a name that no experiment has.
  mutating func replaceNames(by meaning: Shipped.Meaning) throws(UsageError) {
    operands = try operands.map { operand throws(UsageError) in
      try Scripts.checkNoTable(operand, for: subcommand)
      let path = try self.path(of: operand, as: meaning)
      if path != operand { experiments[path] = operand }
      return path
    }
  }

  /// Returns the path that an operand stands for.
  ///
  /// - Throws: `UsageError` for a name that no experiment has; behind an option whose value belongs
  ///   to it otherwise, it says how.
  private func path(
    of operand: String, as meaning: Shipped.Meaning
  ) throws(UsageError) -> String {
    do throws(UsageError) {
      return try Shipped.path(of: operand, as: meaning)
    } catch {
      guard let option = following[operand], case .list(let words) = option.value else {
        throw error
      }
      throw UsageError("'\(option.name)' has no '\(operand)'. Write \(Spelling.list(words)).")
    }
  }

  /// What an operand is called in commands and headings: as it was typed.
  func title(of path: String) -> String { experiments[path] ?? path }

  private func fulfills(_ partner: Option.Requirement) -> Bool {
    partner.value.map { text(partner.name) == $0 } ?? has(partner.name)
  }

  /// Throws if an option was given that is not about such an operand.
  ///
  /// - Throws: `UsageError` with the option, the kind and the reason.
  func check(_ kind: Subject.Kind, _ operand: String) throws(UsageError) {
    for option in given where !option.about.isEmpty && !option.about.contains(kind) {
      let kinds = Subject.Kind.allCases.filter(option.about.contains).map(\.words)
      let isOfScripts = option.about.contains(.script)
      let remedy =
        switch kind {
        case .result where isOfScripts: ", which has its own settings. Name the script."
        case .trace where isOfScripts, .recording where isOfScripts: "\(replaying(operand))."
        default: ". Leave it out."
        }
      throw UsageError(
        "'\(option.name)' is about \(listed(kinds, "or")), and '\(operand)' is \(kind.words)"
          + remedy)
    }
  }

  /// How to make a script of a trace and ask the same of it, as the end of a sentence.
  private func replaying(_ operand: String) -> String {
    let words = given.filter { $0.about.isEmpty || $0.about.contains(.script) }.map { option in
      text(option.name).map { "\(option.name) \(Plan.quoted($0))" } ?? option.name
    }
    let name = Plan.quoted(operand)
    return ". Make a script of it: runlooplab try \(name) --save replay.lab; then: runlooplab"
      + " \(subcommand) replay.lab \(words.joined(separator: " ")) (with the --run that 'try' names)"
  }

  /// Throws if an option was given that is not among those that some operands leave open.
  func check(only names: [String], for operands: String) throws(UsageError) {
    if let option = given.first(where: { !names.contains($0.name) }) {
      throw UsageError("'\(option.name)' has no meaning for \(operands). Leave it out.")
    }
  }

  /// Takes an option with the value behind its sign of equality, or that in the next word.
  private mutating func take(
    _ option: Option, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var value = attached
    switch option.value {
    case .none:
      guard attached == nil else {
        throw UsageError(
          "'\(option.name)' takes no value.")
      }
      flags.insert(option.name)
      return
    case .attachedFile:
      flags.insert(option.name)
    case .list(let words):
      flags.insert(option.name)
      let isValue = rest.first?.split(separator: ",").allSatisfy { words.contains(String($0)) }
      if attached == nil, isValue == true { value = rest.popFirst() }
      guard let list = value else { return }
      for word in list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      where !words.contains(word) {
        throw UsageError(
          "'\(option.name)' has no '\(word)'. Write \(Spelling.list(words)).")
      }
    case .text, .file, .folder, .word:
      value = value ?? rest.popFirst() ?? ""
      // Another option instead of a value means that the value was forgotten.
      guard let value, !value.isEmpty, attached != nil || !value.hasPrefix("--") else {
        throw UsageError("'\(option.name)' needs a value. Write \(option.form).")
      }
      if case .word(let words) = option.value, !words.contains(value) {
        throw UsageError(
          "'\(option.name) \(value)' is not possible."
            + Spelling.hint(for: value, among: words) + " Write \(Spelling.list(words)).")
      }
    }
    if let value { values[option.name, default: []].append(value) }
  }

  /// Whether an option was given.
  func has(_ option: String) -> Bool { flags.contains(known(option)) || values[option] != nil }

  /// All values of an option, in order.
  func all(_ option: String) -> [String] { values[known(option)] ?? [] }

  /// The last value of an option.
  func text(_ option: String) -> String? { all(option).last }

  /// Whether the subcommand has an option.
  func offers(_ option: String) -> Bool { names.contains(option) }

  /// A name that no option of the subcommand has would never have a value.
  private func known(_ name: String) -> String {
    precondition(names.contains(name), "'\(name)' is not an option of this subcommand")
    return name
  }

  /// The last value of an option as a whole number from a range.
  func number<Number: FixedWidthInteger>(
    _ option: String, in range: ClosedRange<Number>
  ) throws(UsageError) -> Number? {
    guard let text = text(option) else { return nil }
    guard let number = Number(text), range.contains(number) else {
      throw UsageError(
        "'\(option) \(text)' is not a whole number from \(range.lowerBound) to "
          + "\(range.upperBound). Write for example '\(option) \(range.lowerBound)'.")
    }
    return number
  }

  /// The last value of an option as a duration, spelt as in scripts.
  func duration(_ option: String) throws -> Duration? {
    try text(option).map { try ScriptLanguage.duration($0, from: option) }
  }
}

extension Arguments {
  /// How many runs are performed at a time: the value of `--jobs`, or the number of cores.
  func jobs() throws(UsageError) -> Int {
    try number(Option.jobs.name, in: 1...1024) ?? ProcessInfo.processInfo.activeProcessorCount
  }

  /// The lists that `--trace` asks for; `nil` without it.
  var traceLists: [TraceList]? {
    guard has("--trace") else { return nil }
    let names = all("--trace").flatMap { $0.split(separator: ",").map(String.init) }
    return names.isEmpty ? TraceList.allCases : names.compactMap(TraceList.init)
  }

  /// The value of an option as the name of a metric, by its name, its column or the words of a
  /// table.
  func metric(_ option: String) throws(UsageError) -> String? { try metrics(option).first }

  /// The metrics that are columns of results, as `--metrics` chooses them; by default those that
  /// are shown on the screen are among them.
  func columns(shown: [String] = []) throws(UsageError) -> MetricColumns {
    let option = Option.metrics.name
    if text(option) == "all" { return .all }
    let names = try metrics(option)
    return names.isEmpty ? .usual(and: shown) : .named(names)
  }

  /// The values of an option as names of metrics, with commas between them.
  func metrics(_ option: String) throws(UsageError) -> [String] {
    let words = all(option).flatMap { $0.split(separator: ",").map(String.init) }
    return try words.map { text throws(UsageError) in
      let name = TableWords.metric(text)
      let metric = MetricDictionary.metric(name)
      guard let metric else {
        throw UsageError("there is no metric '\(text)'.\(MetricDictionary.remedy(for: name))")
      }
      return metric.name
    }
  }
}

extension Arguments {
  /// What to do about results that are there already, by --force and --resume.
  var policy: ResultFolder.Policy {
    has("--force") ? .discard : has("--resume") ? .resume : .keep
  }
}
