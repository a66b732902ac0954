import LabMetrics

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Expectation {
  /// No metric of the driver is larger than in a baseline.
  ///
  /// The baseline is the file `Baselines/NAME.csv` beside the test: a table with the column
  /// `driver`, a row for each driver, and columns as those of `runs.csv`, which may be one of
  /// `runlooplab run`. With `NAME.trace` beside it, a failure names the first event that differs.
  ///
  /// No test writes a baseline. Where there is none, the test fails and attaches the two files that
  /// would make this run the baseline: `swift test --attachments-path DIR` keeps them, to be looked
  /// at and copied. What is better than the baseline passes.
  ///
  /// - Parameters:
  ///   - name: The name of the baseline, without its extension.
  ///   - metrics: The metrics, by their names in scripts or in CSV files; see `runlooplab explain`.
  public func isNotWorse(
    than name: String,
    in metrics: [String] = ["dropped", "double_fires", "hitch_ratio", "lateness_p99"]
  ) {
    guard let measured = self.metrics(neverFiring: true) else { return }
    var known: [Metric] = []
    for metric in metrics {
      guard let metric = self.known(metric) else { return }
      known.append(metric)
    }
    let baseline = Baseline(name, beside: place)
    let values: [String]
    do throws(Baseline.Absence) {
      values = try baseline.values(of: self.name, known.map(\.column))
    } catch {
      return fail(
        error.reason, [baseline.remedy],
        leaving: baseline.files(of: lab.trace, measurement.drivers, known))
    }
    let worse = zip(known, values).filter { metric, value in
      Self.isWorse(metric.value(measured)?.description ?? "", than: value)
    }
    guard let (first, limit) = worse.first else { return }
    let unit = first.unit.symbol.isEmpty ? "" : " \(first.unit.symbol)"
    fail(
      "‘\(self.name)’ is worse than in the baseline ‘\(name)’",
      worse.map { metric, value in
        "\(metric.column): \(words(metric.value(measured)?.description)) instead of \(words(value))"
      } + divergence(from: baseline.events, name),
      script: limit.isEmpty ? nil : "\(first.name) <= \(limit)\(unit)")
  }

  private func words(_ value: String?) -> String {
    value.flatMap { $0.isEmpty ? nil : $0 } ?? "nothing"
  }

  /// A value that is undefined on one side alone is worse, since nothing can be said of it.
  private static func isWorse(_ value: String, than limit: String) -> Bool {
    guard let value = Double(value), let limit = Double(limit) else { return value != limit }
    return value > limit
  }

  /// The first event that is another than in the run of the baseline.
  private func divergence(from events: [String]?, _ name: String) -> [String] {
    guard let events else {
      return ["without ‘\(name).trace’ beside it the first event that differs is not known"]
    }
    guard let difference = lab.trace.divergence(fromLines: events) else {
      return ["no event differs from ‘\(name).trace’, which is of another run than the table"]
    }
    return ["the first event that differs is event \(difference.number):"]
      + difference.lines("in the baseline", "now")
  }
}
