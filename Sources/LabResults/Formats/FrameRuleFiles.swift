import LabExperiment
import LabMetrics

/// The CSV files that set the rules for bad frames side by side, written run by run.
enum FrameRuleFiles {
  /// What a rule says of a driver's frames, and how many there are.
  typealias Reading = (reading: FrameRules.Reading, frames: Int)

  /// How many of all frames a rule calls bad and another one good.
  typealias Agreement = (rule: FrameRule, other: FrameRule, frames: Int, disputed: Int)

  private static let ruleMeaning = "The rule for bad frames that the row is about."
  private static let framesMeaning =
    "How many shown frames have one before them, and so are judged."

  /// The file `frame_rules.csv`: a row per driver and rule.
  static let rules = CSVFile<DriverRow<Reading>>(
    "frame_rules.csv",
    columns: Column.driverKey() + [
      Column("rule", ruleMeaning) { $1.field($0.content.reading.rule.name) },
      Column("frames", .count, framesMeaning) { $1.field($0.content.frames) },
      Column(
        "bad_frames", .count,
        "How many frames the rule calls bad; empty if it judges no single frames."
      ) { $1.field($0.content.reading.bad) },
      Column("value", "The number that the rule is known by; empty where it is undefined.") {
        $1.number($0.content.reading.value)
      },
      Column("value_unit", "The unit of that number.") {
        $1.field($0.content.reading.rule.unit)
      },
      Column("grade", "What the publisher of the rule calls that number; empty without a word.") {
        $1.field($0.content.reading.grade ?? "")
      },
    ])

  /// The file `rule_agreement.csv`: a row per driver and ordered pair of rules that judge single
  /// frames.
  static let agreement = CSVFile<DriverRow<Agreement>>(
    "rule_agreement.csv",
    columns: Column.driverKey() + [
      Column("rule", ruleMeaning) { $1.field($0.content.rule.name) },
      Column("other_rule", "The rule with which the row compares.") {
        $1.field($0.content.other.name)
      },
      Column("frames", .count, framesMeaning) { $1.field($0.content.frames) },
      Column(
        "disputed_frames", .count,
        "How many frames the rule calls bad and the other one calls good."
      ) { $1.field($0.content.disputed) },
    ])

  /// Appends the rows of a run to `frame_rules.csv`.
  static func rules(
    of run: RunName, _ drivers: [(driver: String, rules: FrameRules)], to rows: Spool
  ) {
    for (driver, rules) in drivers {
      for reading in rules.readings {
        let content = (reading: reading, frames: rules.series.frames.count)
        rows.append(DriverRow(run: run, driver: driver, content: content), to: Self.rules)
      }
    }
  }

  /// Appends the rows of a run to `rule_agreement.csv`.
  static func agreement(
    of run: RunName, _ drivers: [(driver: String, rules: FrameRules)], to rows: Spool
  ) {
    for (driver, rules) in drivers {
      for rule in rules.verdicts {
        for other in rules.verdicts where other.rule.name != rule.rule.name {
          let content = (
            rule: rule.rule, other: other.rule, frames: rules.series.frames.count,
            disputed: rule.disagreement(with: other) ?? 0
          )
          rows.append(DriverRow(run: run, driver: driver, content: content), to: agreement)
        }
      }
    }
  }
}
