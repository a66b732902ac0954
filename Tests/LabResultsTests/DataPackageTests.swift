import Foundation
import LabExperiment
import ResultSupport
import TestSupport
import Testing

@testable import LabResults

/// The parts of `datapackage.json` that these tests read.
private struct ReadPackage: Decodable {
  struct Resource: Decodable {
    let name, path: String
    let schema: Schema
  }
  struct Schema: Decodable {
    let fields: [Field]
    let missingValues: [String]
  }
  struct Field: Decodable {
    let name, type, description: String
    let unit: String?

    /// Whether a text in a table is a value of the column.
    func admits(_ text: String) -> Bool {
      switch type {
      case "integer": Int(text) != nil
      case "number": Double(text)?.isFinite == true
      case "boolean": text == "0" || text == "1"
      default: type == "string" || type == "any"
      }
    }
  }

  let profile, name, title: String
  let resources: [Resource]

  init(_ bytes: some Sequence<UInt8>) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(bytes))
  }

  /// What is wrong with a table.
  func flaws(in table: [[String]], named path: String) -> [String] {
    guard let schema = resources.first(where: { $0.path == path })?.schema else {
      return ["\(path) is not described"]
    }
    guard table.first == schema.fields.map(\.name) else { return ["\(path) has other columns"] }
    return table.dropFirst().flatMap { row in
      zip(schema.fields, row).filter { !schema.missingValues.contains($1) && !$0.admits($1) }
        .map { "\(path) \($0.name): '\($1)' is no \($0.type)" }
    }
  }
}

@Suite struct `The package of a result` {
  /// Words of the lab that look like numbers, and are none.
  private static let texts: Set = ["seed", "fingerprint"]

  @Test func `describes every file and every value of it`() throws {
    let files = try WrittenResult.shared.get().files
    let package = try ReadPackage(try #require(files["datapackage.json"]).utf8)
    #expect(package.profile == "tabular-data-package" && package.name == "test")
    let tables = files.filter { $0.key.hasSuffix(".csv") }
    #expect(package.resources.map(\.path).sorted() == tables.keys.sorted())
    for (path, text) in tables {
      #expect(package.flaws(in: parseCSV(text), named: path) == [])
    }
  }

  /// A column that is declared as text holds at least one value that is no number.
  @Test func `calls no column of numbers one of words`() throws {
    let files = try WrittenResult.shared.get().files
    let package = try ReadPackage(try #require(files["datapackage.json"]).utf8)
    for resource in package.resources {
      let table = parseCSV(files[resource.path] ?? "")
      for (place, field) in resource.schema.fields.enumerated() where field.type == "string" {
        let values = table.dropFirst().map { $0[place] }.filter { !$0.isEmpty }
        guard !values.isEmpty, !Self.texts.contains(field.name) else { continue }
        #expect(values.contains { Double($0) == nil }, "\(resource.path) \(field.name)")
      }
    }
  }

  @Test func `has the unit and the meaning of each column`() throws {
    let files = try WrittenResult.shared.get().files
    let package = try ReadPackage(try #require(files["datapackage.json"]).utf8)
    let fields = package.resources.flatMap(\.schema.fields)
    #expect(fields.allSatisfy { !$0.description.isEmpty })
    #expect(fields.filter { $0.name == "lateness_p99_ms" }.map(\.unit) == ["ms"])
    #expect(fields.filter { $0.name == "hiccup_ms" }.allSatisfy { $0.unit == "ms" })
    #expect(fields.filter { $0.name == "seed" }.allSatisfy { $0.type == "string" })
  }

  /// Frictionless's own reader, over every row of every file.
  @Test func `is valid for Frictionless`() throws {
    guard let python = try Interpreter("python3", with: ["frictionless"]) else { return }
    let folder = try TemporaryFolder()
    for (name, text) in try WrittenResult.shared.get().files { try folder.write(text, to: name) }
    let program = """
      from frictionless import Package, system
      report = Package('datapackage.json').validate(limit_errors=20)
      print(report.valid, report.stats['tasks'], report.flatten(['type', 'message']))
      """
    let outcome = try python.run(["-c", program], in: folder.url)
    #expect(outcome.output.hasPrefix("True 13 []"), "\(outcome.output)\(outcome.errors)")
  }

  @Test(arguments: [
    ("run = 1, 2", "run", "run-value"), ("n = 1, 2", "n", "n-value"),
    ("dropped = 1, 2", "dropped", "dropped-value"),
    ("hitch_ms_per_s = 1, 2", "hitch_ms_per_s", "hitch_ms_per_s-value"),
    ("lateness-max_ms = 1, 2", "lateness_max_ms", "lateness-max_ms-value"),
    ("a = 1 ms, 2 ms\nsweep a_ms = 3, 4", "a_ms", "a_ms-value"),
  ])
  func `has no two columns of one name`(sweep: String, column: String, name: String) throws {
    let script = """
      display 60 Hz
      run     100 ms
      sweep   \(sweep)
      arm timer
        timer ball every 16 ms in default takes {\(sweep.prefix { $0 != " " })} ms
      """
    let used =
      sweep.hasPrefix("a ")
      ? script.replacing("{a} ms", with: "{a} phase {a_ms} / 10") : script
    let experiment = try Experiment(path: "a.lab") { _ in Array(used.utf8) }
    let clash = try #require(SweepColumn.clash(in: experiment))
    #expect(clash.contains("a second column '\(column)'") && clash.contains("'\(name)'"))
  }
}
