public import LabKernel

/// One time at which a driver had a problem, and what it is put down to.
public struct ProblemMoment: Hashable, Sendable {
  /// The driver.
  public let driver: String
  /// What went wrong.
  public let problem: Problem
  /// The number of the firing, of the update or, for slots and double fires, of the refresh.
  public let number: Int
  /// When it began: for a firing its due instant, for dropped slots the latch before the first.
  public let begin: Instant
  /// The causes in the order of time; together they last as long as the problem.
  public internal(set) var causes: [Blame]

  /// How long it lasted.
  public var duration: Duration { causes.reduce(.zero) { $0 + $1.time } }

  /// When it was over.
  public var end: Instant { begin.advanced(by: duration) }

  /// The culprit with the longest sum of all its stretches; `nil` for a problem without length.
  ///
  /// Its time is the share of ``duration``. Of equal sums the first as `summed(byTask:)` orders
  /// them.
  public var worst: Blame? { causes.summed().first }
}
