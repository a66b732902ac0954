import LabExperiment
import LabKernel
import LabMetrics
import LabTrace

/// The CSV files that list what happened in a run, written run by run.
enum TraceFiles {
  /// The columns with which every row begins.
  private static let key = ["experiment", "run", "arm"]

  static let refreshHeader =
    key + [
      "driver", "refresh", "vsync_ms", "latch_ms", "photon_ms", "measured", "outcome", "updates",
      "overwritten", "shown_update", "animation_time_ms", "animation_error_ms", "place_pt",
      "intended_place_pt", "place_error_pt", "content_lag_ms", "cause",
    ]
  static let firingHeader =
    key + [
      "driver", "firing", "due_ms", "began_ms", "ended_ms", "missed", "lateness_ms", "measured",
      "outcome",
    ]
  static let blameHeader =
    key + ["driver", "trouble", "number", "begin_ms", "reason", "owner", "serial", "share_ms"]
  static let eventHeader =
    key + ["event", "time_ms", "what", "who", "detail", "mode", "depth", "first", "second"]

  /// One row per driver and refresh.
  static func refreshes(
    of experiment: String, _ run: RunSpec, _ measurement: RunMeasurement, to csv: inout CSVWriter
  ) {
    for driver in measurement.drivers {
      for row in measurement.refreshRows(of: driver.name) {
        key(experiment, run, to: &csv)
        csv.field(driver.name)
        csv.field(row.index)
        csv.milliseconds(row.vsync.nanoseconds)
        csv.milliseconds(row.latch?.nanoseconds)
        csv.milliseconds(row.photon.nanoseconds)
        csv.field(row.isMeasured ? 1 : 0)
        csv.field(row.isNew ? "new" : "repeated")
        csv.field(row.updates)
        csv.field(row.overwritten)
        csv.field(row.shownUpdate.map { String($0) } ?? "")
        csv.milliseconds(row.animationTime?.nanoseconds)
        csv.milliseconds(row.animationError?.wholeNanoseconds)
        csv.number(row.content?.place)
        csv.number(row.content?.intended)
        csv.number(row.content?.error)
        csv.milliseconds(row.content?.lag.wholeNanoseconds)
        csv.field(row.cause?.rawValue ?? "")
        csv.endRow()
      }
    }
  }

  /// One row per driver and firing.
  static func firings(
    of experiment: String, _ run: RunSpec, _ measurement: RunMeasurement, to csv: inout CSVWriter
  ) {
    for driver in measurement.drivers {
      for (index, row) in measurement.firingRows(of: driver.name).enumerated() {
        key(experiment, run, to: &csv)
        csv.field(driver.name)
        csv.field(index)
        csv.milliseconds(row.due.nanoseconds)
        csv.milliseconds(row.began.nanoseconds)
        csv.milliseconds(row.ended?.nanoseconds)
        csv.field(row.missed.map { String($0) } ?? "")
        csv.milliseconds(row.lateness.wholeNanoseconds)
        csv.field(row.isMeasured ? 1 : 0)
        csv.field(row.outcome?.rawValue ?? "")
        csv.endRow()
      }
    }
  }

  /// One row per driver, trouble and cause.
  static func blame(
    of experiment: String, _ run: RunSpec, _ measurement: RunMeasurement, to csv: inout CSVWriter
  ) {
    for driver in measurement.drivers {
      for row in measurement.blameRows(of: driver.name) {
        key(experiment, run, to: &csv)
        csv.field(driver.name)
        csv.field(row.problem.rawValue)
        csv.field(row.number)
        csv.milliseconds(row.begin.nanoseconds)
        csv.field(row.blame.cause.rawValue)
        csv.field(row.blame.owner ?? "")
        csv.field(row.blame.serial.map { String($0) } ?? "")
        csv.milliseconds(row.blame.time.wholeNanoseconds)
        csv.endRow()
      }
    }
  }

  /// One row per record of the trace.
  static func events(
    of experiment: String, _ run: RunSpec, _ trace: Trace, to csv: inout CSVWriter
  ) {
    for (index, record) in trace.records.enumerated() {
      key(experiment, run, to: &csv)
      csv.field(index)
      csv.milliseconds(record.time.nanoseconds)
      let row = trace.row(of: record)
      csv.field(row.what)
      csv.field(row.who ?? "")
      csv.field(row.detail)
      csv.field(record.mode == TraceRecord.noMode ? "" : trace.modes[Int(record.mode)])
      csv.field(Int(record.depth))
      csv.field(row.place.map { "\($0)" } ?? row.first.map { "\($0)" } ?? "")
      csv.field(row.second.map { "\($0)" } ?? "")
      csv.endRow()
    }
  }

  private static func key(_ experiment: String, _ run: RunSpec, to csv: inout CSVWriter) {
    csv.field(experiment)
    csv.field(run.index)
    csv.field(run.arm)
  }
}

extension CSVWriter {
  /// Appends a number with at most six decimals; `nil` leaves the field empty.
  fileprivate mutating func number(_ number: Double?) {
    field(number.map { MetricValue.number($0).description } ?? "")
  }
}
