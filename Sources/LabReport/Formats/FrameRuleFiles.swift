import LabExperiment
import LabMetrics

/// The CSV files that set the rules of the zoo side by side, written run by run.
enum FrameRuleFiles {
  private static let key = ["experiment", "run", "arm", "driver"]

  static let ruleHeader = key + ["rule", "frames", "bad_frames", "value", "value_unit", "grade"]
  static let disagreementHeader = key + ["rule", "other_rule", "frames", "disputed_frames"]

  /// One row per driver and rule.
  static func rules(
    of experiment: String, _ run: RunSpec, _ zoos: [(driver: String, zoo: FrameRules)],
    to csv: inout CSVWriter
  ) {
    for (driver, zoo) in zoos {
      for reading in zoo.readings {
        key(experiment, run, driver, to: &csv)
        csv.field(reading.rule.name)
        csv.field(zoo.series.frames.count)
        csv.field(reading.bad.map(String.init) ?? "")
        csv.field(reading.value.map { MetricValue.number($0).description } ?? "")
        csv.field(reading.rule.unit)
        csv.field(reading.grade ?? "")
        csv.endRow()
      }
    }
  }

  /// One row per driver and ordered pair of rules that judge single frames.
  static func disagreements(
    of experiment: String, _ run: RunSpec, _ zoos: [(driver: String, zoo: FrameRules)],
    to csv: inout CSVWriter
  ) {
    for (driver, zoo) in zoos {
      for rule in zoo.verdicts {
        for other in zoo.verdicts where other.rule.name != rule.rule.name {
          key(experiment, run, driver, to: &csv)
          csv.field(rule.rule.name)
          csv.field(other.rule.name)
          csv.field(zoo.series.frames.count)
          csv.field(rule.disagreement(with: other) ?? 0)
          csv.endRow()
        }
      }
    }
  }

  private static func key(
    _ experiment: String, _ run: RunSpec, _ driver: String, to csv: inout CSVWriter
  ) {
    csv.field(experiment)
    csv.field(run.index)
    csv.field(run.arm)
    csv.field(driver)
  }
}
