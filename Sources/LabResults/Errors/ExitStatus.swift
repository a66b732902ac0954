/// How a command ended.
public enum ExitStatus: Int32, Sendable {
  /// Every expectation holds, or there was nothing to judge.
  case success = 0
  /// An expectation fails, or results differ.
  case expectationFailed = 1
  /// The command line is wrong.
  case wrongUsage = 2
  /// A script, a result or another input file is wrong.
  case wrongInput = 3
  /// A file could not be written.
  case notWritten = 4
  /// The lab itself is at fault.
  case broken = 5
}
