import LabKernel
import TestSupport
import Testing

/// When the tasks arrive that follow others is stated twice: in LabWorkload, by an agenda, and
/// here, after the words of the reference, from the ends of tasks that `events.csv` tells.
@Suite struct `A second statement of loads that follow others` {
  /// A load that follows another: delays and durations in turn, in nanoseconds.
  private struct Follower {
    let name: String
    let leader: String
    let delays: [Int]
    let durations: [Int]
    let begins: Int
    let ends: Int

    var statement: String {
      let delayed = delays.map { "\($0) ns" }.joined(separator: ", ")
      let takes = durations.map { "\($0) ns" }.joined(separator: ", ")
      return "load \(name) after \(leader) delayed by \(delayed) from \(begins) ns until \(ends) ns"
        + " takes \(takes)"
    }
  }

  private static let end = 400_000_000

  private static func script(_ chance: inout RandomStream) -> (String, [Follower]) {
    func number(_ range: ClosedRange<Int>) -> Int {
      Int(chance.next(in: Int64(range.lowerBound)...Int64(range.upperBound)))
    }
    func pick(_ words: [String]) -> String { words[number(0...words.count - 1)] }
    // Round times make instants coincide.
    func time(_ most: Int) -> Int { number(0...most) * pick(["1", "1000000"]).count * 500_000 }
    let modes = ["default", "common", "tracking"]
    var lines = ["display 60 Hz", "run 400 ms", "stretch \(pick(["1", "1", "1.3"]))"]
    if number(0...2) == 0 { lines.append("wake-up delayed by uniform 0..4 ms") }
    if number(0...1) == 0 { lines.append("gesture scroll at 90 ms for 70 ms") }
    lines.append(
      "load root \(pick(["every 30 ms", "burst 3 each 60 ms", "poisson 60 per s"])) takes uniform"
        + " 0..12 ms as \(pick(["source", "port", "block", "main-queue", "timer"]))")
    var followers: [Follower] = []
    for index in 0..<number(1...4) {
      let follower = Follower(
        name: "f\(index)", leader: pick(["root"] + followers.map(\.name)),
        delays: (0..<number(1...3)).map { _ in time(12) },
        durations: (0..<number(1...3)).map { _ in time(8) },
        begins: pick(["", "x"]).isEmpty ? 0 : number(0...150_000_000),
        ends: pick(["", "x"]).isEmpty ? end : number(150_000_001...end))
      followers.append(follower)
      lines.append(
        follower.statement + " as \(pick(["source", "port", "block", "main-queue", "timer"]))"
          + " in \(pick(modes))")
    }
    lines += ["arm a", "  timer ball every 1/60 s in common takes 2 ms"]
    return (lines.joined(separator: "\n"), followers)
  }

  @Test(arguments: FuzzBatch.all("agrees on every arrival"))
  func `agrees on every arrival`(_ batch: FuzzBatch) throws {
    var arrived = 0
    for number in batch.numbers {
      var chance = RandomStream(seed: batch.seed &+ UInt64(number), name: "followers")
      let (script, followers) = Self.script(&chance)
      let rows = try Row.all(of: script)
      for follower in followers {
        let expected = Self.arrivals(of: follower, in: rows)
        let actual = rows.filter { $0.what == "arrived" && $0.who == follower.name }
          .map { [$0.time, $0.number, $0.second] }
        arrived += actual.count
        #expect(actual == expected, "script \(number), \(follower.name):\n\(script)")
      }
    }
    #expect(arrived > 0)
  }

  /// Instant, duration and serial of every task that should arrive.
  private static func arrivals(of follower: Follower, in rows: [Row]) -> [[Int]] {
    var coming: [(due: Int, order: Int, duration: Int, serial: Int)] = []
    let last = rows.first { $0.what == "ended" }?.time ?? end
    for row in rows where row.what == "task_ended" && row.who == follower.leader {
      // The serial of a task that is not in pieces is its position in its load.
      let serial = row.second
      let due = row.time + follower.delays[serial % follower.delays.count]
      guard follower.begins <= due, due < min(follower.ends, end), row.time <= last else {
        continue
      }
      coming.append(
        (due, coming.count, follower.durations[serial % follower.durations.count], serial))
    }
    return coming.sorted { ($0.due, $0.order) < ($1.due, $1.order) }
      .map { [$0.due, $0.duration, $0.serial] }
  }
}
