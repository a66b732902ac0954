import LabExperiment

/// A row of a file that tells what happened in a run.
protocol RunRow: SendableMetatype {
  /// The run.
  var run: RunName { get }
}

/// By what files tell a run from others.
struct RunName {
  /// The experiment's short name.
  let experiment: String
  /// The position of the run in the plan.
  let index: Int
  /// The name of its arm.
  let arm: String

  init(_ experiment: String, _ run: RunSpec) {
    self.experiment = experiment
    index = run.index
    arm = run.arm
  }
}

/// A row about a driver in a run.
struct DriverRow<Content>: RunRow {
  let run: RunName
  /// The name of the driver.
  let driver: String
  /// What the row tells of it.
  let content: Content
}

extension Column where Row: RunRow {
  /// The columns with which the rows of a run begin.
  static var runKey: [Column] {
    [
      .experiment { $1.field($0.run.experiment) }, .run { $1.field($0.run.index) },
      .arm { $1.field($0.run.arm) },
    ]
  }
}

extension Column {
  /// Returns the columns with which the rows of a driver in a run begin.
  static func driverKey<Content>() -> [Column] where Row == DriverRow<Content> {
    runKey + [.driver { $1.field($0.driver) }]
  }
}
