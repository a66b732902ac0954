package import LabMetrics

/// A column of a CSV file: its name, what it means, and how a row is written into it.
package struct Column<Row>: Sendable {
  /// Appends the field of a row, one field and no more.
  package typealias Write = @Sendable (Row, inout CSVWriter) -> Void

  /// The name in the header.
  let name: String
  /// The unit of the values; `nil` for words, for flags, and where the row or the script tells it.
  let unit: MetricUnit?
  /// What it tells.
  let meaning: String
  /// How a row is written.
  package let write: Write

  package init(_ name: String, _ unit: MetricUnit?, _ meaning: String, write: @escaping Write) {
    self.name = name
    self.unit = unit
    self.meaning = meaning
    self.write = write
  }

  /// Creates a column without a unit.
  package init(_ name: String, _ meaning: String, write: @escaping Write) {
    self.init(name, nil, meaning, write: write)
  }
}

extension Column {
  /// Returns the column that says which experiment a row is about.
  package static func experiment(write: @escaping Write) -> Column {
    Column(
      "experiment", "The experiment's short name: the script's file name without '.lab'.",
      write: write)
  }

  /// Returns the column that says which run a row is about.
  package static func run(write: @escaping Write) -> Column {
    Column("run", "The position of the run in the plan, from 0.", write: write)
  }

  /// Returns the column that says which arm a row is about.
  package static func arm(write: @escaping Write) -> Column {
    Column(
      "arm", "The arm of the experiment: the variant that is compared with others.", write: write)
  }

  /// Returns the column that says which driver a row is about.
  package static func driver(write: @escaping Write) -> Column {
    Column("driver", "The timer or display link that the row is about.", write: write)
  }
}
