import Foundation
import TestSupport
import Testing

/// The keys of each table of answers in JSON; within one schema they are added to, never changed.
enum AnswerKeys {
  /// Expects that objects, each on a line, have the keys that a golden file lists and no others.
  static func expect(_ lines: [String], in name: String) throws {
    var keys: [String: Set<String>] = [:]
    for line in lines {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let study = try #require(object["study"] as? String)
      let tables = try #require(object["tables"] as? [String: [[String: Any]]])
      for (table, rows) in tables {
        keys["\(study) \(table)", default: []].formUnion(rows.flatMap(\.keys))
      }
    }
    keys = keys.filter { !$0.value.isEmpty }
    let golden = Checkout.fixtures().appending(path: name)
    if Checkout.isRecorded {
      let lines = keys.map { "\($0): \($1.sorted().joined(separator: " "))\n" }
      try Data(lines.sorted().joined().utf8).write(to: golden)
      Issue.record("\(name) was recorded. Within a schema keys are only added.")
    }
    for line in try String(contentsOf: golden, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: ":")
      let removed = keys.removeValue(forKey: String(parts[0]))
      let found = try #require(removed, "\(parts[0])")
      // What a host does not tell has no key.
      #expect(found.isSubset(of: parts[1].split(separator: " ").map(String.init)), "\(line)")
    }
    #expect(keys.isEmpty, "\(name)")
  }
}
