import Foundation
import LabAnswer
import LabExperiment
import LabMetrics
import LabReport
import LabStudy
import ResultSupport
import TestSupport

@testable import LabResults

/// What is printed of a result, beside the rows of its `runs.csv`.
struct ShownResult {
  private let result: ExperimentResult
  private let rows: [[String: String]]
  /// The rows by run and driver.
  private let places: [[String]: Int]
  /// The runs by sweep point and arm.
  private let groups: [[String]: [Int]]
  private let folder: TemporaryFolder

  /// Performs a plan.
  init(_ plan: Plan) throws {
    folder = try TemporaryFolder()
    let writer = try ResultWriter(
      RunRequest("test", plan, presentMon: nil), plan, at: folder.path("test"), .keep)
    guard let result = try writer.perform(jobs: 2) else { throw Missing() }
    self.result = result
    let table = parseCSV(try folder.text("test/runs.csv"))
    rows = table.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(table[0], $0)) }
    places = Dictionary(
      uniqueKeysWithValues: rows.enumerated().map { index, row in
        ([row["run"] ?? "", row["driver"] ?? ""], index)
      })
    groups = Dictionary(
      uniqueKeysWithValues: plan.groups.map { ($0.values + [$0.arm.name], Array($0.runs)) })
  }

  private struct Missing: Error {}

  /// How many rows there are.
  var count: Int { rows.count }

  /// What is printed and is not so.
  func contradictions() throws -> [String] {
    try screen() + json() + junit() + why()
  }

  // MARK: The values

  /// The row of a run and a driver.
  private func row(_ run: Int, _ driver: String) -> [String: String]? {
    places[["\(run)", driver]].map { rows[$0] }
  }

  /// The values of a column for a sweep point, an arm and a driver.
  private func values(_ column: String, _ labels: [String]) -> [Double] {
    (groups[Array(labels.dropLast())] ?? []).compactMap {
      row($0, labels.last ?? "")?[column].flatMap(Double.init)
    }
  }

  /// Why a text is not the mean of some values; `nil` if it is.
  private static func flaw(_ text: String, _ values: [Double]) -> String? {
    guard !values.isEmpty else {
      return ["–", ""].contains(text) ? nil : "\(text) stands for no value"
    }
    let mean = values.reduce(0, +) / Double(values.count)
    let bounds = ["<0.000001": 0...1e-6, ">-0.000001": -1e-6...0]
    if let bound = bounds[text] {
      return bound.contains(mean) ? nil : "\(text) stands for \(mean)"
    }
    let words = text.split(separator: " ")
    guard let first = words.first, let number = Double(first) else {
      return "\(text) stands for \(mean)"
    }
    let decimals = first.split(separator: ".").dropFirst().first?.count ?? 0
    // The values of the file are rounded themselves.
    let unit = (0..<decimals).reduce(1.0) { unit, _ in unit / 10 }
    let isNear = abs(number - mean) <= unit / 2 + 6e-7 + abs(mean) * 1e-12
    let isZero = number == 0 && values.contains { $0 != 0 } && mean != 0
    return isNear && !isZero ? nil : "\(text) stands for \(mean)"
  }

  // MARK: The screen

  private func screen() throws -> [String] {
    let lines = try RunReport.text(of: result, on: Screen(width: 240))
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let rule = lines.firstIndex(where: { $0.hasPrefix("──") }) else {
      return ["the screen has no table"]
    }
    let head = lines[..<rule].reversed().prefix { !$0.isEmpty }.reversed().map(Fields.init)
    let labels =
      result.experiment.sweeps.count + 1
      + (result.experiment.arms.contains { $0.drivers.count > 1 } ? 1 : 0)
    guard let last = head.last, last.fields.count >= labels else { return ["no heading"] }
    var known: [String] = []
    var compared = 0
    var flaws: [String] = []
    for line in lines[(rule + 1)...].prefix(while: { !$0.isEmpty && !$0.hasPrefix("…") }) {
      let row = Fields(line)
      var words = last.fields.prefix(labels).map { label in
        row.fields.first { $0.start == label.start }?.text ?? ""
      }
      // A sweep's values stand only where they change.
      if words.dropLast(labels - result.experiment.sweeps.count).allSatisfy(\.isEmpty) {
        words.replaceSubrange(..<result.experiment.sweeps.count, with: known)
      }
      known = Array(words.prefix(result.experiment.sweeps.count))
      guard let arm = result.experiment.arms.first(where: { words.contains($0.name) }) else {
        flaws.append("no arm: \(line)")
        continue
      }
      if arm.drivers.count == 1, words.count == known.count + 1 { words.append(arm.drivers[0]) }
      for cell in row.fields
      where !last.fields.prefix(labels).contains(where: { $0.start == cell.start }) {
        let parts = head.flatMap { $0.fields.filter { $0.end == cell.end }.map(\.text) }
        guard let metric = Self.metric(parts) else {
          flaws.append("no metric: \(parts): \(line)")
          continue
        }
        compared += 1
        if let flaw = Self.flaw(cell.text, values(metric.column, words)) {
          flaws.append("screen, \(words) \(metric.name): \(flaw)")
        }
      }
    }
    return compared == 0 ? ["the screen has no numbers"] : flaws
  }

  /// The metric of a heading of two lines, under which its unit may stand.
  private static func metric(_ parts: [String]) -> Metric? {
    [parts, parts.dropLast()].lazy
      .map { $0.joined(separator: " ").replacing(" ", with: "_") }
      .compactMap(MetricDictionary.metric(named:)).first
  }

  // MARK: Documents

  /// The answer of the run, with all of its tables.
  private func answer() throws -> Answer {
    var answer = try RunFindings(result).answer()
    answer.data += try result.tables()
    return answer
  }

  private func json() throws -> [String] {
    let text = try AnswerJSON.text(of: answer())
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let runs = (object?["tables"] as? [String: [[String: Any]]])?["runs"] ?? []
    guard runs.count == rows.count else { return ["JSON: \(runs.count) of \(rows.count) rows"] }
    return zip(runs, rows).flatMap { run, row in
      // The schema stands once, at the head of the document.
      row.filter { $0.key != "schema" }.compactMap { column, text in
        let value = run[column]
        let isEqual =
          (value as? String) == text || (value as? NSNumber)?.doubleValue == Double(text)
          || value == nil && text.isEmpty
        return isEqual ? nil : "JSON, \(column): \(value ?? "nothing") stands for \(text)"
      }
    }
  }

  private func junit() throws -> [String] {
    let text = try AnswerJUnit([answer()]).text
    let failures = #/message="[^"]*fails in [^"]* run (\d+)(?: \([^)]*\))?: ([^"]*)"/#
    return text.matches(of: failures).flatMap { match in
      match.2.matches(of: #/([^\s.]+)\.([^\s.]+)\.(\w+) = (-?[0-9.]+)/#).compactMap {
        measure -> String? in
        guard let run = Int(match.1),
          let metric = MetricDictionary.metric(named: String(measure.3)),
          result.plan[run].arm == measure.1
        else { return nil }
        let value = row(run, String(measure.2))?[metric.column].flatMap(Double.init)
        return Self.flaw(String(measure.4), value.map { [$0] } ?? [])
          .map { "JUnit, \(measure.0): \($0)" }
      }
    }
  }

  // MARK: The sentences

  private func why() throws -> [String] {
    let trouble = result.trouble
    // Some dozens of runs are performed for the sentences.
    guard Count.isComplete || result.plan[trouble.run].duration <= .milliseconds(700) else {
      return []
    }
    let explanation = try Explanation(
      of: result.plan[trouble.run],
      for: Plan.Trouble(run: trouble.run, driver: trouble.driver, metric: trouble.metric), jobs: 2,
      budget: 1)
    let what = explanation.what
    guard let name = what.firstMatch(of: #/(?:timer|display link|loop) (\S+) /#)?.1,
      let row = row(trouble.run, String(name))
    else { return ["why names no driver: \(what)"] }
    let facts = [
      ("dropped", what.firstMatch(of: #/dropped (\S+) of/#)?.1),
      ("hitch_ratio", what.firstMatch(of: #/hitch time ratio (\S+) ms\/s/#)?.1),
      ("double_fires", what.firstMatch(of: #/fired twice in (\d+) refresh/#)?.1),
    ]
    return facts.compactMap { column, text -> String? in
      guard let text, text != "none" else { return nil }
      let values =
        MetricDictionary.metric(named: column).flatMap { row[$0.column] }
        .flatMap(Double.init).map { [$0] } ?? []
      return Self.flaw(String(text), values).map { "why, \(column): \($0)" }
    }
  }
}

/// The fields of a line of a table, between two blanks or more, with where they begin and end.
private struct Fields {
  private(set) var fields: [(start: Int, end: Int, text: String)] = []

  init(_ line: String) {
    let characters = Array(line)
    var start: Int?
    for index in 0...characters.count {
      let isEnd =
        index == characters.count
        || characters[index] == " "
          && (index + 1 == characters.count || characters[index + 1] == " ")
      if let begin = start, isEnd {
        fields.append((begin, index, String(characters[begin..<index])))
        start = nil
      } else if start == nil, index < characters.count, characters[index] != " " {
        start = index
      }
    }
  }
}
