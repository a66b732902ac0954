import LabImport
import LabResults
import LabText

/// A record of CapFrameX: an object with runs, each with its columns as arrays.
///
/// The arrays have the names and units of PresentMon's columns, and are read as such a table.
///
/// - Source: CapFrameX, `ISessionCaptureData`.
struct CapFrameXFile {
  let swapChains: [PresentMonCapture.SwapChain]

  /// The columns that are taken over, with the decimal digits from their unit to the nanosecond.
  private static let columns: KeyValuePairs = [
    "TimeInSeconds": 9, "MsBetweenPresents": 6, "MsUntilDisplayed": 6, "Dropped": 0,
  ]

  init(path: String, bytes: [UInt8]) throws(InputError) {
    guard let file = JSONValue.parse(bytes[...]), let runs = file["Runs"]?.elements, !runs.isEmpty
    else {
      throw InputError(
        path: path, line: 1, column: 1,
        "this JSON is no record of CapFrameX: it holds no 'Runs'. To measure tasks, use 'import'.")
    }
    let process = file["Info"]?["ProcessName"]?.text ?? ""
    var chains: [PresentMonCapture.SwapChain] = []
    for (index, run) in runs.enumerated() {
      guard let data = run["CaptureData"], let table = Self.table(data) else {
        throw InputError(
          path: path, line: 1, column: 1,
          "run \(index + 1) holds no 'CaptureData' with 'TimeInSeconds' and 'MsUntilDisplayed'.")
      }
      let place = "\(path), frames of run \(index + 1)"
      for var chain in try PresentMonCapture(path: place, bytes: table).swapChains {
        chain.name = runs.count == 1 ? process : "\(process) run \(index + 1)"
        chains.append(chain)
      }
    }
    swapChains = chains
  }

  /// The columns as a table; `nil` without those that say when frames were presented and displayed.
  private static func table(_ data: JSONValue) -> [UInt8]? {
    let columns = columns.compactMap { name, digits in
      data[name].map { (name: name, digits: digits, values: $0.elements) }
    }
    guard
      ["TimeInSeconds", "MsUntilDisplayed"].allSatisfy({ name in
        columns.contains { $0.name == name && !$0.values.isEmpty }
      })
    else { return nil }
    var csv = CSVWriter(header: columns.map(\.name))
    for frame in 0..<(columns.first?.values.count ?? 0) {
      for column in columns {
        csv.field(frame < column.values.count ? text(column.values[frame], column.digits) : "")
      }
      csv.endRow()
    }
    return csv.bytes
  }

  /// A value in the unit of its column; what is no number is left for the table to refuse.
  private static func text(_ value: JSONValue, _ digits: Int) -> String {
    if case .boolean(let isSet) = value { return isSet ? "1" : "0" }
    guard let number = value.decimal?.scaled(digits) else { return value.text ?? "NA" }
    return decimalText(number, places: digits, atLeast: digits)
  }
}
