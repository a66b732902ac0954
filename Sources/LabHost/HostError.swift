/// Why a run on the host came to nothing.
package enum HostError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system has no port, memory or thread left, or does not allow what was asked for.
  case refused(String, reason: String)
  /// More happened than there was room for.
  case tooManyEvents(limit: Int)

  /// What is wrong, and a remedy.
  package var description: String {
    switch self {
    case .refused(let what, let reason): "\(what): \(reason)."
    case .tooManyEvents(let limit):
      "the run has more than \(limit) events. Write a shorter 'run', or longer intervals."
    }
  }
}
