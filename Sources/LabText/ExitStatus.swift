/// How a command ends.
package enum ExitStatus: Int32, Hashable, Sendable {
  /// Every expectation holds, or there was nothing to judge.
  case success = 0
  /// An expectation fails.
  case expectationFailed = 1
  /// The command line is wrong.
  case wrongUsage = 2
  /// A script or another input file is wrong.
  case wrongInput = 3
  /// Results could not be written.
  case notWritten = 4
  /// The lab itself is at fault.
  case broken = 5
  /// An expectation about a run on the host is undecided.
  case undecided = 6
}
