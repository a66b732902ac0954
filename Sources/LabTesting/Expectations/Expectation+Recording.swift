import LabMetrics
import LabText

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Expectation {
  /// The metrics of the driver are those that were recorded before, or near them.
  ///
  /// The baseline is the file `Recordings/NAME.csv` beside the test, with a row for each metric.
  /// With `LAB_RECORD=1` in the environment it is written anew, which is reported as well: look at
  /// it, and run without. For the run event by event see
  /// ``LaboratoryExpectation/isAsRecorded(in:)``.
  ///
  /// - Parameters:
  ///   - name: The name of the baseline, without its extension.
  ///   - metrics: The metrics, by their names in scripts or in CSV files; see `runlooplab explain`.
  ///   - tolerance: How far a value may be from the recorded one, as a share of the recorded one:
  ///     0.05 for 5 %. Counts of zero stay zero. A value that is undefined then and now is equal.
  public func isAsRecorded(
    in name: String,
    metrics: [String] = [
      "fires", "double_fires", "dropped", "lateness_p99", "animation_error_max",
    ],
    within tolerance: Double = 0
  ) {
    guard let measured = self.metrics(neverFiring: true) else { return }
    var rows: [(column: String, value: String)] = []
    for name in metrics {
      guard let metric = known(name) else { return }
      rows.append((metric.column, metric.value(measured)?.description ?? ""))
    }
    do throws(RecordingFile.Absence) {
      let lines = try RecordingFile("\(name).csv", beside: place)
        .lines(now: ["metric,value"] + rows.map { "\($0.column),\($0.value)" })
      let recorded = lines.dropFirst().map {
        $0.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      }
      let isOfThese =
        recorded.allSatisfy { $0.count == 2 } && recorded.map(\.[0]) == rows.map(\.column)
      guard lines.first == "metric,value", isOfThese else {
        return fail("the baseline ‘\(name)’ is of other metrics. Write it with LAB_RECORD=1")
      }
      let differences = zip(rows, recorded.map(\.[1])).compactMap { row, recorded -> String? in
        guard !Self.isNear(row.value, recorded, within: tolerance) else { return nil }
        return "\(row.column): recorded \(recorded.isEmpty ? "nothing" : recorded), now "
          + "\(row.value.isEmpty ? "nothing" : row.value)"
      }
      guard !differences.isEmpty else { return }
      let share = tolerance > 0 ? " within \(decimalText(tolerance * 100)) %" : ""
      fail("the metrics of ‘\(self.name)’ are not as recorded in ‘\(name)’\(share)", differences)
    } catch {
      fail(error.reason)
    }
  }

  private static func isNear(_ value: String, _ recorded: String, within tolerance: Double) -> Bool
  {
    if value == recorded { return true }
    guard let value = Double(value), let recorded = Double(recorded) else { return false }
    return abs(value - recorded) <= tolerance * abs(recorded)
  }
}
