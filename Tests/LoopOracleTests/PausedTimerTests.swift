#if os(Linux)
  import LabDisplay
  import LabKernel
  import LabLoop
  import LabTrace
  import LabWorkload
  import LoopScenarios
  import TestSupport
  import Testing

  /// A timer that is paused and resumed on a stage does what one does on the real loop whose fire
  /// date an app sets to the distant future, and then as long from now as the first one was.
  @Suite struct `A timer that is paused` {
    @Test(arguments: FuzzBatch.all("timer that is paused"))
    func `and resumed fires when the real one does`(_ batch: FuzzBatch) throws {
      let cases = batch.numbers.map { PausedTimer(number: $0, seed: batch.seed) }
      let timelines = try RealLoopProcess.play(
        cases.map { try ScenarioParser.parse($0.program) })
      try #require(timelines.count == cases.count)
      var pauses = 0
      for (paused, timeline) in zip(cases, timelines) {
        let stage = try paused.timesOnStage()
        #expect(stage == paused.times(in: timeline), "\(paused.program)")
        guard stage == paused.times(in: timeline) else { return }
        pauses += stage.isEmpty ? 0 : 1
      }
      #expect(pauses * 2 > cases.count)
    }
  }

  /// A timer, work that holds the thread, and what is done to the timer from outside.
  private struct PausedTimer {
    private let first: Int64
    private let interval: Int64
    private let cost: Int64
    private let work: [(at: Int64, takes: Int64)]
    private let actions: [(kind: DriverAction.Kind, at: Int64)]
    private static let end: Int64 = 400_000_000

    init(number: Int, seed: UInt64) {
      var chance = RandomStream(seed: seed &* 1_000_003 &+ UInt64(number), name: "paused")
      first = chance.next(in: 1...60_000_000)
      interval = chance.next(in: 0...9) == 0 ? 0 : chance.next(in: 2_000_000...40_000_000)
      cost = chance.next(in: 0...1) == 0 ? 0 : chance.next(in: 0...30_000_000)
      work = (0..<chance.next(in: 0...4)).map { _ in
        (chance.next(in: 1...300_000_000), chance.next(in: 1...50_000_000))
      }
      actions = (0..<chance.next(in: 1...6)).map { _ in
        let kind: [DriverAction.Kind] = [.pause, .resume, .resume, .pause]
        return (kind[Int(chance.next(in: 0...3))], chance.next(in: 1...350_000_000))
      }.sorted { $0.1 < $1.1 }
    }

    /// The program for the real loop.
    var program: String {
      let step = interval > 0 ? "/\(timeText(interval))" : ""
      var lines = ["timer t \(timeText(first))\(step): busy \(timeText(cost))"]
      lines += work.enumerated().map { "source s\($0): busy \(timeText($1.takes))" }
      lines += work.enumerated().map { "at \(timeText($1.at)): signal s\($0), wake" }
      var isPaused = false
      for (kind, instant) in actions where isPaused == (kind == .resume) {
        isPaused.toggle()
        let date = isPaused ? Self.end * 1000 : instant + first
        lines.append("at \(timeText(instant)): date t \(timeText(date))")
      }
      return (lines + ["run \(timeText(Self.end))"]).joined(separator: "\n")
    }

    /// When the timer fires in a timeline of the real loop.
    func times(in timeline: String) -> [Int64] {
      timeline.split(separator: " │ ").flatMap { entry -> [Int64] in
        let words = entry.split(separator: " ")
        let time = words.first.flatMap { nanoseconds($0.dropLast()) } ?? 0
        return words.filter { $0 == "timer(t)" && time < Self.end }.map { _ in time }
      }
    }

    /// When it fires on a stage.
    func timesOnStage() throws -> [Int64] {
      let timer = Driver(
        name: "t",
        source: .timer(
          interval: .nanoseconds(interval), firstFire: Instant(nanoseconds: first)),
        modes: [.default], cost: .constant(.nanoseconds(cost)))
      let loads = work.enumerated().map { index, task in
        Load(
          name: "s\(index)",
          tasks: .drawn(
            .at([Instant(nanoseconds: task.at)]), takes: .constant(.nanoseconds(task.takes))),
          delivery: .source, modes: [.default])
      }
      let scenario = LabWorkload.Scenario(
        panel: Panel(rate: .hertz(60)), duration: .nanoseconds(Self.end), loads: loads,
        drivers: [timer],
        actions: actions.map { DriverAction($0.kind, "t", at: Instant(nanoseconds: $0.at)) },
        profile: .linux)
      let trace = try Stage(scenario, seed: 1).run()
      return trace.records.filter {
        $0.kind == .calloutBegan && trace.names[Int($0.subject)] == "t"
          && $0.time.nanoseconds < Self.end
      }.map(\.time.nanoseconds)
    }
  }
#endif
