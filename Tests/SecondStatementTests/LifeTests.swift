import LabExperiment
import LabKernel
import LabMetrics
import LabTrace
import TestSupport
import Testing

/// A driver has no dates outside its lives, and no refresh there counts.
@Suite struct `A driver that is gone` {
  /// A run that goes on for a while after all lives, with loads that end before, and the longer
  /// run.
  private static func scripts(_ chance: inout RandomStream) -> [String] {
    func number(_ range: ClosedRange<Int>) -> Int {
      Int(chance.next(in: Int64(range.lowerBound)...Int64(range.upperBound)))
    }
    func pick(_ words: [String]) -> String { words[number(0...words.count - 1)] }
    var lines = ["display \(pick(["60 Hz", "120 Hz", "59.94 Hz"])) depth \(number(0...2))"]
    if number(0...2) == 0 { lines.append("wake-up delayed by uniform 0..4 ms") }
    lines.append(
      "load work at \(number(1...250)) ms, \(number(1...250)) ms takes \(number(1...60)) ms as"
        + " \(pick(["source", "port", "block", "main-queue"])) in \(pick(["default", "common"]))")
    if number(0...1) == 0 { lines.append("gesture scroll at 90 ms for \(number(20...200)) ms") }
    let driver = pick([
      "timer d every \(number(3...40)) ms", "timer d every 1/60 s", "link d",
      "link d every 2 refreshes",
    ])
    let words = "\(driver) in \(pick(["default", "common"])) takes \(number(0...9)) ms"
    let target = pick(["", "", " target 30 Hz", " target 2 refreshes", " target none"])
    let begins = number(0...120)
    let end = begins + number(60...180)
    var lives = "\(begins) ms until \(end) ms"
    if number(0...1) == 0 { lives += ", \(end + number(0...60)) ms until \(end + 100) ms" }
    switch number(0...2) {
    case 0: lines += ["at \(end) ms invalidate a.d", "arm a", "  \(words)\(target)"]
    case 1:
      lines += ["at \(end) ms pause a.d", "arm a", "  \(words)\(target)"]
    default: lines += ["arm a", "  \(words)\(target) from \(lives)"]
    }
    return [600, 1100].map { "run \($0) ms\n" + lines.joined(separator: "\n") }
  }

  private static func metrics(of script: String) throws -> DriverMetrics {
    let experiment = try Experiment(path: "a.lab") { _ in Array(script.utf8) }
    let trace = try Runner(jobs: 1, detail: .everything).trace(of: experiment.plan()[0])
    return try #require(RunMeasurement(trace)[driver: "d"])
  }

  @Test(arguments: FuzzBatch.all("driver that is gone"))
  func `changes no number however long the run goes on`(_ batch: FuzzBatch) throws {
    // So many a second of the run.
    let ofTheRun: Set<String> = ["wake_ups"]
    for number in batch.numbers {
      var chance = RandomStream(seed: batch.seed &* 1_000_003 &+ UInt64(number), name: "lives")
      let scripts = Self.scripts(&chance)
      let (short, long) = (
        try Self.metrics(of: scripts[0]), try Self.metrics(of: scripts[1])
      )
      let different = MetricDictionary.all.filter {
        !ofTheRun.contains($0.name) && $0.value(short) != $0.value(long)
      }
      #expect(different.map(\.name) == [], "script \(number):\n\(scripts[0])")
      guard different.isEmpty else { return }
    }
  }

  /// Lives with little or nothing between them, on a display whose rate changes.
  private static func adjacent(_ chance: inout RandomStream) -> String {
    func number(_ range: ClosedRange<Int>) -> Int {
      Int(chance.next(in: Int64(range.lowerBound)...Int64(range.upperBound)))
    }
    func pick(_ words: [String]) -> String { words[number(0...words.count - 1)] }
    var now = number(0...200)
    var lives: [String] = []
    for _ in 0..<number(2...3) {
      let end = now + number(1...60)
      lives.append("\(now) ms until \(end) ms")
      now = end + max(0, number(-9...9))
    }
    let driver = pick([
      "timer d every \(number(3...40)) ms", "timer d every 1/120 s phase 1/3", "link d",
      "link d policy queue 16",
    ])
    var lines = [
      "display \(pick(["60 Hz", "120 Hz"])) depth \(number(0...2))", "run 500 ms", "arm a",
      "  \(driver) in common takes \(number(0...20)) ms from \(lives.joined(separator: ", "))",
    ]
    var change = 0
    for _ in 0..<number(0...4) {
      change += number(1...120)
      lines.append("at \(change) ms display \(pick(["30 Hz", "48 Hz", "60 Hz", "120 Hz"]))")
    }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: FuzzBatch.all("driver that is gone"))
  func `counts each refresh once where lives follow without a gap`(_ batch: FuzzBatch) {
    for number in batch.numbers {
      var chance = RandomStream(seed: batch.seed &* 1_000_003 &+ UInt64(number), name: "adjacent")
      let script = Self.adjacent(&chance)
      var told: Set<String> = []
      let differences = `A second statement of the metrics`.differences(of: script, &told)
      #expect(differences == [], "script \(number):\n\(script)")
      guard differences.isEmpty else { return }
    }
  }

  /// A life that begins in a callback of the driver sets its date, of which the mode of a gesture
  /// that begins right after it does not hear.
  private static func renewed(_ chance: inout RandomStream) -> String {
    func number(_ range: ClosedRange<Int>) -> Int {
      Int(chance.next(in: Int64(range.lowerBound)...Int64(range.upperBound)))
    }
    let end = number(20...110)
    let first = number(0...1) == 0 ? "" : "1 ms, "
    let driver =
      number(0...3) == 0 ? "timer d every 1/60 s" : "timer d every \(number(3...12)) ms"
    return """
      display 60 Hz depth \(number(0...2))
      run 500 ms
      gesture scroll at \(number(10...110)) ms for \(number(20...200)) ms
      arm a
        \(driver) in common takes \(first)\(number(40...130)) ms from \(number(0...9)) ms until \
      \(end) ms, \(end + number(0...2) / 2) ms until \(end + number(90...400)) ms
        timer e every \(number(60...200)) ms in common takes 1 ms
      """
  }

  @Test(arguments: FuzzBatch.all("driver that is gone"))
  func `and comes again in its own callback contradicts nothing`(_ batch: FuzzBatch) {
    var told: Set<String> = []
    for number in batch.numbers {
      var chance = RandomStream(seed: batch.seed &* 1_000_003 &+ UInt64(number), name: "renewed")
      let script = Self.renewed(&chance)
      let differences = `A second statement of the metrics`.differences(of: script, &told)
      #expect(differences == [], "script \(number):\n\(script)")
      guard differences.isEmpty else { return }
    }
    #expect(told.contains("blame_set_late"))
  }

  /// Wherever a sound link or timer begins and ends, no frame is missed at its edges.
  @Test(arguments: FuzzBatch.all("driver that is gone"))
  func `and begins and ends at any instant drops nothing at its edges`(_ batch: FuzzBatch) throws {
    for number in batch.numbers {
      var chance = RandomStream(seed: batch.seed &* 1_000_003 &+ UInt64(number), name: "begins")
      let rate = [24, 50, 60, 90, 120][Int(chance.next(in: 0...4))]
      func instant(_ vsyncs: ClosedRange<Int64>) -> Int64 {
        let vsync = 1_000_000_000 * chance.next(in: vsyncs) / Int64(rate)
        let off = [0, 0, 1, -1, chance.next(in: -20_000_000...20_000_000)]
        return max(0, vsync + off[Int(chance.next(in: 0...4))])
      }
      let begin = instant(0...24)
      let end = instant(26...50)
      let isLink = chance.next(in: 0...2) > 0
      let driver = isLink ? "link d" : "timer d every 1/\(rate) s"
      let lives = [" from \(begin) ns until \(end) ns", " from \(begin) ns", ""]
      let ends = ["", "at \(end) ns invalidate a.d", "at \(end) ns pause a.d"]
      let kind = Int(chance.next(in: 0...2))
      let guards = ["", " guard 1 ms", " guard 4 ms"]
      let script = """
        display \(rate) Hz depth \(chance.next(in: 0...2))\(guards[Int(chance.next(in: 0...2))])
        run 2500 ms
        \(ends[kind])
        arm a
          \(driver) in common takes 1 ms\(lives[kind])
        """
      let metrics = try Self.metrics(of: script)
      #expect(metrics.frames?.slots?.dropped == 0, "script \(number):\n\(script)")
    }
  }
}
