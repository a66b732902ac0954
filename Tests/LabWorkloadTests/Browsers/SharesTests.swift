import LabLoop
import TestSupport
import Testing

/// A condition that was measured: its name and what kept the thread busy.
private struct Condition: CustomTestStringConvertible, Sendable {
  let browser: TaskRules.Browser
  let name: String
  var testDescription: String { "\(browser.rawValue) \(name)" }

  var rows: [OracleRow] {
    get throws {
      try OracleRow.rows(of: "shares.csv").filter {
        $0["browser"].hasPrefix(browser == .chromium ? "chromium" : "firefox")
          && $0["condition"] == name
      }
    }
  }

  /// When the first vsync is, in microseconds before or after the plan, in each of some runs.
  ///
  /// The table does not say it. Only the condition with one task every six refreshes depends on it; its
  /// five runs are taken to begin where they leave the measured shares of all streams at once.
  var phases: [Int] {
    name == "per100x20" ? [-3_250, -2_250, -1_750, -1_500, 3_000] : [-200, -100, 0]
  }

  /// The page of a run.
  func page(_ phase: Int) throws -> PageProgram {
    let tasks =
      name == "idle"
      ? [] : try OracleRow.rows(of: "tasks/\(name)-s1.csv")
    let period = 16_666_000
    var timers = [
      PageProgram.Timer(name: "si16", interval: 16_000_000, first: 16_250_000),
      PageProgram.Timer(name: "si17", interval: 17_000_000, first: 17_250_000),
    ]
    if browser == .firefox {
      timers.append(.init(name: "st16", interval: 16_000_000, first: 16_250_000, isChain: true))
    }
    return PageProgram(
      period: period, phase: phase * 1000, duration: 25_000_000_000, timers: timers,
      workers: [
        .init(name: "wg16", interval: 16_000_000, first: 16_000_000),
        .init(name: "wgF.500", interval: period, first: phase * 1000 + period / 2),
        .init(name: "wgF.900", interval: period, first: phase * 1000 + period * 9 / 10),
      ],
      tasks: [
        .init(
          name: "tasks",
          list: tasks.map {
            (arrives: $0.count("arrival_us") * 1000, takes: $0.count("duration_us") * 1000)
          })
      ])
  }

  /// How far every share of the table is from that of the second statement.
  func deviations(by rules: PageRules) throws -> [(row: OracleRow, points: Double)] {
    try deviations { PageModel($0, by: rules).begins }
  }

  func deviations(
    of run: (PageProgram) throws -> [PageProgram.Begin]
  ) throws -> [(row: OracleRow, points: Double)] {
    let runs = try phases.map { phase in
      let page = try page(phase)
      // Where the display begins earlier than the plan, the plan begins later.
      return PageShares(try run(page), of: page)
    }
    let mean = PageShares(mean: runs)
    return try rows.map { row in
      let share = try #require(mean.values["\(row["stream"]).\(row["share"])"])
      return (row, abs(share - row.number("measured_pct")))
    }
  }
}
