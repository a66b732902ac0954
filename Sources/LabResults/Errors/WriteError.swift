package import LabExperiment
package import LabText

/// A file or a folder that could not be written.
package enum WriteError: UserError, Hashable {
  /// Another command writes these results now.
  case busy(path: String)
  /// There are finished runs of these very results.
  case unfinished(path: String)
  /// There are finished runs of another script, seed or option.
  case unfinishedOther(path: String)
  /// What is there cannot be made again by the lab, and so is never replaced.
  case occupied(path: String, by: Obstacle)
  /// The results there were measured on a host, and cannot be made again.
  case measured(path: String)
  /// A file changed while it was in use.
  case changed(path: String)
  /// The system refused.
  case refused(path: String, reason: String)
  /// The system refused when some runs were finished already.
  case interrupted(path: String, reason: String)
  /// There is no room for a temporary file.
  case noTemporaryFile(folder: String, reason: String)
  /// Another file is where a new one was to be written.
  case exists(path: String)
  /// A folder, a link or a device is where a file was to be written.
  case notAFile(path: String)
  /// The folder is not there in which a file was to be written, or is a file.
  case noFolder(path: String, folder: String, isFile: Bool)
  /// Another command writes a file now.
  case inUse(path: String)
  /// A single file cannot be written.
  case unwritten(path: String, reason: String)
  /// One of several files cannot be written, and some are in place that could not be taken back.
  case torn(path: String, reason: String, written: [String])

  /// Standard output takes no more.
  case output(reason: String)

  /// What is where a result was to be written.
  package enum Obstacle: Hashable, Sendable {
    /// A symbolic link.
    case link
    /// Something that is no folder.
    case file
    /// A folder without a manifest.
    case noManifest
    /// A file that the lab did not write.
    case foreign(String)
    /// A file that is not as the lab wrote it.
    case changed(String)
  }

  /// The status of results that could not be written.
  package var status: ExitStatus { .notWritten }

  /// The failure with the path and a way out.
  package var message: String { text.onOneLine }

  private var text: String {
    switch self {
    case .busy(let path):
      "'\(path)' is being written by another runlooplab. Wait until it ends, or choose another"
        + " folder with --out DIR."
    case .unfinished(let path):
      "'\(path)' was begun and not finished. Add --resume to go on with it, or --force to discard"
        + " its finished runs."
    case .unfinishedOther(let path):
      "'\(path)' was begun with another script, seed or option and not finished. Add --force to"
        + " discard its finished runs, or choose another folder with --out DIR."
    case .occupied(let path, let obstacle): obstacle.description(at: path)
    case .measured(let path):
      "'\(path)' was measured on a machine and cannot be made again. Choose another folder with"
        + " --out DIR, or replace it by --force."
    case .changed(let path):
      "'\(path)' was changed by another program while it was in use. Run the same command again"
        + " with --resume."
    case .refused(let path, let reason):
      "'\(path)' cannot be written: \(reason). Nothing was changed. Choose another folder with"
        + " --out DIR."
    case .interrupted(let path, let reason):
      "'\(path)' cannot be written: \(reason). Every finished run is kept; the same command with"
        + " --resume goes on."
    case .noTemporaryFile(let folder, let reason):
      "no temporary file can be made in '\(folder)': \(reason). Set TMPDIR to another folder."
    case .exists(let path):
      "'\(path)' is there already. Choose another name, or replace it by --force."
    case .notAFile(let path):
      "'\(path)' is a folder, a link or a device. Choose another name."
    case .noFolder(let path, let folder, let isFile):
      "'\(path)' cannot be written: there is no folder '\(folder)'"
        + (isFile ? ", but a file. Choose another name." : ". Make it: mkdir -p '\(folder)'")
    case .inUse(let path):
      "'\(path)' is being written by another runlooplab. Wait until it ends, or choose another name."
    case .unwritten(let path, let reason):
      "'\(path)' cannot be written: \(reason). What was there is unchanged."
    case .torn(let path, let reason, let written):
      "'\(path)' cannot be written: \(reason). Only these were: \(written.joined(separator: ", "))."
    case .output(let reason): "standard output cannot be written: \(reason)."
    }
  }
}

extension WriteError.Obstacle {
  /// What is in the way at a path, with a way out.
  fileprivate func description(at path: String) -> String {
    let move = "Move or delete it, or choose another folder with --out DIR."
    return switch self {
    case .link: "'\(path)' is a link and is not replaced. \(move)"
    case .file: "'\(path)' is not a folder and is not replaced. \(move)"
    case .noManifest: "'\(path)' is not a result folder: it has no manifest.json. \(move)"
    case .foreign(let name):
      "'\(path)/\(name)' was not written by the lab, so that '\(path)' is not replaced. \(move)"
    case .changed(let name):
      "'\(path)/\(name)' is not as this version of the lab wrote it, so that '\(path)' is not"
        + " replaced. Move or delete '\(path)', or choose another folder with --out DIR."
    }
  }
}

/// Why there is no result.
package enum ResultFailure: Error, Hashable {
  /// A run could not be completed, or a search not be carried out.
  case run(ExperimentFailure)
  /// What came of the runs cannot be kept.
  case refused(WriteError)
  /// A run that was performed again is not what it was.
  case input(InputError)
}

extension ResultFailure: CustomStringConvertible {
  /// What is wrong, and what to do about it.
  package var description: String {
    switch self {
    case .run(let failure): failure.description
    case .refused(let error): error.message
    case .input(let error): error.message
    }
  }
}

extension ResultFailure {
  /// Does what performs runs.
  package static func ofRun<Value>(
    _ body: () throws(ExperimentFailure) -> Value
  ) throws(ResultFailure) -> Value {
    do throws(ExperimentFailure) { return try body() } catch { throw .run(error) }
  }

  /// Does what compares runs with those before.
  package static func ofInput<Value>(
    _ body: () throws(InputError) -> Value
  ) throws(ResultFailure) -> Value {
    do throws(InputError) { return try body() } catch { throw .input(error) }
  }

  /// Does what writes or reads what came of runs.
  package static func ofWriting<Value>(
    _ body: () throws(WriteError) -> Value
  ) throws(ResultFailure) -> Value {
    do throws(WriteError) { return try body() } catch { throw .refused(error) }
  }
}
