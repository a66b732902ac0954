import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// `LAB_FUZZ_COUNT=50000 LAB_FUZZ_SEED=7 swift test --filter 'statement of hops'` plays any number.
@Suite struct `A second statement of hops` {
  @Test(arguments: FuzzBatch.all("statement of hops"))
  func `agrees on every callback of a random program`(_ batch: FuzzBatch) throws {
    var calls: [HopModel.Way: Int] = [:]
    for number in batch.numbers {
      let program = HopProgram(seed: batch.seed &* 1_000_003 &+ UInt64(number))
      let (model, trace) = (HopModel(program), try program.trace())
      calls[program.way, default: 0] += model.callbacks.count
      guard
        trace.hopCallbacks == model.callbacks, trace.vsyncs(.folded) == model.folded,
        trace.vsyncs(.refused) == model.refused
      else {
        Issue.record("\(program)\n\(model.callbacks)\n\(trace.hopCallbacks)")
        return
      }
    }
    guard batch.numbers.count >= 500 else { return }
    #expect(HopModel.Way.allCases.allSatisfy { calls[$0, default: 0] > 1000 })
  }
}

/// What a random program of hops does.
struct HopProgram: CustomStringConvertible {
  let way: HopModel.Way
  let period: Int64
  let end: Int64
  /// How long after its vsync a block is due, under ``HopModel/Way/timer``.
  let delay: Int64
  let costs: [Int64]
  let tasks: [(at: Int64, takes: Int64)]
  let pause: ClosedRange<Int64>?

  /// Vsync j is due at j periods.
  var vsyncs: [Int64] { Array(stride(from: period, to: end, by: Int64.Stride(period))) }

  var description: String {
    "\(way) period \(period) end \(end) delay \(delay) costs \(costs) tasks \(tasks)"
      + " pause \(pause.map { "\($0)" } ?? "none")"
  }

  init(seed: UInt64) {
    var chance = RandomStream(seed: seed, name: "hops")
    let period = Int64(chance.next(in: 8_000_000...17_000_000))
    let end = period * Int64(chance.next(in: 20...60)) + 1_234_567
    let pauses = chance.next(in: 0...3) == 0
    way = HopModel.Way.allCases[Int(chance.next(in: 0...5))]
    delay = Int64(chance.next(in: 0...30_000_000))
    costs = (0..<3).map { _ in Int64(chance.next(in: 1000...20_000_000)) }
    tasks = (0..<Int(chance.next(in: 1...7))).map { _ in
      (Int64(chance.next(in: 0...Int64(end))), Int64(chance.next(in: 1...70_000_000)))
    }.sorted { $0.at < $1.at }
    let begins = Int64(chance.next(in: 1...Int64(end / 2)))
    pause = pauses ? begins...begins + Int64(chance.next(in: 1...90_000_000)) : nil
    (self.period, self.end) = (period, end)
  }

  private var policy: LinkHop {
    switch way {
    case .queue: .queue
    case .coalesced: .coalesced
    case .once: .once
    case .selector: .selector
    case .port: .port
    case .timer: .timer(after: .nanoseconds(delay))
    }
  }

  func trace() throws -> Trace {
    let tasks = Load(
      name: "tasks",
      tasks: .drawn(
        .at(tasks.map { Instant(nanoseconds: $0.at) }),
        takes: .inTurn(tasks.map { .nanoseconds($0.takes) })),
      delivery: .mainQueue, modes: [.common])
    let scenario = Scenario(
      panel: Panel(
        rate: RefreshRate(1_000_000_000, per: period), phase: .nanoseconds(period)),
      duration: .nanoseconds(end), loads: [tasks],
      drivers: [
        Driver(
          name: "ball", source: .link(lateDelivery: .offMain(policy)), modes: [.common],
          cost: .inTurn(costs.map { .nanoseconds($0) }))
      ],
      actions: pause.map {
        [
          DriverAction(.pause, "ball", at: Instant(nanoseconds: $0.lowerBound)),
          DriverAction(.resume, "ball", at: Instant(nanoseconds: $0.upperBound)),
        ]
      } ?? [])
    return try Stage(scenario, seed: 1).run()
  }
}

extension Trace {
  fileprivate var hopCallbacks: [HopModel.Callback] {
    run.compactMap { record in
      guard case .calloutBegan(_, .link, let due, let newest) = record.event else { return nil }
      return HopModel.Callback(
        vsync: due.nanoseconds, stamp: newest.nanoseconds, began: record.time.nanoseconds)
    }
  }

  fileprivate func vsyncs(_ outcome: TraceDueOutcome) -> [Int64] {
    run.compactMap { record in
      guard case .linkDue(_, _, outcome) = record.event else { return nil }
      return record.time.nanoseconds
    }
  }

  /// What it records before its end.
  private var run: some Collection<TraceRecord> { records.prefix { $0.kind != .ended } }
}
