import Foundation
import LabDisplay
import LabKernel
import LabLoop
import LabProof
import LabWorkload
import Testing

/// What can be worked out on paper, beside what the search finds.
@Suite struct `The worst of all arrangements` {
  private static func scenario(
    _ source: Driver.Source, at rate: Int64 = 60, lasts: Duration, cost: Duration
  ) -> Scenario {
    Scenario(
      panel: Panel(rate: .hertz(rate)), duration: lasts,
      drivers: [
        Driver(name: "ball", source: source, modes: [.common], cost: .constant(cost))
      ])
  }

  private static func worst(
    _ quantity: Proof.Quantity, in scenario: Scenario, over phases: [Proof.Phase] = [],
    _ tasks: OpenTasks
  ) throws -> Int64 {
    let question = Proof.Question(
      quantity, of: "ball", atMost: nil, over: phases, tasks: tasks)
    let proof = try Proof(question, in: scenario)
    try #require(proof.outcome == .proven)
    return try #require(proof.worst).value
  }

  /// A callback that is due as a task arrives is served first: a nanosecond is lost.
  @Test(arguments: [1, 2, 3])
  func `makes a callback late by all the work there is`(count: Int) throws {
    let sources: [(Driver.Source, OpenInstant)] = [
      (.timer(interval: .nanoseconds(16_666_667)), .firstFire(of: "ball")), (.link(), .firstVsync),
    ]
    for (source, instant) in sources {
      let worst = try Self.worst(
        .lateness,
        in: Self.scenario(source, lasts: .milliseconds(130), cost: .microseconds(500)),
        over: [Proof.Phase(instant, 0..<RefreshRate.hertz(60).phases)],
        OpenTasks(
          upTo: count, of: .milliseconds(20), every: .milliseconds(9), within: .milliseconds(28)))
      #expect(worst == Int64(count) * 20_000_000 - 1)
    }
  }

  /// The most refreshes that equal tasks can take from a link: those of contiguous groups, the best
  /// division of them.
  ///
  ///     Σ (⌈(length + C) / P⌉ − 1)
  private static func droppedRefreshes(_ count: Int, of length: Int64, cost: Int64) -> Int64 {
    var best = [Int64](repeating: 0, count: count + 1)
    for end in stride(from: 1, through: count, by: 1) {
      best[end] =
        (0..<end).map { start in
          let work = Int64(end - start) * length + cost
          return best[start] + (work * 60 + 999_999_999) / 1_000_000_000 - 1
        }.max() ?? 0
    }
    return best[count]
  }

  /// Compares sixty cases.
  ///
  /// What is dropped before the first frame does not count, and three groups apart that take two
  /// refreshes each begin in the 1st, 4th and 7th refresh: the tasks arrive within 120 ms.
  ///
  /// They arrive with the vsyncs; with `LAB_PROOF_FULL` on every whole millisecond, which takes
  /// minutes.
  @Test(arguments: [500, 4000] as [Int64], [1, 2, 3])
  func `takes as many refreshes from a link as the closed form says`(
    cost: Int64, count: Int
  ) throws {
    let isFull = ProcessInfo.processInfo.environment["LAB_PROOF_FULL"] != nil
    let step: Int64 = isFull ? 1_000_000 : 16_666_667
    for length in [2, 5, 8, 12, 14, 17, 20, 26, 33, 40] as [Int64] {
      let worst = try Self.worst(
        .dropped,
        in: Self.scenario(.link(), lasts: .milliseconds(250), cost: .microseconds(cost)),
        over: isFull ? [Proof.Phase(.firstVsync, 0..<1_000_001)] : [],
        OpenTasks(
          upTo: count, of: .milliseconds(length), every: .nanoseconds(step),
          within: .milliseconds(120)))
      let bound = Self.droppedRefreshes(count, of: length * 1_000_000, cost: cost * 1000)
      #expect(worst == bound, "\(count) tasks of \(length) ms, C = \(cost) us")
    }
  }

  /// A period of 20 ms, so that it is a whole number: P − C takes none, and 1 ns more takes one.
  @Test(arguments: [500, 4000] as [Int64])
  func `takes a refresh from a link with 1 ns more than a period without the callback`(
    cost: Int64
  ) throws {
    let scenario = Self.scenario(
      .link(), at: 50, lasts: .milliseconds(200), cost: .microseconds(cost))
    for (more, most) in [(0, 0), (1, 1)] as [(Int64, Int64)] {
      let worst = try Self.worst(
        .dropped, in: scenario,
        OpenTasks(
          upTo: 1, of: .nanoseconds(20_000_000 - cost * 1000 + more), within: .milliseconds(70)))
      #expect(worst == most)
    }
  }

  /// From a date at the phase φ to the next vsync lie (1 − φ)P.
  @Test(arguments: [20, 50, 95] as [Int64])
  func `makes a timer fire twice with 1 ns more than lies before the next vsync`(
    percent: Int64
  ) throws {
    let period: Int64 = 20_000_000
    let scenario = Self.scenario(
      .timer(
        interval: .nanoseconds(period),
        firstFire: Instant(nanoseconds: period * percent / 100)),
      at: 50, lasts: .milliseconds(120), cost: .microseconds(100))
    for (more, most) in [(0, 0), (1, 1)] as [(Int64, Int64)] {
      let worst = try Self.worst(
        .doubleFires, in: scenario,
        OpenTasks(
          upTo: 1, of: .nanoseconds(period * (100 - percent) / 100 + more),
          within: .milliseconds(70)))
      #expect(worst == most)
    }
  }
}
