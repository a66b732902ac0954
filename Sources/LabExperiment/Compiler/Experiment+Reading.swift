package import LabLanguage

extension Experiment {
  /// Reads an experiment again from files that were read before.
  ///
  /// - Parameters:
  ///   - inputs: The script, and every file that it names.
  ///   - overriding: Values instead of a sweep's own.
  ///   - isTurned: Whether a hand turns its values, so that an expectation may be about a value
  ///     that a sweep has no more.
  /// - Throws: Every mistake of the script; a file that is not among the inputs is missing.
  package init(
    inputs: [Input], overriding: [(name: String, values: String)], isTurned: Bool = false
  ) throws(ScriptError) {
    try self.init(
      path: inputs.first?.path ?? "", overriding: overriding, isTurned: isTurned,
      reading: { path throws(InputFile.Problem) in try inputs.bytes(of: path) },
      listing: inputs.names(in:))
  }

  /// Returns the bytes of the file at a path.
  package typealias FileReading = (_ path: String) throws(InputFile.Problem) -> [UInt8]

  /// Returns the names of the files in a folder, whose path is empty or ends with a slash.
  package typealias FolderListing = (_ folder: String) -> [String]

  /// Reads a script, and the recordings that it names relative to its own folder.
  ///
  /// - Parameters:
  ///   - path: The script.
  ///   - overriding: Values instead of a sweep's own, as `("hiccup", "10 ms, 20 ms")`.
  ///   - isTurned: Whether a hand turns its values, so that an expectation may be about a value
  ///     that a sweep has no more.
  ///   - read: How files are read.
  ///   - list: How folders are read of which a load names several recordings.
  /// - Throws: Every mistake of the script that is not the consequence of another.
  package init(
    path: String, overriding: [(name: String, values: String)] = [], isTurned: Bool = false,
    reading read: @escaping FileReading = InputFile.read,
    listing list: @escaping FolderListing = InputFile.names
  ) throws(ScriptError) {
    let files = InputFiles(read: read, names: list)
    let source: SourceText
    do {
      source = try files.text(path, limit: Limits.scriptBytes, place: nil)
    } catch {
      throw ScriptError([error], path: path)
    }
    let compiler = ScriptCompiler(source, files: files)
    compiler.isNarrowed = isTurned
    guard let experiment = compiler.experiment(overriding: overriding) else {
      throw ScriptError(compiler.mistakes, path: path)
    }
    self = experiment
  }
}

extension [Experiment.Input] {
  /// Returns the bytes of the file at a path.
  func bytes(of path: String) throws(InputFile.Problem) -> [UInt8] {
    guard let input = first(where: { $0.path == path }) else { throw InputFile.Problem.missing() }
    return input.bytes
  }

  /// Returns the names of those in a folder.
  func names(in folder: String) -> [String] {
    compactMap { input in
      guard input.path.hasPrefix(folder) else { return nil }
      let name = input.path.dropFirst(folder.count)
      return name.contains("/") ? nil : String(name)
    }
  }
}

/// A value instead of one that the script gives: of a statement, a clause or a sweep.
struct ScriptOverride {
  /// What is overridden, such as `display`, `link.ball.takes` or the name of a sweep.
  let name: String
  /// Where the name stands.
  let place: Place
  /// The value, as tokens.
  let value: [Token]
  /// The name, `=` and the value, as tokens of a sweep.
  let assignment: [Token]
  /// Where a statement begins that has this value.
  private let start: Place

  /// Takes what was typed in the option `--set`.
  init(typed name: String, _ values: String) throws(Mistake) {
    let whole = try SourceText(typed: "\(name)=\(values)", in: "--set")
    let part = try SourceText(typed: values, in: "--set")
    self.name = name
    place = Place(source: whole, line: 1, column: 1)
    start = Place(source: part, line: 1, column: 1)
    value = Lexer.tokens(of: part, line: 1)
    assignment = Lexer.tokens(of: whole, line: 1)
  }

  /// Takes a statement `set NAME = VALUE` of the script.
  init(_ statement: Statement) throws(Mistake) {
    let head = statement.head
    guard head.count > 2, head[0].kind == .word, head[1].text == "=" else {
      throw Mistake(
        head.first?.place,
        "'set' needs a name, '=' and a value. Write for example 'set display = 120 Hz'.")
    }
    name = head[0].text
    place = head[0].place
    start = head[2].place
    value = Array(head.dropFirst(2))
    assignment = head
  }

  /// The statement of a form that has this value.
  func statement(_ form: Form) throws(Mistake) -> Statement {
    try Statement(form, tokens: [keyword(of: form)] + value)
  }

  /// The sweep that has these values.
  func sweep(_ form: Form, adding more: [Token]) throws(Mistake) -> Statement {
    try Statement(form, tokens: [keyword(of: form)] + assignment + more)
  }

  private func keyword(of form: Form) -> Token {
    Token(kind: .word, text: form.keyword, place: start, length: 0, workedOut: form.keyword)
  }
}
