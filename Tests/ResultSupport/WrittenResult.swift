import Foundation
package import LabExperiment
package import LabResults
import TestSupport

/// All files of one result, performed and written as the command does it.
package struct WrittenResult {
  package static let script = """
    title     A test
    question  Does it write?
    display   60 Hz
    run       600 ms
    seed      3
    repeat    2
    sweep     hiccup = 0 ms, 50 ms
    load      noise poisson 60 per s takes uniform 0..9 ms as main-queue
    load      hiccup at 300 ms takes {hiccup} as source
    arm timer
      timer ball every 1/60 s phase 0.5 in default takes 0.5 ms
    arm link
      link  ball in default takes 0.5 ms
    find   largest hiccup within 5 ms where link.ball.lateness_max < 30 ms as budget
    expect link.ball.double_fires == 0
    expect timer.ball.fires == 1
    predict timer.ball.fires == 36
    """

  /// The result of ``script``, performed once for all tests that only read it.
  package static let shared = Result { try WrittenResult() }

  package private(set) var files: [String: String] = [:]

  /// Performs a script.
  package init(jobs: Int = 1, _ script: String = script) throws {
    let folder = try TemporaryFolder()
    let plan = try Self.plan(script)
    _ = try ResultWriter(Self.request(plan), plan, at: folder.path("test"), .keep)
      .perform(jobs: jobs)
    files = try folder.files(in: "test")
  }

  package static func plan(_ script: String = script) throws -> Plan {
    try Experiment(path: "test.lab") { _ in Array(script.utf8) }.plan()
  }

  package static func request(
    _ plan: Plan, shard: Shard = .whole, listsEvents: Bool = true
  ) -> RunRequest {
    RunRequest(
      "test", plan, lists: listsEvents ? TraceList.allCases : [], presentMon: nil, shard: shard)
  }

  /// The rows of a CSV file as values by column.
  package func rows(_ name: String) -> [[String: String]] {
    let table = parseCSV(files[name] ?? "")
    return table.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(table[0], $0)) }
  }
}

/// Returns the rows of a CSV file after RFC 4180, with a line feed after each.
package func parseCSV(_ text: String) -> [[String]] {
  var rows: [[String]] = []
  var row: [String] = []
  var field = ""
  var isQuoted = false
  // A doubled quote ends the quotation and begins it again, with one quote kept.
  var closed = false
  for character in text {
    if character == "\"" {
      if closed { field.append(character) }
      closed = isQuoted
      isQuoted.toggle()
      continue
    }
    closed = false
    switch character {
    case "," where !isQuoted:
      row.append(field)
      field = ""
    case "\n" where !isQuoted:
      rows.append(row + [field])
      (row, field) = ([], "")
    default: field.append(character)
    }
  }
  return rows
}

/// Returns the bytes of a manifest that was changed, with the hash by which it is known as
/// unchanged.
package func sealedManifest(_ json: String) -> [UInt8] {
  let key = ",\n  \"manifest_hash\" : \""
  let end = json.firstRange(of: key)?.lowerBound ?? json.lastIndex(of: "}") ?? json.endIndex
  let body = String(json[..<end])
  return Array((body + key + hexadecimal(ContentHash.of(Array(body.utf8))) + "\"\n}\n").utf8)
}
