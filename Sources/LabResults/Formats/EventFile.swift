import LabExperiment
import LabKernel
import LabMetrics
import LabTrace

/// Writes `events.csv`: everything that happened, one row per record of a trace.
enum EventFile {
  /// A record of the trace of a run.
  struct Event: RunRow {
    let run: RunName
    /// The number of the record.
    let index: Int
    let time: Instant
    let row: Trace.Row
    /// The mode in which the loop ran.
    let mode: String
    let depth: Int
  }

  /// The columns that say which record a row is about.
  static let key: [Column<Event>] =
    Column.runKey + [Column("event", "The number of the record, from 0.") { $1.field($0.index) }]

  /// The file.
  static let file = CSVFile<Event>(
    "events.csv",
    columns: key + [
      Column("time_ms", .milliseconds, "When it happened, since the start of the run.") {
        $1.milliseconds($0.time.nanoseconds)
      },
      Column("what", "What happened: the kind of the record.") { $1.field($0.row.what) },
      Column("who", "Who it happened to.") { $1.field($0.row.who ?? "") },
      Column("detail", "The kind of source, activity, result or outcome.") {
        $1.field($0.row.detail)
      },
      Column("mode", "The mode in which the loop ran; empty outside any run.") {
        $1.field($0.mode)
      },
      Column("depth", .count, "How many runs were nested in one another.") { $1.field($0.depth) },
      Column(
        "first", "A number that belongs to the kind of the record, often nanoseconds."
      ) { event, csv in
        if let place = event.row.place { return csv.field("\(place)") }
        csv.field(event.row.first.map { Int($0) })
      },
      Column("second", "Another number that belongs to the kind of the record.") { event, csv in
        if let real = event.row.secondReal { return csv.field("\(real)") }
        csv.field(event.row.second.map { Int($0) })
      },
    ])

  /// Appends the rows of a run, or of a part of it whose first record has a number.
  static func events(
    of run: RunName, _ trace: borrowing Trace, from first: Int = 0, to rows: Spool
  ) {
    for index in trace.records.indices {
      let record = trace.records[index]
      rows.append(
        Event(
          run: run, index: first + index, time: record.time, row: trace.row(of: record),
          mode: record.mode == TraceRecord.noMode ? "" : trace.modes[Int(record.mode)],
          depth: Int(record.depth)),
        to: file)
    }
  }
}
