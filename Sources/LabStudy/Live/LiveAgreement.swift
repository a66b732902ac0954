/// How far a simulation agrees with a run on when a driver was called, and in which refresh.
struct LiveAgreement {
  /// The dates that were answered in both, in percent.
  let dates: Double
  /// Of those, the ones in the same refresh, and these with those on the edge of one, in percent.
  let refreshes: Double
  let refreshesOrEdge: Double
  /// The mean distance of the two distributions of lateness, in nanoseconds.
  let distance: Double
  /// How far the distributions of lateness are apart beyond the tolerance.
  let gap: Double

  /// By how much the lateness of a simulation may differ, in nanoseconds: a thread takes time to
  /// wake.
  static let tolerance: Int64 = 500_000
  /// From which share of the dates and refreshes on a simulation is right, in percent: of the plan,
  /// or if the host took little from the run; else, of what was carried out, less is enough.
  static let (enough, enoughIfDisturbed) = (99.0, 97.0)

  init(_ agreement: LoopAgreement, lateness: [Int64], simulated: [Int64]) {
    let all = Double(max(1, agreement.sameDates))
    dates = agreement.dateShare
    refreshes = 100 * Double(agreement.sameRefresh) / all
    refreshesOrEdge = 100 * Double(agreement.sameRefresh + agreement.onEdge) / all
    distance = agreement.distance
    gap = Self.gap(lateness.sorted(), simulated.sorted(), tolerance: Self.tolerance)
  }

  func isRight(from share: Double) -> Bool { dates >= share && refreshesOrEdge >= share }

  /// Returns the largest distance of two empirical distributions F and G, where a value may move by
  /// a tolerance e: the supremum over x of F(x − e) − G(x) and G(x − e) − F(x).
  ///
  /// Without a tolerance it is the statistic of Kolmogorov and Smirnov.
  ///
  /// - Precondition: The values ascend.
  static func gap(_ one: [Int64], _ other: [Int64], tolerance: Int64) -> Double {
    func excess(_ early: [Int64], _ late: [Int64]) -> Double {
      // The difference is largest where the earlier distribution has just grown.
      var (largest, passed) = (0.0, 0)
      for (count, value) in early.enumerated() {
        while passed < late.count, late[passed] <= value + tolerance { passed += 1 }
        let difference =
          Double(count + 1) / Double(early.count) - Double(passed) / Double(late.count)
        largest = max(largest, difference)
      }
      return largest
    }
    guard !one.isEmpty, !other.isEmpty else { return 0 }
    return max(excess(one, other), excess(other, one))
  }
}
