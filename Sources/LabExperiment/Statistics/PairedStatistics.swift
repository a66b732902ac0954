/// The statistics of the differences between two arms that met the same draws.
///
/// What both arms have in common cancels in the difference, so that its interval is narrower than
/// that of two independent samples.
package struct PairedStatistics {
  /// The differences, first − second.
  package let differences: SampleStatistics
  /// How many times as many replications independent draws would have needed for the same interval.
  ///
  ///     (var(first) + var(second)) / var(first − second)
  ///
  /// `nil` with fewer than two pairs, or if the differences do not vary.
  ///
  /// - Source: A. M. Law, "Simulation modeling and analysis", 5th edition, section 11.2.
  package let varianceReduction: Double?

  /// Takes the pairs in which both values are defined.
  package init(_ pairs: some Sequence<(Double?, Double?)>) {
    var (first, second): ([Double], [Double]) = ([], [])
    for case (let one?, let other?) in pairs {
      first.append(one)
      second.append(other)
    }
    let differences = SampleStatistics(zip(first, second).map { $0 - $1 })
    let apart = SampleStatistics(first).variance.flatMap { one in
      SampleStatistics(second).variance.map { one + $0 }
    }
    let ratio = apart.flatMap { apart in differences.variance.map { apart / $0 } }
    self.differences = differences
    // Differences that vary by a rounding error alone do not vary.
    varianceReduction = ratio.flatMap { $0 < 0x1p80 ? $0 : nil }
  }
}
