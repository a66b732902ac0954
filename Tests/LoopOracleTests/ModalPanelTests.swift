#if os(Linux)
  import LabDisplay
  import LabKernel
  import LabLoop
  import LabTrace
  import LabWorkload
  import LoopScenarios
  import TestSupport
  import Testing

  /// A block of the main queue that shows a modal panel on a stage is one that runs the real loop
  /// in another common mode: the same is called out at the same instants.
  @Suite struct `A modal panel` {
    @Test(arguments: FuzzBatch.all("A modal panel"))
    func `lets go on what the real loop does`(_ batch: FuzzBatch) throws {
      let cases = batch.numbers.map { PanelCase(number: $0, seed: batch.seed) }
      let timelines = try RealLoopProcess.play(
        cases.map { try ScenarioParser.parse($0.program) })
      try #require(timelines.count == cases.count)
      for (panel, timeline) in zip(cases, timelines) {
        let stage = try panel.calloutsOnStage()
        let real = panel.callouts(in: timeline)
        #expect(stage == real, "\(panel.program)")
        guard stage == real else { return }
      }
    }
  }

  /// A panel, and what is to go on beside it or to wait.
  private struct PanelCase {
    /// A load: how it is delivered, in which modes, when, and how long its task takes.
    private struct Work {
      let name: String
      let delivery: Delivery
      let isCommon: Bool
      let at: Int64
      let takes: Int64
      /// How long its panel is there; `nil` for none.
      let panel: Int64?
    }

    private struct Ticker {
      let name: String
      let isCommon: Bool
      let first: Int64
      let interval: Int64
      let takes: Int64
    }

    private var tickers: [Ticker] = []
    private var work: [Work] = []
    private static let end: Int64 = 400_000_000

    init(number: Int, seed: UInt64) {
      var chance = RandomStream(seed: seed &* 1_000_003 &+ UInt64(number), name: "panel")
      for index in 0..<chance.next(in: 1...3) {
        tickers.append(
          Ticker(
            name: "t\(index)", isCommon: chance.next(in: 0...1) == 0,
            first: chance.next(in: 1...60_000_000),
            interval: chance.next(in: 3_000_000...50_000_000),
            takes: chance.next(in: 0...5_000_000)))
      }
      for index in 0..<chance.next(in: 1...5) {
        let deliveries: [Delivery] = [.source, .mainQueue, .mainQueue, .block]
        let delivery = index == 0 ? .mainQueue : deliveries[Int(chance.next(in: 0...3))]
        let hasPanel = delivery == .mainQueue && (index == 0 || chance.next(in: 0...2) == 0)
        work.append(
          Work(
            name: "w\(index)", delivery: delivery, isCommon: chance.next(in: 0...1) == 0,
            at: chance.next(in: 1...250_000_000), takes: chance.next(in: 0...20_000_000),
            panel: hasPanel ? chance.next(in: 1...150_000_000) : nil))
      }
    }

    /// The program for the real loop.
    var program: String {
      var lines = ["main thread", "source events in modal"]
      lines += tickers.map { ticker in
        "timer \(ticker.name) \(timeText(ticker.first))/\(timeText(ticker.interval))"
          + "\(ticker.isCommon ? " in common" : ""): busy \(timeText(ticker.takes))"
      }
      for work in work {
        let modes = work.isCommon ? " in common" : ""
        let busy = "busy \(timeText(work.takes))"
        let event: String
        switch work.delivery {
        case .source:
          lines.append("source \(work.name)\(modes): \(busy)")
          event = "signal \(work.name), wake"
        case .block:
          lines.append("block \(work.name): \(busy)")
          event = "perform \(work.name)\(modes)"
        default:
          let panel = work.panel.map { ", run modal \(timeText($0)) as \(work.name)" } ?? ""
          lines.append("main \(work.name): \(busy)\(panel)")
          event = "enqueue \(work.name)"
        }
        // A list of actions ends behind the modes of a block.
        lines.append("at \(timeText(work.at)): \(event)")
        if work.delivery == .block { lines.append("at \(timeText(work.at)): wake") }
      }
      return (lines + ["common modal", "run \(timeText(Self.end))"]).joined(separator: "\n")
    }

    /// What is called out in a timeline of the real loop, and when.
    func callouts(in timeline: String) -> [String] {
      timeline.split(separator: " │ ").flatMap { entry -> [String] in
        let words = entry.split(separator: " ")
        guard let time = words.first.flatMap({ nanoseconds($0.dropLast()) }), time < Self.end else {
          return []
        }
        return words.dropFirst().compactMap { word in
          guard word.last == ")", let open = word.firstIndex(of: "(") else { return nil }
          return "\(time) \(word[word.index(after: open)...].dropLast())"
        }
      }
    }

    /// The same on a stage.
    func calloutsOnStage() throws -> [String] {
      let drivers = tickers.map { ticker in
        Driver(
          name: ticker.name,
          source: .timer(
            interval: .nanoseconds(ticker.interval),
            firstFire: Instant(nanoseconds: ticker.first)),
          modes: [ticker.isCommon ? .common : .default],
          cost: .constant(.nanoseconds(ticker.takes)))
      }
      let loads = work.map { work in
        var load = Load(
          name: work.name,
          tasks: .drawn(
            .at([Instant(nanoseconds: work.at)]), takes: .constant(.nanoseconds(work.takes))),
          delivery: work.delivery, modes: [work.isCommon ? .common : .default])
        load.panel = work.panel.map { .lasting(.nanoseconds($0)) }
        return load
      }
      let scenario = LabWorkload.Scenario(
        panel: Panel(rate: .hertz(60)), duration: .nanoseconds(Self.end), loads: loads,
        drivers: drivers, profile: .linux)
      let trace = try Stage(scenario, seed: 1).run()
      let names = Set(tickers.map(\.name))
      return trace.records.compactMap { record in
        guard record.time.nanoseconds < Self.end else { return nil }
        let name = trace.names[Int(record.subject)]
        let isBegin =
          record.kind == .taskBegan || record.kind == .calloutBegan && names.contains(name)
        return isBegin ? "\(record.time.nanoseconds) \(name)" : nil
      }
    }
  }
#endif
