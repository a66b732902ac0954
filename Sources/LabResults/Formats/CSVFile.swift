package import LabAnswer
import LabExperiment
package import LabMetrics

/// A CSV file of a result: its name, and its columns in their order.
///
/// The list of columns is all that there is to say about them: the header, the rows and the words
/// of `ColumnDictionary` are made of it. One more column, the last one, says in every row by
/// which version of the columns the file was written: a comment before the header would be a row to
/// most programs, and a version in a name another file, but a program passes over a column for
/// which it does not ask, and the column stays where rows of several files are put together.
package struct CSVFile<Row>: Sendable {
  /// The name in the folder of the result.
  let name: String
  /// The columns, in order.
  package let columns: [Column<Row>]
  /// Whether the last column is ``SchemaColumn``.
  private let hasSchema: Bool

  /// How a row is written into the columns, without the words about them.
  private let writes: [Column<Row>.Write]

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - columns: Its columns, or the first of them.
  ///   - others: Those behind them that are written together, which takes less than one by one.
  ///   - hasSchema: Whether it says the version of the columns; not if they are another tool's.
  ///   - write: Appends a field for each of the others.
  package init(
    _ name: String, columns: [Column<Row>], others: [Column<Row>] = [], hasSchema: Bool = true,
    writing write: Column<Row>.Write? = nil
  ) {
    (self.name, self.columns, self.hasSchema) = (name, columns + others, hasSchema)
    writes = columns.map { $0.write } + [write].compactMap { $0 }
  }

  package var header: [String] { columns.map { $0.name } + (hasSchema ? [SchemaColumn.name] : []) }

  package func append(_ row: Row, to csv: inout CSVWriter) {
    for write in writes { write(row, &csv) }
    if hasSchema { csv.field(SchemaColumn.version) }
    csv.endRow()
  }

  /// Writes the header and all rows.
  func write<Refusal>(
    _ rows: some Sequence<Row>, to write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    var csv = CSVWriter(header: header)
    for row in rows { append(row, to: &csv) }
    try csv.drain(to: write)
  }
}

extension CSVFile {
  /// Some rows as a table, without the version of the columns.
  package func table(_ rows: some Sequence<Row>) -> Table {
    var (table, csv) = (
      Table(
        name.hasSuffix(".csv") ? String(name.dropLast(4)) : name,
        columns.map { $0.unit == nil ? .words($0.name) : .number($0.name) }),
      CSVWriter(keepingCells: ())
    )
    for row in rows {
      for write in writes { write(row, &csv) }
      table.append(csv.takeCells())
    }
    return table
  }
}

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

/// A row of a file that tells what happened in a run.
protocol RunRow: SendableMetatype {
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
