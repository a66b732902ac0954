import Foundation
import LabResults

/// How measurements are shown.
enum Output {
  private static let header = [
    "workload", "n", "unit", "time_ns", "limit", "limit_ns", "ratio", "bytes_per_item",
    "allocations", "checksum",
  ]

  static func csv(_ measurements: [Measurement]) -> String {
    var csv = CSVWriter(header: header)
    for row in measurements {
      csv.field(row.benchmark.name)
      csv.field(row.benchmark.size)
      csv.field(row.benchmark.unit)
      csv.field(decimal(row.nanoseconds))
      csv.field(row.benchmark.limitName ?? "")
      csv.field(decimal(row.limit))
      csv.field(decimal(row.ratio))
      csv.field(decimal(row.bytesPerItem))
      csv.field(row.allocations.map { String($0) } ?? "")
      csv.field(String(row.checksum, radix: 16))
      csv.endRow()
    }
    return String(decoding: csv.bytes, as: UTF8.self)
  }

  /// One line of the table for people, without the checksum.
  static func line(_ row: Measurement) -> String {
    padded(row.benchmark.label, 28) + column(row.nanoseconds) + column(row.limit)
      + column(row.ratio)
      + column(row.bytesPerItem) + column(row.allocations.map { Double($0) })
      + "  per \(row.benchmark.unit)"
      + (row.benchmark.limitName.map { ", limit \($0)" } ?? "")
  }

  static var titles: String {
    padded("workload", 28)
      + ["ns", "limit ns", "ratio", "bytes", "allocations"].map { padding($0, 13) + $0 }.joined()
  }

  /// What the figures were measured on.
  static var machine: String {
    let info = ProcessInfo.processInfo
    let model =
      (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
      .split(separator: "\n").first { $0.hasPrefix("model name") }?
      .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    #if DEBUG
      let build = "debug build"
    #else
      let build = "release build"
    #endif
    return "\(model ?? "a machine without a name"), \(info.activeProcessorCount) cores, "
      + "\(info.operatingSystemVersionString), \(build)"
  }

  private static func column(_ value: Double?) -> String {
    let text = decimal(value)
    return padding(text, 13) + text
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + padding(text, width)
  }

  private static func padding(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count))
  }

  private static func decimal(_ value: Double?) -> String {
    guard let value else { return "" }
    return String(format: value < 100 ? "%.2f" : "%.0f", value)
  }
}
