import Synchronization
import Testing

/// Performs something that is meant to fail, and returns what it reported.
func reports(of body: () throws -> Void) rethrows -> [String] {
  let texts = Mutex<[String]>([])
  try withKnownIssue(isIntermittent: true) {
    try body()
  } matching: { issue in
    texts.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
    return true
  }
  return texts.withLock(\.self)
}
