import LabKernel
import LabMetrics
import LabTrace
import LabWorkload
import Testing

@testable import LabExperiment

/// What goes wrong in situations that people have described, with the numbers that they gave.
@Suite struct `A symptom` {
  /// A situation, and the worst of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: String
    let worst: Symptom?
    var wrong = 0
    var all = 0
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a countdown beside a scroll",
      script: """
        display 60 Hz
        run 12 s
        gesture scroll at 2.2 s for 3.5 s
        arm a
          timer countdown every 1 s in default takes 0.2 ms target none
        """, worst: .missed, wrong: 2, all: 11),
    Case(
      testDescription: "the same in common modes",
      script: """
        display 60 Hz
        run 12 s
        gesture scroll at 2.2 s for 3.5 s
        arm a
          timer countdown every 1 s in common takes 0.2 ms target none
        """, worst: nil),
    Case(
      testDescription: "a frame that takes just over a refresh",
      script: """
        display 60 Hz
        run 10 s
        arm a
          link ball in common takes 14 ms, 14 ms, 14 ms, 14 ms, 18 ms
          animate ball along linear from 0 to 1000 over 9 s by now
        """, worst: .dropped, wrong: 108, all: 540),
    Case(
      testDescription: "a burst after a pause",
      script: """
        display 60 Hz
        run 2 s
        load away at 505 ms takes 1 s as block
        load poll at 204 ms takes 21 ms as block
        arm a
          timer ping every 10 ms catch-up burst in common takes 0.05 ms target 1 refreshes
        """, worst: .doubled, wrong: 141, all: 199),
    Case(
      testDescription: "350 ms instead of 300",
      script: """
        display 60 Hz
        run 60.1 s
        arm a
          timer tick every 300 ms catch-up rearm in common takes 50 ms target none
        """, worst: .short, wrong: 29, all: 200),
    Case(
      testDescription: "a clock that loses 5 ms a second, and no whole tick yet",
      script: """
        display 60 Hz
        run 60.5 s
        arm a
          timer tick every 1 s catch-up rearm in common takes 5 ms target none
        """, worst: .behind, wrong: 295_000_000, all: 60_000_000_000),
    Case(
      testDescription: "69 callbacks in a minute where 1 Hz is wanted",
      script: """
        display 60 Hz
        run 60.5 s
        arm a
          timer tick every 870 ms in common takes 1 ms target 1 Hz
        """, worst: .extra, wrong: 9, all: 69),
    Case(
      testDescription: "a step a frame on a display of 240 Hz",
      script: """
        display 240 Hz
        run 3 s
        arm a
          link ball in common takes 0.5 ms
          animate ball along linear from 0 to 1000 over 2 s by fixed 1/60 s
        """, worst: .speed),
    Case(
      testDescription: "the time of the vsync there, and a link that rests at the end",
      script: """
        display 240 Hz
        run 3 s
        arm a
          link ball in common takes 0.5 ms
          animate ball along linear from 0 to 1000 over 2 s by timestamp
        """, worst: nil),
    Case(
      testDescription: "the length of a refresh in every second one",
      script: """
        display 120 Hz
        run 3 s
        arm a
          link gif prefers 60 Hz in common takes 0.5 ms
          animate gif along linear from 0 to 400 over 2 s by duration
        """, worst: .speed),
    Case(
      testDescription: "a phone of 120 Hz whose link asks for nothing",
      script: """
        display promotion-phone
        run 4 s
        arm a
          link ball in common takes 1 ms
        """, worst: nil),
    Case(
      testDescription: "24 frames on 60 refreshes",
      script: """
        display 60 Hz
        run 10 s
        arm a
          timer film every 1/24 s phase 0.35 in common takes 0.1 ms target 24 Hz
          animate film along linear from 0 to 9000 over 20 s by timestamp
        """, worst: .uneven, wrong: 238, all: 238),
    Case(
      testDescription: "a one-shot that hides something while the user scrolls",
      script: """
        display 60 Hz
        run 8 s
        gesture scroll at 1 s for 4 s
        arm a
          timer hide once at 2 s in default takes 1 ms target none
        """, worst: .late, wrong: 1, all: 1),
  ]

  @Test(arguments: cases) func `is the worst of what is known`(_ example: Case) throws {
    let run = try Fixture.experiment(example.script).plan()[0]
    let trace = try Stage(run.scenario, seed: run.seed).run()
    let driver = run.scenario.drivers[0].name
    let metrics = try #require(RunMeasurement(trace)[driver: driver])
    let worst = Symptoms(metrics).worst
    #expect(worst?.symptom == example.worst, "\(String(describing: worst))")
    if example.all > 0 {
      #expect(worst.map { [$0.wrong, $0.all] } == [Int64(example.wrong), Int64(example.all)])
    }
    // The cheap way, and the columns, say the same.
    #expect(RunTrouble(of: driver, in: trace)?.symptoms == metrics.symptoms)
    #expect(Symptoms { metrics[$0] } == Symptoms(metrics))
    for symptom in Symptom.allCases {
      let count = metrics.symptoms[symptom]
      #expect(metrics[symptom.metric]?.symptomCount == count?.wrong)
      #expect(
        metrics[symptom.total] == nil || count == nil
          || count?.all == metrics[symptom.total]?.symptomCount)
    }
  }
}

extension MetricValue {
  /// The number that a symptom counts: times in nanoseconds.
  fileprivate var symptomCount: Int64? {
    switch self {
    case .count(let count): Int64(count)
    case .time(let time): time.wholeNanoseconds
    case .number: nil
    }
  }
}

/// A link on a phone that chooses among rates.
@Suite struct `A link of a phone` {
  @Test(arguments: [
    ("promotion-phone", "", 60), ("promotion-phone", "prefers 120 Hz", 120),
    ("promotion-phone", "prefers 80 Hz", 80), ("promotion-pad", "", 120),
    ("promotion-phone without its key", "prefers 120 Hz", 60),
  ])
  func `has 60 Hz unless it asks for more, and has the key`(
    display: String, pace: String, rate: Int
  ) throws {
    let run = try Fixture.experiment(
      """
      display \(display)
      run 4 s
      arm a
        link ball \(pace) in common takes 1 ms
      """
    ).plan()[0]
    let trace = try Stage(run.scenario, seed: run.seed).run()
    let fires = try #require(RunMeasurement(trace)[driver: "ball"]?["fires"]?.number)
    #expect(abs(Int(fires) - 4 * rate) <= 4)
  }

  @Test func `is told so though nothing is wrong`() throws {
    let run = try Fixture.experiment(
      """
      display promotion-phone
      run 1 s
      arm a
        link ball in common takes 1 ms
      """
    ).plan()[0]
    let explanation = Explanation(try WhatIfStudy(WhatIf([run]), budget: 50))
    #expect(explanation.what.contains("60 of its 120 Hz"), "\(explanation.text)")
  }
}

/// Drops of two rates that beat, beside a thread that wakes up late.
@Suite struct `A drop that the next date would have brought` {
  @Test func `is the beat of two rates`() throws {
    func causes(_ wakeUp: String) throws -> [BlameCause: Int] {
      let run = try Fixture.experiment(
        """
        display 60 Hz
        run 60 s
        \(wakeUp)
        arm a
          timer frame every 17 ms in common takes 1 ms target 60 Hz
        """
      ).plan()[0]
      let trace = try Stage(run.scenario, seed: run.seed).run()
      return RunMeasurement(trace)[driver: "frame"]?.frames?.slots?.causes ?? [:]
    }
    let (free, late) = (try causes(""), try causes("wake-up delayed by uniform 0..0.5 ms"))
    #expect(free.keys.map(\.self) == [.phase])
    #expect(abs(late.values.reduce(0, +) - (free[.phase] ?? 0)) <= 1)
    // A late date is to blame only where the next one would have been in time for its own slot.
    #expect(late[.phase, default: 0] * 10 >= late.values.reduce(0, +) * 8, "\(late)")
  }
}

/// A frame rate that is no whole fraction of the display's.
@Suite struct `Frames of a timer at a rate of its own` {
  static let ratios = [
    (24, 60), (25, 60), (40, 60), (45, 60), (48, 60), (50, 60), (54, 60), (59, 60), (24, 90),
    (40, 90), (50, 90), (60, 90), (24, 144), (30, 144), (60, 144), (100, 144),
  ]

  @Test(arguments: ratios)
  func `drop nothing at any phase, unless a frame is missing`(rate: Int, display: Int) throws {
    for phase in stride(from: 0.05, to: 1, by: 0.1) {
      func dropped(beside load: String) throws -> Int? {
        let run = try Fixture.experiment(
          """
          display \(display) Hz
          run 4 s
          \(load)
          arm a
            timer film every 1/\(rate) s phase \(phase) in common target \(rate) Hz
          """
        ).plan()[0]
        let trace = try Stage(run.scenario, seed: run.seed).run()
        return RunTrouble(of: "film", in: trace)?.dropped
      }
      #expect(try dropped(beside: "") == 0, "phase \(phase)")
      let missing = try #require(try dropped(beside: "load w at 2 s takes 1 s as block"))
      #expect(abs(missing - rate) <= 2, "phase \(phase)")
    }
  }
}
