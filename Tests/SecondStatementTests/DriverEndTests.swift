import LabExperiment
import LabKernel
import LabTrace
import TestSupport
import Testing

/// When tasks arrive that follow the ends of a driver is stated twice: in LabWorkload, by what ends
/// it, and here, by the instants that the script names and the callbacks that `events.csv` tells.
@Suite struct `What follows the end of a driver` {
  /// How a driver ends.
  private enum End: Int, CaseIterable {
    case life, lives, once, invalidate, animation, handedOver, restarted, step
  }

  private struct Case {
    let script: String
    let end: End
    let delays: [Int]
    /// The instants at which it ends, as far as the script names them; else how long its motion is.
    let instants: [Int]
  }

  private static func makeCase(_ chance: inout RandomStream) -> Case {
    func number(_ range: ClosedRange<Int>) -> Int {
      Int(chance.next(in: Int64(range.lowerBound)...Int64(range.upperBound)))
    }
    func pick(_ words: [String]) -> String { words[number(0...words.count - 1)] }
    var lines = ["display \(pick(["60 Hz", "120 Hz"]))", "run 800 ms"]
    if number(0...1) == 0 {
      lines.append(
        "load rival \(pick(["every 30 ms", "poisson 30 per s"])) takes uniform 0..30 ms as"
          + " \(pick(["source", "port", "block", "main-queue", "timer"]))")
    }
    if number(0...2) == 0 { lines.append("wake-up delayed by uniform 0..4 ms") }
    let delays = (0..<number(1...2)).map { _ in number(0...12) * 1_000_000 }
    lines.append(
      "load completion after ball ends delayed by "
        + delays.map { "\($0) ns" }.joined(separator: ", ")
        + " takes \(number(0...8)) ms as \(pick(["source", "port", "block", "main-queue", "timer"]))"
    )
    let end = End.allCases[number(0...End.allCases.count - 1)]
    let driver = pick(["timer ball every \(number(4...40)) ms", "link ball"])
    let takes = " in common takes \(number(0...6)) ms"
    let (first, second) = (number(20...200), number(220...700))
    let over = number(30...300)
    let drives = "  \(driver)\(takes)"
    let animates =
      "  animate ball along linear from 0 to 100 over \(over) ms by"
    let clock = " \(pick(["now", "timestamp", "target", "fixed 1/60 s"]))"
    var instants: [Int] = []
    switch end {
    case .life:
      lines += ["arm a", "\(drives) from 0 s until \(first) ms"]
      instants = [first]
    case .lives:
      let lives = "10 ms until \(first) ms, \(first + 15) ms until \(second) ms"
      lines += ["arm a", "\(drives) from \(lives)"]
      instants = [first, second]
    case .once: lines += ["arm a", "  timer ball once at \(first) ms\(takes)"]
    case .invalidate:
      // Nothing ends twice, and a pause is no end.
      lines += [
        "at \(first - 10) ms pause a.ball", "at \(first) ms invalidate a.ball",
        "at \(second) ms invalidate a.ball", "arm a", drives,
      ]
      instants = [first]
    case .animation: lines += ["arm a", drives, animates + clock]
    case .handedOver:
      lines += ["arm a", drives, animates + " render-server"]
      instants = [over * 1_000_000]
    case .restarted:
      lines += ["arm a", drives, animates + clock + " starting at 0 s, \(second) ms as repaired"]
    case .step:
      lines += [
        "arm a", drives,
        "  step ball velocity 10 pt per s life 0.\(number(1...4)) s",
      ]
    }
    if end != .handedOver { instants = instants.map { $0 * 1_000_000 } }
    return Case(
      script: lines.joined(separator: "\n"), end: end, delays: delays, instants: instants)
  }

  @Test(arguments: FuzzBatch.all("the end of a driver"))
  func `arrives as often and when it ended`(_ batch: FuzzBatch) throws {
    var arrived = 0
    for number in batch.numbers {
      var chance = RandomStream(seed: batch.seed &* 1_000_003 &+ UInt64(number), name: "ends")
      let made = Self.makeCase(&chance)
      let rows = try Row.all(of: made.script)
      let over = rows.first { $0.what == "ended" }?.time ?? 0
      let expected = Self.ends(of: made, in: rows).enumerated()
        .map { $0.element + made.delays[$0.offset % made.delays.count] }
        .filter { $0 < min(over, 800_000_000) }.sorted()
      let actual = rows.filter {
        $0.what == "arrived" && $0.who == "completion" && $0.time < over
      }.map { $0.time }
      arrived += actual.count
      #expect(actual == expected, "script \(number):\n\(made.script)")
    }
    #expect(arrived > 0)
  }

  /// When a driver ends: at the instants of the script, or with the callback that shows the last.
  private static func ends(of made: Case, in rows: [Row]) -> [Int] {
    let callbacks = rows.filter { $0.what == "callout_ended" && $0.who == "ball" }
    switch made.end {
    case .life, .lives, .invalidate: return made.instants
    case .once: return callbacks.map { $0.time }
    case .animation, .restarted, .step:
      return rows.filter { $0.what == "motion_ended" && $0.who == "ball" }
        .compactMap { end in callbacks.first { $0.time >= end.time }?.time }
    case .handedOver:
      // The render server begins with the start of the motion, and no callback is waited for.
      return rows.filter { $0.what == "motion_ended" && $0.who == "ball" }.isEmpty
        ? [] : made.instants
    }
  }

  /// With a thread that is free, the last callback is at the first vsync that is late enough.
  @Test(arguments: [
    ("by now", 31), ("by timestamp", 31), ("by target", 30),
  ])
  func `comes after the last callback of an animation`(clock: String, refresh: Int) throws {
    let script = """
      display 100 Hz
      run 1 s
      load completion after ball ends delayed by 3 ms takes 1 ms as port
      arm a
        link ball in common takes 2 ms
        animate ball along linear from 0 to 100 over 305 ms \(clock)
      """
    let experiment = try Experiment(path: "a.lab") { _ in Array(script.utf8) }
    let trace = try Runner(jobs: 1, detail: .everything).trace(of: experiment.plan()[0])
    let arrivals = trace.records.filter { $0.kind == .arrived }.map { $0.time.nanoseconds }
    #expect(arrivals == [Int64(refresh) * 10_000_000 + 5_000_000])
  }
}
