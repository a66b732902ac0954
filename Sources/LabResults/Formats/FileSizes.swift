package import LabExperiment
import LabLanguage
import LabMetrics

/// About how large the files of a result will be that have rows for every run or for every group of
/// runs.
package struct FileSizes {
  /// The names of the files, each with its bytes.
  package let files: [(name: String, bytes: Int)]

  /// About how many bytes a value of a metric has, with its comma.
  private static let valueBytes = 4
  /// About how many bytes a row of `summary.csv` has beside the names in it.
  private static let statisticsBytes = 90
  /// How many bytes the manifest has for every run, which is its fingerprint.
  private static let fingerprintBytes = 24

  /// Works out the sizes from the first run of each arm.
  ///
  /// - Parameters:
  ///   - plan: The runs.
  ///   - columns: The names of the metrics that are columns; `nil` for all.
  package init(of plan: Plan, columns: [String]?) {
    let experiment = plan.experiment
    let selection = columns.map { MetricSelection($0, for: experiment) } ?? .all
    let name = experiment.inputs.first?.path.utf8.count ?? 0
    let arms = min(experiment.arms.count, plan.count)
    let performed = plan.indices.count { plan.performs($0) }
    var (row, summary) = (0, 0)
    for arm in 0..<arms {
      let label = plan.label(of: arm)
      let point = label.place.reduce(0) { $0 + 2 * ($1.value.utf8.count + 1) }
      // The numbers of run and replication, and the fingerprint.
      let key = name + label.arm.utf8.count + point + "\(label.seed)".utf8.count + 12 + 17
      for driver in plan.arm(of: arm).drivers {
        row += key + driver.utf8.count + selection.columns.count * Self.valueBytes
        summary +=
          selection.columns.count
          * (name + label.arm.utf8.count + driver.utf8.count + point + Self.statisticsBytes)
      }
    }
    let groups = performed / max(1, arms * plan.replications)
    let sweeps = SweepColumn.all(of: experiment)
    let headers = [
      ResultFiles.runs(sweeps: SweepColumn.ofRuns(experiment), selection).header,
      SummaryFile.file(sweeps: sweeps).header,
    ].map { $0.reduce(0) { $0 + $1.utf8.count + 1 } }
    files = [
      ("runs.csv", headers[0] + performed / max(1, arms) * row),
      ("summary.csv", headers[1] + groups * summary),
      ("manifest.json", performed * Self.fingerprintBytes),
    ]
  }
}
