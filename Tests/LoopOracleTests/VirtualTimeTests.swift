#if os(Linux)
  import LoopScenarios
  import Testing

  @Suite struct `Virtual time` {
    @Test func `lets a timer of ten minutes fire six times at once`() throws {
      let scenario = try ScenarioParser.parse("timer a 600000/600000\nrun 3601000")
      #expect(
        try RealLoopProcess.play([scenario]) == [
          "600000: timer(a) │ 1200000: timer(a) │ 1800000: timer(a) │ 2400000: timer(a)"
            + " │ 3000000: timer(a) │ 3600000: timer(a) │ 3601000+: =>timedOut"
        ])
    }

    @Test func `tells of a loop that sleeps for ever`() throws {
      let scenario = try ScenarioParser.parse("source idle\nrun forever")
      #expect(try RealLoopProcess.play([scenario]) == ["0: asleep"])
    }

    /// The date that the loop tells stays that on the wall for which the timer was set.
    @Test func `stands while the machine sleeps, as the dates of timers do`() throws {
      let scenario = try ScenarioParser.parse(
        """
        timer once 20000: log wall, date again 25000
        timer again 60000: log wall
        at 5000: sleep 3600000, log wall, log next once
        run 30000
        """)
      #expect(
        try RealLoopProcess.play([scenario]) == [
          "5000: wall=3605000 next(once)=-3580000 │ 20000: timer(once) wall=3620000"
            + " │ 25000: timer(again) wall=3625000 =>finished"
        ])
    }

    @Test func `gives each scenario a fresh main loop`() throws {
      let scenario = try ScenarioParser.parse(
        "main thread\ntimer a 5/10 in common\ncommon tracking\nenqueue q\nrun 1\nenqueue r")
      #expect(
        try RealLoopProcess.play([scenario, scenario])
          == Array(repeating: "0: main(q) │ 1+: =>timedOut", count: 2))
    }
  }
#endif
