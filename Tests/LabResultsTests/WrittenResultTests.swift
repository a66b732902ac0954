import Foundation
import LabMetrics
import ResultSupport
import Testing

@testable import LabResults

@Suite struct `A written result` {
  @Test func `has all files`() throws {
    #expect(
      try WrittenResult.shared.get().files.keys.sorted() == [
        "blame.csv", "datapackage.json", "events.csv", "findings.csv", "firings.csv",
        "frame_rules.csv", "late_frames.csv", "loads.csv",
        "manifest.json", "predictions.csv", "refreshes.csv", "rule_agreement.csv", "runs.csv",
        "summary.csv", "verdicts.csv",
      ])
  }

  @Test func `has the same bytes for any number of jobs`() throws {
    #expect(try WrittenResult(jobs: 3).files == WrittenResult.shared.get().files)
  }

  @Test func `has as many fields in each row as in the header`() throws {
    for (name, text) in try WrittenResult.shared.get().files where name.hasSuffix(".csv") {
      let table = parseCSV(text)
      #expect(table.count > 1, "\(name)")
      #expect(Set(table.map(\.count)).count == 1, "\(name)")
    }
  }

  @Test func `has a row for every run and driver`() throws {
    let rows = try WrittenResult.shared.get().rows("runs.csv")
    #expect(rows.map { $0["run"] } == (0..<8).map { "\($0)" })
    #expect(
      rows.map { $0["arm"] } == Array(repeating: ["timer", "link"], count: 4).flatMap(\.self))
    #expect(rows.map { $0["hiccup"] } == (0..<8).map { $0 < 4 ? "0 ms" : "50 ms" })
  }

  @Test func `sets predictions beside measurements`() throws {
    let rows = try WrittenResult.shared.get().rows("predictions.csv")
    #expect(rows.map { $0["hiccup"] } == ["0 ms", "50 ms"])
    #expect(rows[0]["predicted"] == "36" && rows[0]["subject"] == "timer.ball")
    for row in rows {
      let numbers = ["predicted", "measured", "difference"].map { Double(row[$0] ?? "") ?? .nan }
      #expect(abs(numbers[1] - numbers[0] - numbers[2]) < 1e-6)
    }
  }

  @Test func `summarises the replications`() throws {
    let result = try WrittenResult.shared.get()
    let (runs, loads) = (result.rows("runs.csv"), result.rows("loads.csv"))
    for row in result.rows("summary.csv") {
      let column = try #require(row["metric"])
      let isOfTasks = MetricDictionary.metric(inColumn: column)?.isOfTasks == true
      let own = isOfTasks ? loads.filter { $0["load"] == row["driver"] } : runs
      let values = own.filter { $0["arm"] == row["arm"] && $0["hiccup"] == row["hiccup"] }
        .compactMap { Double($0[column] ?? "") }
      #expect(row["n"] == "\(values.count)")
      guard let min = values.min(), let max = values.max() else { continue }
      #expect(Double(row["min"] ?? "") == min)
      #expect(Double(row["max"] ?? "") == max)
      let mean = try #require(Double(row["mean"] ?? ""))
      #expect(abs(mean - values.reduce(0, +) / Double(values.count)) < 0.000_001)
    }
  }

  @Test func `states what was found`() throws {
    let rows = try WrittenResult.shared.get().rows("findings.csv")
    #expect(rows.map { $0["finding"] } == ["budget"])
    #expect(
      rows.map { $0["search"] } == [
        "find largest hiccup within 5 ms where link.ball.lateness_max < 30 ms"
      ])
    let found = try #require(Double(rows[0]["found"]?.dropLast(3) ?? ""))
    let fails = try #require(Double(rows[0]["fails_at"]?.dropLast(3) ?? ""))
    #expect(fails - found == 5 && found >= 10 && fails < 50)
    #expect(rows[0]["found_values"]?.contains("link.ball.lateness_max = ") == true)
  }

  @Test func `states the verdicts`() throws {
    let rows = try WrittenResult.shared.get().rows("verdicts.csv")
    #expect(rows.map { $0["verdict"] } == ["holds", "fails"])
    #expect(rows.map { $0["runs_judged"] } == ["4", "4"])
    #expect(rows.map { $0["first_failing_run"] } == ["", "0"])
  }
}

@Suite struct `The lists of what happened` {
  /// The rows of a list and the metrics for one run.
  private func rows(
    of file: String, _ result: WrittenResult
  ) -> [(metrics: [String: String], rows: [[String: String]])] {
    let lists = Dictionary(grouping: result.rows(file)) { $0["run"] ?? "" }
    return result.rows("runs.csv").map { ($0, lists[$0["run"] ?? ""] ?? []) }
  }

  @Test func `give the metrics of refreshes`() throws {
    for (metrics, rows) in rows(of: "refreshes.csv", try WrittenResult.shared.get()) {
      let measured = rows.filter { $0["measured"] == "1" }
      #expect("\(measured.count)" == metrics["refreshes"])
      #expect("\(measured.count { $0["outcome"] == "new" })" == metrics["new"])
      #expect("\(measured.count { $0["outcome"] == "repeated" })" == metrics["repeated"])
      #expect("\(measured.count { $0["cause"] != "" })" == metrics["dropped"])
      let overwritten = measured.reduce(0) { $0 + (Int($1["overwritten"] ?? "") ?? 0) }
      #expect("\(overwritten)" == metrics["overwritten"])
      let errors = measured.compactMap { Double($0["animation_error_ms"] ?? "")?.magnitude }
      #expect(errors.max() == Double(metrics["animation_error_max_ms"] ?? ""))
    }
  }

  @Test func `give the metrics of firings`() throws {
    for (metrics, rows) in rows(of: "firings.csv", try WrittenResult.shared.get()) {
      let measured = rows.filter { $0["measured"] == "1" }
      #expect("\(measured.count)" == metrics["fires"])
      let lateness = measured.compactMap { Double($0["lateness_ms"] ?? "") }
      #expect(lateness.max() == Double(metrics["lateness_max_ms"] ?? ""))
      #expect(rows.first?["began_ms"] == metrics["fired_first_ms"])
      #expect(rows.last?["began_ms"] == metrics["fired_end_ms"])
    }
  }

  @Test func `give the whole lateness and the whole of the dropped slots to causes`() throws {
    for (metrics, rows) in rows(of: "blame.csv", try WrittenResult.shared.get()) {
      for (problem, prefix) in [("late_firing", "blame_"), ("dropped_slot", "blame_dropped_")] {
        let shares = rows.filter { $0["problem"] == problem }
        let whole = metrics[prefix.dropLast() + "_ms"]
        #expect(nanoseconds(shares.map { $0["share_ms"] }) == nanoseconds([whole]))
        for (reason, shares) in Dictionary(grouping: shares, by: { $0["reason"] ?? "" }) {
          let metric = metrics["\(prefix)\(reason)_ms"]
          #expect(nanoseconds(shares.map { $0["share_ms"] }) == nanoseconds([metric]))
        }
      }
    }
  }

  /// The sum of times that are printed in milliseconds, exact to the nanosecond.
  private func nanoseconds(_ fields: [String?]) -> Int {
    fields.reduce(0) { $0 + Int(((Double($1 ?? "") ?? .nan) * 1_000_000).rounded()) }
  }

  @Test func `give a callout for every firing`() throws {
    let result = try WrittenResult.shared.get()
    let firings = Dictionary(grouping: result.rows("firings.csv")) { $0["run"] ?? "" }
    for (metrics, rows) in rows(of: "events.csv", result) {
      let end = try #require(rows.firstIndex { $0["what"] == "ended" })
      let callouts = rows[..<end].filter { $0["what"] == "callout_began" && $0["who"] == "ball" }
      let own = try #require(firings[metrics["run"] ?? ""])
      #expect(callouts.map { $0["time_ms"] } == own.map { $0["began_ms"] })
      #expect(rows.map { $0["event"] } == rows.indices.map { "\($0)" })
    }
  }
}

@Suite struct `A manifest` {
  private func manifest(_ result: WrittenResult) throws -> [String: Any] {
    let text = try #require(result.files["manifest.json"])
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `states what it takes to repeat the result`() throws {
    let manifest = try manifest(WrittenResult.shared.get())
    #expect(
      manifest.keys.sorted() == [
        "environment", "experiment", "files", "fingerprints", "lab_version", "manifest_hash",
        "replications", "request", "request_hash", "schema_version", "script", "script_hash",
        "seed",
        "sweeps", "title",
      ])
    #expect(manifest["script"] as? String == WrittenResult.script)
    #expect(manifest["seed"] as? Int == 3)
    #expect(manifest["replications"] as? Int == 2)
    let sweeps = try #require(manifest["sweeps"] as? [[String: Any]])
    #expect(sweeps.map { $0["name"] as? String } == ["hiccup"])
    #expect(sweeps.map { $0["values"] as? [String] } == [["0 ms", "50 ms"]])
  }

  @Test func `states the fingerprint of every run`() throws {
    let result = try WrittenResult.shared.get()
    let manifest = try manifest(result)
    let fingerprints = result.rows("runs.csv").compactMap { $0["fingerprint"] }
    #expect(manifest["fingerprints"] as? [String] == fingerprints)
    #expect(Set(fingerprints).count == 8)
  }

  @Test func `has the hash of the script`() throws {
    let result = try WrittenResult.shared.get()
    let hash = hexadecimal(ContentHash.of(Array(WrittenResult.script.utf8)))
    #expect(try manifest(result)["script_hash"] as? String == hash)
  }

  @Test func `has the sizes and hashes of all other files`() throws {
    let result = try WrittenResult.shared.get()
    let files = try #require(try manifest(result)["files"] as? [[String: Any]])
    #expect(
      files.map { $0["name"] as? String }
        == result.files.keys.filter { $0 != "manifest.json" }
        .sorted())
    for file in files {
      let text = Array((result.files[file["name"] as? String ?? ""] ?? "").utf8)
      #expect(file["bytes"] as? Int == text.count)
      #expect(file["hash"] as? String == hexadecimal(ContentHash.of(text)))
    }
  }
}

@Suite struct `The hash of contents` {
  @Test func `does not depend on how they are cut`() {
    let bytes = (0..<100).map { UInt8($0 * 7 % 256) }
    for cut in bytes.indices {
      for second in [cut, min(100, cut + 3), 100] {
        var hash = ContentHash()
        hash.update(bytes[..<cut])
        hash.update(bytes[cut..<second])
        hash.update(bytes[second...])
        #expect(hash.value == ContentHash.of(bytes))
      }
    }
  }

  @Test func `differs for every change of a bit, and for zeros at the end`() {
    let bytes = (0..<20).map { UInt8($0) }
    var known: Set<UInt64> = [ContentHash.of(bytes)]
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << bit
        #expect(known.insert(ContentHash.of(changed)).inserted)
      }
    }
    for count in 1...16 {
      let longer = bytes + Array(repeating: 0, count: count)
      #expect(known.insert(ContentHash.of(longer)).inserted)
    }
  }
}
