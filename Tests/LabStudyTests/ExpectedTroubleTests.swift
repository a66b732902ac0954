import LabAnswer
import LabExperiment
import LabResults
import LabStudy
import ResultSupport
import Testing

@Suite struct `The first sentence of a result` {
  /// Beside a timer that drops frames and misses fire dates, claims that hold.
  @Test(arguments: [
    ("timer.ball.dropped > 0", true), ("*.ball.dropped > 1", true),
    ("timer.ball.hitch_ratio > 5 ms per s", true),
    ("timer.ball.dropped >= link.ball.dropped", true),
    ("timer.ball.missed > 0", false), ("timer.ball.lateness_max > 1 ms", false),
    ("timer.ball.dropped > 0 for {length} >= 110 ms", true),
    ("timer.ball.dropped > 0 for {length} <= 105 ms", false), ("link.ball.dropped > 0", false),
    ("timer.ball.fires > 0", false),
  ])
  func `is as the script expects if that names such a number`(
    claim: String, isExpected: Bool
  ) throws {
    let plan = try WrittenResult.plan(
      """
      display 60 Hz
      run 1 s
      sweep length = 100 ms, 120 ms
      load hiccup at 204 ms takes {length} as main-queue
      arm timer
        timer ball every 1/60 s phase 0.5 in default
      arm link
        link ball in default
      expect \(claim)
      """)
    let result = try ExperimentResult(name: "hiccup", performing: plan, jobs: 1)
    #expect(result.holds)
    let first = try #require(result.firstSentence)
    #expect(first.contains("the timer ball dropped") == isExpected, "\(first)")
    #expect(first.contains("as the script expects") == isExpected, "\(first)")
  }

  /// A timer that stands still in tracking mode, or does not, before an arm that drops frames: each
  /// result alone begins with the run that is worst off in it.
  @Test(arguments: [("default", "common"), ("common", "default"), ("default", "default")])
  func `beside another one is of the same run`(modes: (String, String)) throws {
    let results = try [modes.0, modes.1].map { mode in
      try ExperimentResult(
        name: "scroll",
        performing: WrittenResult.plan(
          """
          display 60 Hz
          run 2 s
          sweep length = 20 ms, 100 ms
          gesture scroll at 0.5 s for {length}
          arm timer
            timer ball every 1/60 s phase 0.5 in \(mode)
          arm link
            link ball in common takes 1 ms
            load page at 1.7 s takes 100 ms as main-queue
          """), jobs: 1)
    }
    let sentences = try #require(results[0].firstSentences(beside: results[1]))
    let places = [sentences.0, sentences.1].map { $0.prefix { $0 != ":" } }
    #expect(places[0] == places[1], "\(sentences)")
    #expect(modes.0 == "common" || places[0] == "Run 2, arm timer, length = 100 ms")
    let alone = results.compactMap { $0.firstSentence?.prefix { $0 != ":" } }
    #expect(places[0] == alone[0] && (modes.0 == modes.1) == (alone[0] == alone[1]), "\(alone)")
  }

  /// Claims that fail with a fix: those that state what went wrong without it fail as they should.
  @Test(arguments: [
    ("timer.ball.dropped > 3", true), ("timer.ball.dropped == 5", true),
    ("timer.ball.dropped >= 3", true), ("timer.ball.fps_avg < 50 Hz", true),
    ("timer.ball.dropped < 0", false), ("timer.ball.fires > 1000", false),
    ("timer.ball.fps_avg > 100 Hz", false), ("timer.ball.tick_to_photon_p99 == 0 ms", false),
    ("0 ms > timer.ball.tick_to_photon_p99", false),
  ])
  func `of a fix says of what fails whether that is to be expected`(
    claim: String, isOld: Bool
  ) throws {
    for isFixed in [false, true] {
      let plan = try WrittenResult.plan(
        """
        display 60 Hz
        run 1 s
        load hiccup at 204 ms takes \(isFixed ? 100 : 1) ms as main-queue
        arm timer
          timer ball every 1/60 s phase 0.5 in default
        expect \(claim)
        \(isFixed ? "apply hiccup elsewhere" : "")
        """)
      let result = try ExperimentResult(name: "hiccup", performing: plan, jobs: 1)
      #expect(!result.holds)
      let words = try #require(result.explained().failing)
      #expect(words.contains("to be expected") == (isOld && isFixed), "\(words)")
      let text = try RunFindings(result).answer().paragraphs.words
      // Both say it in the same words.
      let clause = words.firstMatch(of: #/\((to be expected.*?)\)/#).map { String($0.1) }
      #expect(clause.map(text.contains) ?? true, "\(text)")
      #expect(text.contains("to be expected") == (isOld && isFixed), "\(text)")
    }
  }
}
