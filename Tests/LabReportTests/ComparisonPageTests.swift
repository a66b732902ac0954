import Foundation
import ResultSupport
import TestSupport
import Testing

@testable import LabReport
@testable import LabResults
@testable import LabStudy

extension `A comparison of two results` {
  @Test func `is a page that begins with the verdict and has the runs of both as linked arms`()
    throws
  {
    let folders = [
      try write(script(), to: "a"), try write(script(cost: "20 ms", sweep: "0 ms, 50 ms"), to: "b"),
    ]
    var report = ComparisonFindings(metric: nil)
    let comparison = try ResultComparison(folders[0], folders[1]) { report.add($0) }
    let page = try report.page(comparison, of: folders)
    let verdict = try #require(
      ComparisonVerdict(comparison, report, named: ["before", "after"]).headline)
    #expect(verdict.contains("(means of 4 runs, added over 2 sweep points)"))
    #expect(page.contains(">Arms: 1 worse, 1 same</a>"))
    let header = try #require(page.parts("<header>", "</header>").first)
    #expect(header.contains("<b>\(verdict.prefix(1).uppercased() + verdict.dropFirst())</b>"))
    #expect(header.contains("Before: \(folders[0]). After: \(folders[1])."))
    let lines = page.parts("<div class=\"diff\">", "</div>").first ?? ""
    #expect(lines.contains("<del>- ") && lines.contains("<ins>+ "))
    try check(page, folders)
    let titles = page.parts("scope=\"rowgroup\">", "</th>")
    #expect(titles.contains("Significant:") && Set(titles).count == titles.count)
    let heads = page.parts("<th scope=\"col\" class=\"r\">", "</th>")
    #expect(heads.contains("before") && heads.contains("after") && !heads.contains("first"))
    #expect(!page.contains(" style="))
    let other = try write(script(sweep: "0 ms, 40 ms"), to: "c")
    let unpaired = try ResultComparison(folders[0], other) { _ in }
    let alone = try ComparisonFindings(metric: nil).page(unpaired, of: [folders[0], other])
    #expect(alone.contains("have no partner") && alone.contains(">50 ms<"))
    let twins = try ResultComparison(folders[0], folders[0]) { _ in }
    let same = try ComparisonFindings(metric: nil).page(twins, of: [folders[0], folders[0]])
    #expect(same.contains(">✓ identical<") && !same.contains("id=\"s-see\""))
  }

  /// Every row of every point counts what the file of its own result has, and the arms of the table
  /// have their words.
  private func check(_ page: String, _ folders: [String]) throws {
    let tables = try folders.map { folder in
      let rows = parseCSV(try String(contentsOfFile: folder + "/runs.csv", encoding: .utf8))
      return rows.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(rows[0], $0)) }
    }
    let text = page.parts("id=\"data\">", "</script>").first ?? ""
    let data = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let names = try #require(data["arms"] as? [String])
    let points = try #require(data["points"] as? [[String: Any]])
    #expect(names.count == 4 && points.count == 2)
    for point in points {
      let positions = point["run"] as? [Int] ?? []
      for (name, run) in zip(names, point["runs"] as? [[String: Any]] ?? []) {
        let side = name.hasSuffix(", before") ? 0 : 1
        let arm = String(name.prefix { $0 != "," })
        let rows = tables[side].filter { row in
          row["arm"] == arm
            && Int(row["run"] ?? "").map { (0..<2).contains($0 - positions[side]) }
              == true
        }
        #expect(rows.count == 1 && rows[0]["dropped"] == "\(run["d"] ?? "")", "\(name)")
      }
    }
  }
}
