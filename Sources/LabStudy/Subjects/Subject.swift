/// What is asked about.
package enum Subject {
  /// What an operand is, once it was read.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A script, whose runs are performed.
    case script
    /// A result, which was performed and written.
    case result
    /// A trace of another tool, or what a recorder noted in an app.
    case trace
    /// A recording: the start, duration and name of each task.
    case recording
    /// The frames that a tool captured.
    case frames
    /// Intervals or instants in a text.
    case list

    /// The kind with its article, as a message says it.
    package var words: String {
      switch self {
      case .script: "a script"
      case .result: "a result"
      case .trace: "a trace"
      case .recording: "a recording"
      case .frames: "a capture of frames"
      case .list: "a list of numbers"
      }
    }
  }
}
