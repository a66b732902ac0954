import LabBrowser
import TestSupport
import Testing

@Suite struct `A browser's line of tasks` {
  /// The set-up that the table of begins names.
  private static func rules(_ browser: TaskRules.Browser) -> PageRules {
    var rules = browser == .chromium ? PageRules.chromium : .firefox
    (rules.post, rules.again, rules.wake) = (320_000, 60_000, 70_000)
    (rules.frame, rules.timer, rules.message, rules.between) = (480_000, 50_000, 0, 0)
    return rules
  }

  private static func program(_ timer: String) -> PageProgram {
    PageProgram(
      period: 16_666_000, duration: 800_000_000,
      timers: [
        .init(
          name: timer, interval: 16_000_000, first: 16_253_000, isChain: timer == "st16")
      ],
      tasks: [
        .init(
          name: "tasks",
          list: [
            (50_000, 40_000), (70_000, 20_000), (200_000, 30_000), (330_000, 120_000),
            (340_000, 10_000), (520_000, 9_000), (530_000, 9_000), (536_000, 9_000),
          ].map { (arrives: $0.0 * 1000, takes: $0.1 * 1000) })
      ])
  }

  @Test(arguments: TaskRules.Browser.allCases, ["si16", "st16"])
  func `begins every callback of a short program when the table says`(
    browser: TaskRules.Browser, timer: String
  ) throws {
    let rows = try OracleRow.rows(of: "short_program.csv").filter {
      browser.rawValue.hasPrefix($0["browser"]) && $0["program"] == timer
    }
    #expect(rows.count > 70)
    let (program, rules) = (Self.program(timer), Self.rules(browser))
    let stated = PageModel(program, by: rules).begins
    let performed = try program.begins(by: TaskRules(browser, as: rules))
    for name in [timer, "raf"] {
      let expected = rows.filter { $0["stream"] == name }.map {
        PageProgram.Begin(
          name: name, at: $0.count("begin_us") * 1000,
          stamp: $0["stamp_us"].isEmpty ? nil : $0.count("stamp_us") * 1000)
      }
      #expect(stated.filter { $0.name == name } == expected)
      #expect(performed.filter { $0.name == name } == expected)
    }
  }

  @Test(arguments: FuzzBatch.all("another statement of its rules"))
  func `does what another statement of its rules says`(batch: FuzzBatch) throws {
    for seed in batch.numbers {
      let page = RandomPage((batch.seed &- 1) &* 1_000_003 &+ UInt64(seed))
      let rules = TaskRules(page.isChromium ? .chromium : .firefox, as: page.rules)
      let stated = PageModel(page.program, by: page.rules).begins
      let performed = try page.program.begins(by: rules)
      let place = zip(stated, performed).enumerated().first { $1.0 != $1.1 }?.offset
      guard stated == performed else {
        let index = place ?? min(stated.count, performed.count)
        Issue.record(
          """
          seed \(seed): callback \(index) of \(stated.count), \(performed.count): \
          \(stated.dropFirst(index).prefix(2)) and \(performed.dropFirst(index).prefix(2))
          """)
        return
      }
    }
  }
}
