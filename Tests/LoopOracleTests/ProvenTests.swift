#if os(Linux)
  import LabKernel
  import LoopScenarios
  import Testing

  /// What `experiments/proofs` proves of the simulated loop, played on the real one in virtual
  /// time: a port that is rung at every vsync, beside blocks of 20 ms on the main queue.
  @Suite struct `What is proven of a link` {
    private static let period: Int64 = 16_666_667

    /// A random arrangement: the first vsync, and the arrivals of up to three tasks.
    private struct Arrangement {
      let first: Int64
      let arrivals: [Int64]

      init(_ number: UInt64) {
        var random = RandomStream(seed: number, name: "arrangement")
        first = random.next(in: 0...(ProvenTests.period - 1))
        arrivals = (0..<random.next(in: 0...3)).map { _ in random.next(in: 0...99) }.sorted()
      }

      func scenario() throws -> Scenario {
        let tasks = arrivals.map { "at \($0): enqueue task\n" }.joined()
        return try ScenarioParser.parse(
          """
          main thread
          port link: busy 0.5
          main task: busy 20
          at \(timeText(first))/\(timeText(ProvenTests.period)): ring link
          \(tasks)run 130
          """)
      }
    }

    private typealias ProvenTests = `What is proven of a link`

    @Test func `holds for 200 arrangements on the real loop`() throws {
      let arrangements = (0..<200).map { Arrangement(UInt64($0)) }
      let scenarios = try arrangements.map { try $0.scenario() }
      #expect(try Difference.all(in: scenarios).map(\.description) == [])
      for (arrangement, line) in zip(arrangements, try RealLoopProcess.play(scenarios)) {
        let begins = try Self.callbacks(in: line)
        try #require(begins.count > 3)
        let vsyncs = (0..<9).map { arrangement.first + $0 * Self.period }
        for (vsync, next) in zip(vsyncs, vsyncs.dropFirst()) {
          try #require(
            begins.count { vsync <= $0 && $0 < next } <= 1, "\(arrangement): \(line)")
        }
        let work = Int64(arrangement.arrivals.count) * 20_000_000
        for (before, begin) in zip([-1] + begins, begins) {
          let due = try #require(vsyncs.first { $0 > before })
          try #require(begin - due <= work, "\(arrangement): \(line)")
        }
      }
    }

    /// When the callbacks of the link began, in nanoseconds.
    private static func callbacks(in line: String) throws -> [Int64] {
      try line.split(separator: " │ ").flatMap { group -> [Int64] in
        let parts = group.split(separator: ":", maxSplits: 1)
        let count = parts.last?.split(separator: " ").count { $0 == "src1(link)" } ?? 0
        guard count > 0 else { return [] }
        let time = try #require(nanoseconds(parts[0]))
        return Array(repeating: time, count: count)
      }
    }
  }
#endif
