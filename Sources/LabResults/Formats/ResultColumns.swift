package import LabExperiment
import LabLanguage
package import LabMetrics
import LabText

/// The columns of the files of a result.
package enum ResultColumns {
  /// A column of a file.
  package struct Entry: Sendable {
    package let file: String
    package let column: String
    package let unit: MetricUnit?
    package let meaning: String
  }

  /// Every column of every file, but for those of sweeps.
  package static let all: [Entry] =
    entries(ResultFiles.runs(sweeps: [.recording]))
    + entries(ResultFiles.loads(sweeps: [.recording]))
    + entries(SummaryFile.file(sweeps: []))
    + entries(ResultFiles.verdicts) + entries(PredictionFile.file(sweeps: []))
    + entries(ResultFiles.findings) + entries(TraceFiles.refreshes)
    + entries(TraceFiles.firings) + entries(TraceFiles.blame) + entries(TraceFiles.lateFrames)
    + entries(EventFile.file) + entries(FrameRuleFiles.rules) + entries(FrameRuleFiles.agreement)
    + PresentMonVersion.allCases.flatMap { entries(PresentMonFile.file($0)) }

  /// Returns the columns of a file, with the one of its schema.
  package static func entries<Row>(_ file: CSVFile<Row>) -> [Entry] {
    file.columns.map {
      Entry(file: file.name, column: $0.name, unit: $0.unit, meaning: $0.meaning)
    }
      + file.header.dropFirst(file.columns.count).map {
        Entry(file: file.name, column: $0, unit: nil, meaning: SchemaColumn.meaning)
      }
  }
}

/// The last column of the files of a result: the version of their columns.
package enum SchemaColumn {
  /// The version of the columns of all files.
  package static let version = 6
  /// The oldest version whose results are still read: its columns have other names at most.
  static let oldest = 5
  /// The name in the header.
  static let name = "schema"

  /// Returns what a column of a file of the lab is called today.
  static func today(_ column: String) -> String {
    MetricDictionary.currentColumn(of: SweepColumn.column(of: column))
  }

  /// What it tells.
  static let meaning =
    "The version of the columns of the file: a column never changes its meaning, but a newer version may"
    + " have others."

  /// The position of the column in a header; `nil` in a file from before there was one.
  static func position(in header: CSVRow) -> Int? {
    header.fields.last == name ? header.fields.count - 1 : nil
  }

  /// Throws if a row was written by a newer version than this one.
  static func check(_ row: CSVRow, at position: Int) throws(InputError) {
    let text = row[position]
    guard let version = Int(text), version > 0 else {
      throw row.mistake(at: position, "'\(text)' is not a version of the columns.")
    }
    guard version <= SchemaColumn.version else {
      throw row.mistake(at: position, newer(version))
    }
  }

  /// Throws if a file was written by a newer version than this one.
  static func check(_ path: String) throws(InputError) { _ = try CSVReader(path).next() }

  /// That a result is of a newer version, and what to do.
  static func newer(_ version: Int) -> String {
    "this was written with version \(version) of the columns, and this program knows version"
      + " \(SchemaColumn.version). Use a newer runlooplab, or run the script again."
  }
}

/// A sweep as files show it: its values as the script writes them, and as numbers of one unit.
package struct SweepColumn: Sendable {
  /// The name of the sweep.
  let name: String
  /// The column with its values as written.
  var column: String { Self.column(of: name) }
  /// A column beside it, for programs that calculate; `nil` unless the values have a unit.
  let numbers: Numbers?
  fileprivate var meaning = "The value of the sweep."

  /// The values of a sweep as numbers.
  package struct Numbers: Sendable {
    let column: String
    let unit: MetricUnit
    let byText: [String: Double]
  }

  /// Describes the sweeps of an experiment, in order.
  package static func all(of experiment: Experiment) -> [SweepColumn] {
    experiment.sweeps.map { sweep in
      guard let (values, symbol) = experiment.numbers(ofSweep: sweep.name), !symbol.isEmpty,
        let unit = MetricUnit.allCases.first(where: { $0.symbol == symbol })
      else { return SweepColumn(sweep.name) }
      return SweepColumn(
        sweep.name,
        numbers: Numbers(
          column: column(of: sweep.name) + unit.suffix, unit: unit,
          byText: Dictionary(keepingFirst: zip(sweep.values, values))))
    }
  }

  package init(_ name: String, numbers: Numbers? = nil) {
    self.name = name
    self.numbers = numbers
  }

  /// Returns the column of a sweep: its name, with `_` for `-`, since R takes `-` for a minus.
  static func column(of name: String) -> String { String(name.map { $0 == "-" ? "_" : $0 }) }

  /// The file that a replication has, where a load names several recordings.
  static let recording = {
    var column = SweepColumn("recording")
    column.meaning =
      "The file whose tasks the run has: where a load names several recordings, each replication has"
      + " another, in the order of their names."
    return column
  }()

  /// Describes what tells the runs of an experiment from one another: the sweeps, then the
  /// recordings if each replication has its own.
  package static func ofRuns(_ experiment: Experiment) -> [SweepColumn] {
    all(of: experiment) + (experiment.recordedFiles.isEmpty ? [] : [recording])
  }
}

extension SweepColumn {
  /// The names of its columns.
  private var columns: [String] { [column] + [numbers?.column].compactMap { $0 } }

  /// Returns why the sweeps of an experiment cannot be columns beside the others, and a name to
  /// write; `nil` if they can.
  package static func clash(in experiment: Experiment) -> String? {
    let files = [
      ResultColumns.entries(ResultFiles.runs(sweeps: [])),
      ResultColumns.entries(ResultFiles.loads(sweeps: [])),
      ResultColumns.entries(SummaryFile.file(sweeps: [])),
      ResultColumns.entries(PredictionFile.file(sweeps: [])),
    ]
    // A reader takes the former name of a column for that of today.
    var taken = Set(
      files.joined().map { $0.column } + MetricDictionary.formerColumns.map { $0.name })
    for sweep in ofRuns(experiment) {
      guard let column = sweep.columns.first(where: { !taken.insert($0).inserted }) else {
        continue
      }
      return "the sweep '\(sweep.name)' would be a second column '\(column)' of a table. Give it"
        + " another name, such as '\(sweep.name)-value'."
    }
    return nil
  }
}

extension Column {
  /// Returns the columns of the sweeps and those of their numbers.
  ///
  /// - Returns: A column for each sweep, and one more for each whose values have a unit.
  package static func sweeps(
    _ sweeps: [SweepColumn], value: @escaping @Sendable (Row, Int) -> String
  ) -> [Column] {
    sweeps.enumerated().flatMap { index, sweep in
      let text = Column(sweep.column, sweep.meaning) { $1.field(value($0, index)) }
      guard let numbers = sweep.numbers else { return [text] }
      return [
        text,
        Column(
          numbers.column, numbers.unit, "The same as a number, in the unit at the end of the name."
        ) {
          $1.number(numbers.byText[value($0, index)])
        },
      ]
    }
  }
}
