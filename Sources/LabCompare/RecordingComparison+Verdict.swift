import LabText

extension RecordingComparison {
  /// The change over all pairs, with its interval from three recordings a side on; `nil` if nothing
  /// of the driver was changed.
  package var change: WelchInterval? {
    let changes = pairs.map { $0.compactMap(\.change) }
    return changes.allSatisfy { !$0.isEmpty } ? WelchInterval(changes) : nil
  }

  /// The raw difference over all pairs, with its interval.
  package var difference: WelchInterval { WelchInterval(pairs.map { $0.map(\.difference) }) }

  /// The mean of what other work does.
  package var work: Double { mean(\.work) }
  /// The mean of what the phase does; `nil` where it goes with the setting.
  package var phase: Double? {
    pairs[0][0].phase == nil ? nil : mean { $0.phase ?? 0 }
  }
  /// The mean of what neither explains.
  package var rest: Double { mean(\.rest) }

  private func mean(_ value: (PairComparison) -> Double) -> Double {
    let values = pairs.joined().map(value)
    return values.reduce(0, +) / Double(values.count)
  }

  /// How much there was before, in the mean over its recordings.
  package var before: Double { mean { $0.measured[0] } }
  /// How much there is after, in the mean over its recordings.
  package var after: Double { mean { $0.measured[1] } }

  /// A change within 5 % of the count is noise.
  private static let noise = 0.05

  /// What became of it.
  package var verdict: Verdict {
    guard let change else { return .unchanged }
    guard let interval = change.interval else {
      if pairs[0][0].isUndecided || rest.magnitude > change.mean.magnitude { return .undecided }
      return change.mean < 0 ? .better : change.mean > 0 ? .worse : .withinNoise
    }
    if interval.upperBound < 0 { return .better }
    if interval.lowerBound > 0 { return .worse }
    let width = interval.upperBound - interval.lowerBound
    return width < 2 * Self.noise * before ? .withinNoise : .undecided
  }

  /// The range that a threshold is compared with: the interval, or of single pairs the change and
  /// what is not explained; without a change 0.
  package var range: ClosedRange<Double> {
    guard let change else { return 0...0 }
    return change.interval
      ?? (change.mean - rest.magnitude)...(change.mean + rest.magnitude)
  }
}
