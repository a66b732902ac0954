package import LabLanguage

extension Experiment {
  /// Reads an experiment again from files that were read before.
  ///
  /// - Parameters:
  ///   - inputs: The script, and every file that it names.
  ///   - overriding: Values instead of a sweep's own.
  /// - Throws: Every mistake of the script; a file that is not among the inputs is missing.
  package init(
    inputs: [Input], overriding: [(name: String, values: String)]
  ) throws(ScriptError) {
    try self.init(
      path: inputs.first?.path ?? "", overriding: overriding, reading: inputs.bytes(of:))
  }

  /// Returns the bytes of the file at a path.
  package typealias FileReading = (_ path: String) throws -> [UInt8]

  /// Reads a script, and the recordings that it names relative to its own folder.
  ///
  /// - Parameters:
  ///   - path: The script.
  ///   - overriding: Values instead of a sweep's own, as `("hiccup", "10 ms, 20 ms")`.
  ///   - read: How files are read.
  /// - Throws: Every mistake of the script that is not the consequence of another.
  package init(
    path: String, overriding: [(name: String, values: String)] = [],
    reading read: @escaping FileReading = { path in try InputFile.read(path) }
  ) throws(ScriptError) {
    let files = InputFiles(read: read)
    let source: SourceText
    do {
      source = try files.text(path, limit: Limits.scriptBytes, place: nil)
    } catch {
      throw ScriptError([error], path: path)
    }
    let compiler = ScriptCompiler(source, files: files)
    guard let experiment = compiler.experiment(overriding: overriding) else {
      throw ScriptError(compiler.mistakes, path: path)
    }
    self = experiment
  }
}

extension [Experiment.Input] {
  /// Returns the bytes of the file at a path.
  func bytes(of path: String) throws -> [UInt8] {
    guard let input = first(where: { $0.path == path }) else { throw InputFile.Problem.missing }
    return input.bytes
  }
}
