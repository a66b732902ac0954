/// The reason why a file gives no recording, and the remedy.
package enum ImportFailure: Error, Hashable, Sendable {
  /// The format holds no tasks, or is not supported.
  case unsupported(String)
  /// The file breaks the rules of its format.
  case broken(String, offset: Int)
  /// The file holds nothing that the options ask for.
  case empty(String)
  /// Several threads could be the main thread, or the requested one is not unique.
  case ambiguous([ImportedTrace.Thread])
  /// A limit on size was reached.
  case tooLarge(String)
}

extension ImportFailure: CustomStringConvertible {
  /// The reason and the remedy in words.
  package var description: String {
    switch self {
    case .unsupported(let reason), .empty(let reason), .tooLarge(let reason): reason
    case .broken(let reason, let offset): "byte \(offset): \(reason)"
    case .ambiguous(let threads):
      "\(threads.count) threads could be the main thread. Choose one with --thread and --process.\n"
        + ImportedTrace.Thread.table(Array(threads.prefix(20)))
    }
  }
}

/// What stops a reader in the middle of a file.
enum Stop: Error {
  /// The bytes end too early.
  case ended
  /// The bytes are not of this format, or a limit was reached.
  case failure(ImportFailure)

  static func broken(_ reason: String, at offset: Int) -> Stop {
    .failure(.broken(reason, offset: offset))
  }
}
