import Foundation
import LabMetrics
import LabTrace

/// What drivers once came to: a table with a row for each, and the events of that run beside it.
///
/// Both stand in the folder `Baselines` beside the test. A test reads them and writes none.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct Baseline {
  /// Why there is nothing to compare with.
  struct Absence: Error {
    let reason: String
  }

  private let name: String
  private let folder: URL

  init(_ name: String, beside place: Place) {
    self.name = name
    folder = URL(filePath: "\(place.filePath)").deletingLastPathComponent()
      .appending(path: "Baselines")
  }

  private var table: URL { folder.appending(path: "\(name).csv") }

  /// Returns what stands in some columns of a driver's row.
  ///
  /// - Throws: ``Absence`` if there is no such row or column.
  func values(of driver: String, _ columns: [String]) throws(Absence) -> [String] {
    guard let text = try? String(contentsOf: table, encoding: .utf8) else {
      throw Absence(reason: "there is no baseline ‘\(table.path)’")
    }
    let lines = text.split(separator: "\n").map(Self.fields)
    guard let header = lines.first, let key = header.firstIndex(of: "driver") else {
      throw Absence(reason: "the baseline ‘\(name)’ has no column ‘driver’")
    }
    let rows = lines.dropFirst().filter { $0.count == header.count && $0[key] == driver }
    guard let row = rows.first, rows.count == 1 else {
      throw Absence(
        reason: "the baseline ‘\(name)’ has \(rows.count) rows of ‘\(driver)’ and must have one")
    }
    return try columns.map { column throws(Absence) in
      guard let place = header.firstIndex(of: column) else {
        throw Absence(reason: "the baseline ‘\(name)’ has no column ‘\(column)’")
      }
      return row[place]
    }
  }

  /// The events of the run that it is of, a line each; `nil` without.
  var events: [String]? {
    (try? String(contentsOf: folder.appending(path: "\(name).trace"), encoding: .utf8))
      .map { $0.split(separator: "\n").map(String.init) }
  }

  /// The files that would make a run the baseline.
  func files(of trace: Trace, _ drivers: [DriverMetrics], _ metrics: [Metric]) -> [AttachedFile] {
    let rows = drivers.map { driver in
      [driver.name] + metrics.map { $0.value(driver)?.description ?? "" }
    }
    let text = ([["driver"] + metrics.map(\.column)] + rows).map { $0.joined(separator: ",") }
    return [
      AttachedFile("\(name).csv", text.joined(separator: "\n") + "\n"),
      AttachedFile("\(name).trace", trace.eventLines.joined(separator: "\n") + "\n"),
    ]
  }

  /// How attached files become the baseline.
  var remedy: String {
    "This run is attached as one: keep the files by ‘swift test --attachments-path DIR’, look at"
      + " them, and copy ‘\(name).csv’ and ‘\(name).trace’ to ‘\(folder.path)’"
  }

  /// Cuts a line at its commas, but for those between quotation marks.
  private static func fields(of line: Substring) -> [String] {
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
