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
