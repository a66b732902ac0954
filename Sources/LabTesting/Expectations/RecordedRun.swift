import Foundation
import LabMetrics
import LabText
import LabTrace

/// What a run once came to: a table with a row for each driver, and the events beside it.
///
/// Both stand in the folder `Recordings` beside the test: `NAME.csv`, with the column `driver` and
/// columns as those of `runs.csv`, and `NAME.trace`. With `LAB_RECORD=1` in the environment they
/// are written anew, which is a failure as well: look at them, and run without.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct RecordedRun {
  /// Why there is nothing to compare with.
  struct Absence: Error {
    let reason: String
    /// What would be the recording.
    var files: [AttachedFile] = []
  }

  let name: String
  private let folder: URL

  init(_ name: String, beside place: Place) {
    self.name = name
    folder = URL(filePath: "\(place.filePath)").deletingLastPathComponent()
      .appending(path: "Recordings")
  }

  /// Returns what stands in some columns of a driver's row, after the run was recorded if that is
  /// asked for.
  ///
  /// - Throws: ``Absence`` if there is no such row or column, and after the run was recorded.
  func values(
    of driver: String, _ metrics: [Metric], now lab: Laboratory
  ) throws(Absence) -> [String] {
    let rows = lab.measurement.drivers.map { driver in
      [driver.name] + metrics.map { $0.value(driver)?.description ?? "" }
    }
    let now = ([["driver"] + metrics.map(\.column)] + rows).map { $0.joined(separator: ",") }
    let files = [file("csv", now), file("trace", lab.trace.eventLines)]
    let lines = try lines(of: files[0], or: files, lab).map(Self.fields)
    let remedy = "Write it with LAB_RECORD=1"
    guard let header = lines.first, let key = header.firstIndex(of: "driver") else {
      throw Absence(reason: "the recording ‘\(name)’ has no column ‘driver’. \(remedy)")
    }
    let found = lines.dropFirst().filter { $0.count == header.count && $0[key] == driver }
    guard let row = found.first, found.count == 1 else {
      throw Absence(
        reason: "the recording ‘\(name)’ has \(found.count) rows of ‘\(driver)’ and must have one."
          + " \(remedy)", files: files)
    }
    return try metrics.map(\.column).map { column throws(Absence) in
      let place = header.firstIndex { MetricDictionary.currentColumn(of: $0) == column }
      guard let place else {
        throw Absence(
          reason: "the recording ‘\(name)’ has no column ‘\(column)’. \(remedy)", files: files)
      }
      return row[place]
    }
  }

  /// Returns the events, a line each, after the run was recorded if that is asked for.
  ///
  /// - Throws: ``Absence`` if there are none, and after the run was recorded.
  func events(now lab: Laboratory) throws(Absence) -> [String] {
    let file = file("trace", lab.trace.eventLines)
    return try lines(of: file, or: [file], lab)
  }

  /// The events, a line each; `nil` without.
  var events: [String]? { lines(of: "\(name).trace") }

  private func file(_ suffix: String, _ lines: [String]) -> AttachedFile {
    AttachedFile("\(name).\(suffix)", lines.joined(separator: "\n") + "\n")
  }

  private func lines(of file: String) -> [String]? {
    (try? String(contentsOf: folder.appending(path: file), encoding: .utf8))
      .map { $0.split(separator: "\n").map(String.init) }
  }

  private func lines(
    of file: AttachedFile, or files: [AttachedFile], _ lab: Laboratory
  ) throws(Absence) -> [String] {
    let path = folder.appending(path: file.name).path
    if ProcessInfo.processInfo.environment["LAB_RECORD"] == "1" {
      do {
        // A run that is changed, or has fewer tasks, is not the test's own.
        if lab.substitute == nil, lab.driverChanges.isEmpty { try write(files) }
      } catch {
        throw Absence(reason: "‘\(path)’ cannot be written: \(error)")
      }
      throw Absence(reason: "‘\(path)’ was recorded; look at it, and run again without LAB_RECORD")
    }
    guard let lines = lines(of: file.name) else {
      throw Absence(
        reason: "there is no recording ‘\(path)’. Write it with LAB_RECORD=1, or keep the attached"
          + " one by ‘swift test --attachments-path DIR’, and copy it", files: files)
    }
    return lines
  }

  private func write(_ files: [AttachedFile]) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in files {
      try file.text.write(
        to: folder.appending(path: file.name), atomically: true, encoding: .utf8)
    }
  }

  /// Cuts a line at its commas, but for those between quotation marks.
  private static func fields(of line: String) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Expectation {
  /// The metrics of the driver are those that were recorded before, near them, or better.
  ///
  /// The recording is the file `Recordings/NAME.csv` beside the test: a table with the column
  /// `driver`, a row for each driver, and columns as those of `runs.csv`, which may be one of
  /// `runlooplab run`. With `NAME.trace` beside it, a failure names the first event that differs.
  ///
  /// With `LAB_RECORD=1` in the environment both are written anew, which is reported as well: look
  /// at them, and run without; the table gets these metrics of every driver. Where there is no
  /// recording, the test fails and attaches them. For the run event by event see
  /// ``LaboratoryExpectation/isAsRecorded(in:)``.
  ///
  /// - Parameters:
  ///   - name: The name of the recording, without its extension.
  ///   - metrics: The metrics, by their names in scripts or in CSV files; see `runlooplab explain`.
  ///   - tolerance: How far a value may be from the recorded one, as a share of the recorded one:
  ///     0.05 for 5 %. Counts of zero stay zero. A value that is undefined then and now is equal.
  ///   - isBetterAllowed: Whether smaller values are no failure.
  public func isAsRecorded(
    in name: String,
    metrics: [String] = [
      "dropped", "double_fires", "hitch_ratio", "lateness_p99", "animation_error_max",
    ],
    within tolerance: Double = 0, orBetter isBetterAllowed: Bool = false
  ) {
    guard isKnown(neverFiring: true), let measured = values.metrics else { return }
    var known: [Metric] = []
    for name in metrics {
      guard let metric = MetricDictionary.metric(name) else {
        return fail("there is no metric ‘\(name)’.\(MetricDictionary.remedy(for: name))")
      }
      known.append(metric)
    }
    let run = RecordedRun(name, beside: place)
    let recorded: [String]
    do throws(RecordedRun.Absence) {
      recorded = try run.values(of: self.name, known, now: lab)
    } catch {
      return fail(error.reason, leaving: error.files)
    }
    let rows = zip(known, recorded).map { metric, recorded in
      (metric: metric, recorded: recorded, now: metric.value(measured)?.description ?? "")
    }
    let wrong = rows.filter { row in
      guard let now = Double(row.now), let recorded = Double(row.recorded) else {
        return row.now != row.recorded
      }
      let isFar = abs(now - recorded) > tolerance * abs(recorded)
      return isFar && !(isBetterAllowed && now < recorded)
    }
    guard let first = wrong.first else { return }
    let share = tolerance > 0 ? " within \(decimalText(tolerance * 100)) %" : ""
    let unit = first.metric.unit.symbol.isEmpty ? "" : " \(first.metric.unit.symbol)"
    let isLimit = isBetterAllowed && tolerance == 0 && !first.recorded.isEmpty
    fail(
      "the metrics of ‘\(self.name)’ are not as recorded in ‘\(name)’\(share)"
        + (isBetterAllowed ? ", or better" : ""),
      wrong.map { row in
        let values = [row.recorded, row.now].map { $0.isEmpty ? "nothing" : $0 }
        return "\(row.metric.column): recorded \(values[0]), now \(values[1])"
      } + divergence(from: run),
      script: isLimit ? "\(first.metric.name) <= \(first.recorded)\(unit)" : nil)
  }

  /// The first event that is another than in the recorded run.
  private func divergence(from run: RecordedRun) -> [String] {
    guard let events = run.events else {
      return ["without ‘\(run.name).trace’ beside it the first event that differs is not known"]
    }
    guard let difference = lab.trace.divergence(fromLines: events) else {
      return ["no event differs from ‘\(run.name).trace’, which is of another run than the table"]
    }
    return ["the first event that differs is event \(difference.number):"]
      + difference.lines("recorded", "now")
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension LaboratoryExpectation {
  /// What happened is what was recorded before, event by event.
  ///
  /// The recording is the file `Recordings/NAME.trace` beside the test, which is written as
  /// ``Expectation/isAsRecorded(in:metrics:within:orBetter:)`` says.
  ///
  /// - Parameter name: The name of the recording, without its extension.
  public func isAsRecorded(in name: String) {
    let recorded: [String]
    do throws(RecordedRun.Absence) {
      recorded = try RecordedRun(name, beside: place).events(now: lab)
    } catch {
      return fail(error.reason, leaving: error.files)
    }
    let trace = lab.trace
    guard let difference = trace.divergence(fromLines: recorded) else { return }
    let instant = trace.records[min(difference.number, trace.records.count - 1)].time
    fail(
      "the run is not as it was recorded in ‘\(name)’",
      difference.lines("recorded", "now")
        + (lab.picture(around: instant).map { ["", $0.description] } ?? []))
  }
}
