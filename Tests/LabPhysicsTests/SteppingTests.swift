import LabKernel
import LabPhysics
import TestSupport
import Testing

/// Policies as arithmetic: which steps they make, drop, and how far they run ahead.
@Suite struct `A stepping policy` {
  static let refresh = StepGrid(60)

  @Test func `computes the ends of steps from their numbers`() {
    let steps = StepGrid(120)
    for frame in 0...10_000 as ClosedRange<Int64> {
      #expect(steps.end(of: 2 * frame) == Self.refresh.end(of: frame))
      #expect(steps.firstStep(endingAtOrAfter: steps.end(of: frame)) == frame)
      #expect(steps.firstStep(endingAtOrAfter: steps.end(of: frame) + 1) == frame + 1)
    }
    #expect(StepGrid(60_000, per: 1001).end(of: 60_000) == 1_001_000_000_000)
  }

  @Test(
    arguments: try OracleRow.rows(of: "steps_per_frame.csv").filter { $0.number("phase_steps") > 0 }
  )
  func `with fixed steps makes the table's number of steps in each frame`(_ row: OracleRow) {
    let display =
      row["display_hz"] == "59.94"
      ? StepGrid(60_000, per: 1001) : StepGrid(Int64(row.count("display_hz")))
    let phase = Int64(row.number("phase_steps") * 1e9 / 120)
    var stepping = Stepping(.fixed(.listing), startingAt: 0)
    _ = stepping.advance(to: phase)
    var counts: [Int: Int] = [:]
    var lead: Int64 = 0
    for frame in 1...3600 as ClosedRange<Int64> {
      let plan = stepping.advance(to: display.end(of: frame) + phase)
      counts[plan.count, default: 0] += 1
      lead = max(lead, plan.lead)
    }
    #expect(counts.count <= 2 && (counts.keys.max() ?? 0) - (counts.keys.min() ?? 0) <= 1)
    #expect(lead < 8_333_334)
    let table = row["histogram_steps_per_frame"].split(separator: " ").map {
      $0.split(separator: ":").compactMap { Int($0) }
    }
    for entry in table { #expect(abs((counts[entry[0]] ?? 0) - entry[1]) <= 1) }
  }

  @Test func `draws between the last two steps at the time of the callback`() {
    var stepping = Stepping(.interpolated(.listing))
    for frame in 1...200 as ClosedRange<Int64> {
      let now = StepGrid(90).end(of: frame)
      let plan = stepping.advance(to: now)
      let shown = Double(now + plan.lead) - (1 - plan.blend) * 1e9 / 120
      #expect(abs(shown - Double(now)) <= 2)
    }
  }

  @Test func `drops what is beyond its limit and says how much`() {
    var clamped = Stepping(.clamped(.listing, steps: 4))
    var plan = clamped.advance(to: 100_000_000)
    #expect(plan.count == 4 && plan.stepsDropped == 8)
    #expect(plan.reduce(0, +) + plan.timeDropped == 100_000_000)
    plan = clamped.advance(to: 116_666_666)
    #expect(plan.count == 2 && plan.stepsDropped == 0)

    var capped = Stepping(.capped(at: 20_000_000))
    #expect(Array(capped.advance(to: 100_000_000)) == [20_000_000])
    #expect(capped.timeDropped == 80_000_000)
    #expect(Array(capped.advance(to: 110_000_000)) == [10_000_000])
    #expect(capped.advance(to: 110_000_000).isEmpty)
  }

  /// With no more than N steps a callback and the rest owed, the steps after n callbacks are those
  /// of a queue that is emptied by N at a time.
  ///
  ///     made(n) = min over 0 ≤ k ≤ n of (needed(k) + N (n − k)),  needed(0) = 0
  @Test(arguments: FuzzBatch.all("owes what is beyond"))
  func `owes what is beyond its limit to the callbacks that follow`(_ batch: FuzzBatch) {
    for number in batch.numbers {
      var chance = RandomStream(seed: batch.seed &* 1_000_003 &+ UInt64(number), name: "owed")
      let grid = StepGrid(chance.next(in: 20...300), per: chance.next(in: 1...3))
      let limit = chance.next(in: 1...6)
      var stepping = Stepping(.clamped(grid, steps: Int(limit), owesRest: true))
      var (now, needed): (Int64, [Int64]) = (0, [0])
      var lengths: Int64 = 0
      for callback in 1...40 as ClosedRange<Int64> {
        now += chance.next(in: 0...3) == 0 ? chance.next(in: 0...300_000_000) : 16_666_667
        let plan = stepping.advance(to: now)
        lengths += plan.reduce(0, +)
        // Steps are made until their end is not before the callback.
        var steps = needed[needed.count - 1]
        while steps * grid.seconds * 1_000_000_000 / grid.steps < now { steps += 1 }
        needed.append(steps)
        let made = needed.enumerated().map { $1 + limit * (callback - Int64($0)) }.min()
        #expect(Int64(stepping.stepsMade) == made, "input \(number)")
        #expect(plan.stepsDropped == 0 && plan.timeDropped == 0)
        #expect(lengths == grid.end(of: made ?? 0))
        #expect(plan.lead == lengths - now)
        guard Int64(stepping.stepsMade) == made else { return }
      }
    }
  }

  @Test func `divides the time of a callback into steps no longer than its limit`() {
    var stepping = Stepping(.semiFixed(atMost: 8_000_000))
    #expect(Array(stepping.advance(to: 20_000_000)) == [8_000_000, 8_000_000, 4_000_000])
    #expect(Array(stepping.advance(to: 28_000_000)) == [8_000_000])
    #expect(stepping.advance(to: 28_000_000).isEmpty)
  }

  /// The time between callbacks at the end, in refreshes, of a loop whose callback costs b + n c.
  ///
  /// A display that skips hands out the next refresh after the callback; one that does not hands
  /// out the one that passed as soon as the callback is over.
  static func gap(_ share: Double, base: Int64, skips: Bool, stall: Int64) -> Double {
    let cost = share * 1e9 / 120
    var stepping = Stepping(.fixed(.listing))
    var now: Int64 = 0
    var callbacks: [Int64] = []
    var isStalled = false
    while now < 6_000_000_000 {
      callbacks.append(now)
      let count = stepping.advance(to: now).count
      var end = now + base + Int64(Double(count) * cost)
      if !isStalled && now >= 1_000_000_000 {
        (isStalled, end) = (true, end + stall)
      }
      let following = refresh.firstStep(endingAtOrAfter: now + 1)
      let next = refresh.end(of: skips ? refresh.firstStep(endingAtOrAfter: end) : following)
      now = max(end, next, refresh.end(of: skips ? following : 0))
    }
    let late = callbacks.filter { $0 >= 3_000_000_000 }
    guard late.count > 1 else { return .infinity }
    return Double(late[late.count - 1] - late[0]) / Double(late.count - 1) * 60 / 1e9
  }

  @Test(arguments: [0.2, 0.3, 0.4, 0.45, 0.49, 0.51, 0.55, 0.6, 0.8], [0, 1, 2, 5] as [Int64])
  func `catching up on a display that skips recovers up to half the time`(
    _ share: Double, _ base: Int64
  ) {
    let limit = 0.5 - Double(base) / 1000 * 60 / 2
    let gap = Self.gap(share, base: base * 1_000_000, skips: true, stall: 100_000_000)
    #expect((gap < 1.01) == (share <= limit), "gap \(gap)")
  }

  @Test(arguments: [0.3, 0.6, 0.9, 1.1])
  func `catching up on a display that is late recovers below all the time`(_ share: Double) {
    let gap = Self.gap(share, base: 1_000_000, skips: false, stall: 100_000_000)
    #expect((gap < 1.01) == (share < 1), "gap \(gap)")
  }

  @Test(
    arguments: try OracleRow.rows(of: "spiral_in_loop.csv").filter {
      $0["link_policy"] == "skip" && $0.number("u") < 1
    })
  func `catching up ends at the table's gap`(_ row: OracleRow) {
    let gap = Self.gap(
      row.number("u"), base: Int64(row.number("b_ms") * 1e6), skips: true, stall: 100_000_000)
    #expect(abs(gap - row.number("mean_gap_after_3s")) < 0.05)
  }
}
