extension ResultFolder {
  /// What stands in the way of writing results.
  public enum Failure: Error, Hashable {
    /// There are results already, and nobody allowed to replace them.
    case exists(path: String)
    /// There are finished runs of these very results, and nobody said what to do with them.
    case unfinished(path: String)
    /// What is there is nothing that the lab wrote, and so is never replaced.
    case foreign(path: String)
    /// The system refused.
    case refused(path: String, reason: String)
    /// The system refused when some runs were finished already.
    case interrupted(path: String, reason: String)
  }
}

extension ResultFolder.Failure: CustomStringConvertible {
  /// The failure with the path and a way out.
  public var description: String {
    switch self {
    case .exists(let path):
      "'\(path)' is there already. Add --force to replace it, or --out DIR to write elsewhere."
    case .unfinished(let path):
      "'\(path)' was begun and not finished. Add --resume to go on with it, or --force to begin"
        + " anew."
    case .foreign(let path):
      "'\(path)' is no result of an experiment and is not replaced. Choose another folder with"
        + " --out DIR."
    case .refused(let path, let reason):
      "'\(path)' cannot be written: \(reason). Nothing was changed. Choose another folder with"
        + " --out DIR."
    case .interrupted(let path, let reason):
      "'\(path)' cannot be written: \(reason). Every finished run is kept; the same command with"
        + " --resume goes on."
    }
  }
}
