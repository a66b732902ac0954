import LabKernel
import LabMetrics
import LabTrace
import Testing

@testable import LabExperiment

@Suite struct `A runner` {
  private static let script = """
    display 60 Hz
    run 200 ms
    repeat 20
    seed 4
    sweep hiccup = 0 ms, 30 ms
    load noise poisson 100 per s takes uniform 0..6 ms as port
    load hiccup at 50 ms takes {hiccup} as source
    arm timer
      timer ball every 1/60 s phase 0.5 in default takes uniform 0..1 ms
    arm link
      link ball in default takes 0.5 ms
    """

  private func results(jobs: Int, seed: UInt64? = nil) throws -> [RunResult] {
    let plan = try Fixture.experiment(Self.script).plan(seed: seed)
    var results: [RunResult] = []
    try Runner(jobs: jobs).perform(plan, keeping: RunResult.init) { results.append(try $0.get()) }
    return results
  }

  @Test(arguments: [2, 3, 16])
  func `yields the same for any number of jobs`(jobs: Int) throws {
    let alone = try results(jobs: 1)
    let together = try results(jobs: jobs)
    #expect(together.map(\.run) == alone.map(\.run))
    #expect(together.map(\.fingerprint) == alone.map(\.fingerprint))
    #expect(together.map(\.drivers) == alone.map(\.drivers))
  }

  @Test func `repeats a run by its seed`() throws {
    let first = try results(jobs: 1, seed: 9)
    #expect(try results(jobs: 1, seed: 9).map(\.fingerprint) == first.map(\.fingerprint))
    #expect(try results(jobs: 1, seed: 10).map(\.fingerprint) != first.map(\.fingerprint))
  }

  /// A timer of every nanosecond, whose events fill any memory if they are all kept.
  @Test func `keeps no run beyond a bound, and says what to do`() throws {
    let script = "display 60 Hz\nrun 1 s\narm x\n  timer b every 1 ns in default\n"
    let run = try Fixture.experiment(script).plan()[0]
    var (keeping, showing) = (Runner(jobs: 1), Runner(forShowing: 1))
    keeping.keptEvents = 4_096
    showing.keptEvents = 4_096
    for failure in [
      #expect(throws: ExperimentFailure.self) { try keeping.trace(of: run) },
      #expect(throws: ExperimentFailure.self) { try showing.result(of: run) },
    ] {
      let message = try #require(failure?.description)
      #expect(message.contains("4096 events happened by "))
      #expect(message.contains("Make them rarer, or the run shorter. More are not kept"))
    }
  }

  /// What the message says to add makes a run that is kept.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `keeps the shorter run that its message names`(seed: UInt64) throws {
    var chance = RandomStream(seed: seed, name: "kept")
    let interval = Int64(1) << chance.next(in: 0...20)
    let others = (0..<chance.next(in: 0...3)).map { number in
      "  timer t\(number) every \(chance.next(in: 1...100)) us in common takes 1 us\n"
    }
    let script =
      "display \(chance.next(in: 10...1000)) Hz\nrun 600 s\narm x\n"
      + "  timer b every \(interval) ns in common\n" + others.joined()
    var runner = Runner(jobs: 1)
    runner.keptEvents = Int(chance.next(in: 200...4_096))
    let failure = #expect(throws: ExperimentFailure.self) {
      try runner.trace(of: Fixture.experiment(script).plan()[0])
    }
    let message = try #require(failure?.description)
    let length = try #require(message.firstMatch(of: #/add --set 'run=([^']+)'/#)?.1)
    let shorter = try Fixture.experiment(script, overriding: [("run", String(length))]).plan()[0]
    #expect(throws: Never.self) { try runner.trace(of: shorter) }
  }

  @Test func `lets all arms of a replication meet the same load`() throws {
    let plan = try Fixture.experiment(Self.script).plan()
    let arrivals = try plan.prefix(4).map { run in
      let trace = try Runner(jobs: 1).trace(of: run)
      return trace.records.filter {
        $0.kind == .arrived && trace.names[Int($0.subject)] == "noise"
      }.map { [$0.time.nanoseconds, trace.row(of: $0).first] }
    }
    #expect(plan.prefix(4).map(\.replication) == [0, 0, 1, 1])
    #expect(arrivals[0].count > 10)
    #expect(arrivals[0] == arrivals[1])
    #expect(arrivals[2] == arrivals[3])
    #expect(arrivals[0] != arrivals[2])
  }

  @Test func `changes no draw of the load by keeping every event`() throws {
    let run = try Fixture.experiment(Self.script).plan()[0]
    let kept = try Runner(jobs: 1, detail: .everything).trace(of: run)
    #expect(try Runner(jobs: 1).trace(of: run).fingerprint == kept.fingerprint)
  }

  @Test(arguments: [1, 4])
  func `hands over everything before the first run in the plan that failed`(jobs: Int) throws {
    let plan = try Fixture.experiment(Self.script).plan()
    var received: [Int] = []
    #expect(throws: ExperimentFailure.broken("run 30")) {
      try Runner(jobs: jobs).perform(plan) { run, _ throws(ExperimentFailure) in
        if run.index >= 30 { throw .broken("run \(run.index)") }
        return run.index
      } receive: {
        received.append(try $0.get())
      }
    }
    #expect(received == Array(0..<30))
  }

  @Test(arguments: [
    (["noise"], "test.lab:6"), (["ball"], "test.lab:9"), (["nobody"], "test.lab:2"),
  ])
  func `names the line of what ended a run, and a remedy`(
    busiest: [String], place: String
  ) throws {
    let plan = try Fixture.experiment(Self.script).plan()
    let failure = #expect(throws: ExperimentFailure.self) {
      try Runner(jobs: 1).perform(plan) { run, _ throws(ExperimentFailure) in
        throw .run(
          Runner.Failure(
            run: run, reason: .timeStandsStill(at: .start, events: 9, busiest: busiest)))
      } receive: { (result: Result<Int, ExperimentFailure>) in
        _ = try result.get()
      }
    }
    #expect(failure?.description.hasPrefix("\(place): error: run 0, arm 'timer': time") == true)
    #expect(failure?.description.hasSuffix("write a longer interval or cost.") == true)
  }

  @Test(arguments: [1, 4])
  func `stops when its receiver does`(jobs: Int) throws {
    let plan = try Fixture.experiment(Self.script).plan()
    var received = 0
    #expect(throws: CancellationError.self) {
      try Runner(jobs: jobs).perform(plan) { run, _ in
        run.index
      } receive: { _ in
        received += 1
        if received == 3 { throw CancellationError() }
      }
    }
    #expect(received == 3)
  }
}
