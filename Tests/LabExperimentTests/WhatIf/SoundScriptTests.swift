import LabKernel
import LabLanguage
import LabMetrics
import LabTrace
import LabWorkload
import TestSupport
import Testing

@testable import LabExperiment

/// Drawn timers and links of which each frame comes when it is wanted, at 64 phases, by a count of
/// their own lists.
@Suite struct `A sound random script` {
  @Test(arguments: FuzzBatch.all("sound random script"))
  func `is told that nothing is wrong`(_ batch: FuzzBatch) throws {
    var sound = 0
    var alarms: [String] = []
    for number in batch.numbers {
      var chance = RandomStream(
        seed: batch.seed &* 1_000_003 &+ UInt64(number), name: "sound")
      let script = SoundScript(kind: number % 6, &chance)
      guard try script.isSound() else { continue }
      sound += 1
      let run = try SoundScript.run(script.text(shift: nil))
      let told = try Explanation(
        of: run, for: Plan.Trouble(run: 0), samplingPhases: true, jobs: 1, budget: 50)
      guard !told.text.hasPrefix("Nothing is wrong") || told.text.contains("ublished") else {
        continue
      }
      alarms.append("script \(number):\n\(script.text(shift: nil))\(told.text)")
    }
    // Where a threshold lies between two of the 64 phases, one that is sampled may lie beyond it.
    #expect(alarms.count * 100 <= sound, "\(alarms.joined(separator: "\n\n"))")
    #expect(sound * 2 >= batch.numbers.count, "only \(sound) scripts are sound")
  }
}

/// A timer or link that draws, alone or beside a load, close to where it would drop frames.
private struct SoundScript {
  private let hertz: Int
  private let display: String
  private let length: Int
  /// For how many refreshes each frame is wanted.
  private let refreshes: Int
  /// The interval of a timer; `nil` for a link.
  private let interval: Int?
  private let cost: Int
  private let load: (every: Int, takes: Int)?
  private let isMoving: Bool

  /// Draws a script: of six kinds the last three lie just below a threshold.
  init(kind: Int, _ chance: inout RandomStream) {
    func number(_ least: Int, _ most: Int) -> Int {
      Int(chance.next(in: Int64(least)...Int64(max(least, most))))
    }
    hertz = [50, 60, 75, 90, 120, 144][number(0, 5)]
    let period = 1_000_000_000 / hertz
    let guardTime = number(0, 2) == 0 ? number(100, 1500) : 0
    display =
      "display \(hertz) Hz depth \(number(0, 2))" + (guardTime > 0 ? " guard \(guardTime) us" : "")
    length = number(400, 900)
    let room = (period - guardTime * 1000) / 1000
    refreshes = kind == 1 || (kind == 2 && number(0, 1) == 0) ? number(2, 4) : 1
    // The drift of a near beat over the run is below a 400th of a refresh: 64 phases see no less.
    let drift = kind == 5 ? number(-1, 1) * number(1, period / 400 * 1000 / length / hertz) : 0
    interval = kind == 2 || kind == 3 ? nil : period * refreshes + drift
    let whole = kind >= 3 && kind <= 4 ? room * number(900, 995) / 1000 : room * number(0, 60) / 100
    let task = kind == 3 ? whole * number(10, 90) / 100 : 0
    cost = max(1, whole - task)
    load = kind == 3 ? (number(40, 300) * 1000 + number(0, 999), max(1, task)) : nil
    isMoving = number(0, 1) == 0
  }

  /// The script with its dates, or those of its load, a part of a refresh later; as it is without
  /// one.
  func text(shift: Int?) -> String {
    var lines = [display, "run \(length) ms"]
    if let load {
      let first = load.every * 1000 + (shift ?? 0)
      lines.append(
        "load w every \(load.every) us from \(first) ns takes \(load.takes) us as block")
    }
    lines.append("arm a")
    if let interval {
      let first = shift.map { " first at \(interval + $0) ns" } ?? ""
      lines.append("  timer d every \(interval) ns\(first) in common takes \(cost) us")
    } else {
      let pace = refreshes > 1 ? " every \(refreshes) refreshes" : ""
      lines.append("  link d\(pace) in common takes \(cost) us")
    }
    if isMoving { lines.append("  animate d along linear from 0 to 9000 over 9 s by target") }
    return lines.joined(separator: "\n") + "\n"
  }

  static func run(_ text: String) throws -> RunSpec {
    try Experiment(path: "sound.lab") { _ in Array(text.utf8) }.plan()[0]
  }

  /// Whether each frame comes when it is wanted, whatever the phase.
  func isSound() throws -> Bool {
    for phase in 0..<64 where interval != nil || load != nil || phase == 0 {
      let shift = 1_000_000_000 / hertz * (2 * phase + 1) / 128
      guard try isSound(at: interval == nil && load == nil ? nil : shift) else { return false }
    }
    return try isSound(at: nil)
  }

  private func isSound(at shift: Int?) throws -> Bool {
    let run = try Self.run(text(shift: shift))
    let measured = RunMeasurement(try Runner(jobs: 1, detail: .everything).trace(of: run))
    let (firings, all) = (measured.firingRows(of: "d"), measured.refreshRows(of: "d"))
    let period = 1_000_000_000 / Int64(hertz)
    guard let last = all.last(where: \.isMeasured)?.index,
      let first = all.first(where: \.isNew), let begin = firings.first
    else { return false }
    // The first frame has an interval for its callback, and then its way to the display.
    let wait = first.photon.nanoseconds - begin.due.nanoseconds
    guard wait <= period * Int64(refreshes + 3) else { return false }
    let frames = all.filter(\.isNew)
    let isSteady = zip(frames, frames.dropFirst()).allSatisfy { one, next in
      guard let from = one.animationTime, let to = next.animationTime else { return false }
      let passed = next.photon.nanoseconds - one.photon.nanoseconds
      return next.index - one.index == refreshes
        && abs(to.nanoseconds - from.nanoseconds - passed) * 20 < period
    }
    let isRegular = zip(firings, firings.dropFirst()).allSatisfy { one, next in
      let step = next.due.nanoseconds - one.due.nanoseconds
      return abs(step - Int64(interval ?? Int(period) * refreshes)) <= 1
    }
    let isSingle = zip(all, all.dropFirst()).allSatisfy { one, next in
      firings.count { $0.began >= one.vsync && $0.began < next.vsync } <= 1
    }
    return isSteady && isRegular && isSingle && frames[frames.count - 1].index > last - refreshes
  }
}
