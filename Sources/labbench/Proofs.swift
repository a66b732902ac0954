import CBenchLimits
import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabProof
import LabTrace
import LabWorkload

/// What a proof is made of, beside a model of the same loop in C: runs, and zones in which the same
/// happens.
enum Proofs {
  static let benchmarks = [
    Benchmark(
      name: "proof-run", size: 0, unit: "run", limitName: "C model of the loop"
    ) { scale in
      let count = count(scale)
      return try Sample.measure(count) { try checksum(count, of: outcome()) }
    } performLimit: { scale in
      let count = count(scale)
      return Sample.measure(count) { checksum(count, of: limitOutcome) }
    },
    question("proof-zone") { $0 }, question("proof-question") { _ in 1 },
  ]

  /// The most refreshes that up to two tasks take from a link, for every phase.
  ///
  /// The lab's zones span the phase and the arrivals, those of the model the phase alone.
  private static func question(
    _ name: String, count: @escaping @Sendable (_ zones: Int) -> Int
  ) -> Benchmark {
    Benchmark(
      name: name, size: 0, unit: String(name.dropFirst("proof-".count)),
      limitName: "C model, arrangement by arrangement"
    ) { scale in
      var zones = 0
      let sample = try Sample.measure(1) {
        let proof = try Proof(question(places: places(scale)), in: scenario([], drivers: [link]))
        zones = proof.zones
        return UInt64(proof.worst?.value ?? 0)
      }
      return Sample(count: count(zones), seconds: sample.seconds, checksum: sample.checksum)
    } performLimit: { scale in
      var zones = 0
      let sample = Sample.measure(1) {
        let program = unsafe limit_program(
          end: 130_000_000, cost: 500_000, length: 20_000_000, interval: 0, arrivals: nil,
          task_count: 0)
        return unsafe UInt64(
          limit_loop_worst(program, phases, places(scale), 1_000_000, &zones))
      }
      return Sample(count: count(zones), seconds: sample.seconds, checksum: sample.checksum)
    }
  }

  private static let phases: Int64 = 16_666_667
  private static let link = Driver(
    name: "link", source: .link(), modes: [.common], cost: .constant(.microseconds(500)))
  private static let timer = Driver(
    name: "timer", source: .timer(interval: .nanoseconds(phases)), modes: [.common],
    cost: .constant(.microseconds(500)))

  private static func count(_ scale: Benchmark.Scale) -> Int { scale == .smoke ? 2_000 : 20_000 }

  private static func places(_ scale: Benchmark.Scale) -> Int { scale == .smoke ? 10 : 100 }

  private static func question(places: Int) -> Proof.Question {
    Proof.Question(
      .dropped, of: "link", atMost: nil, over: [Proof.Phase(.firstVsync, 0..<phases)],
      tasks: OpenTasks(
        upTo: 2, of: .milliseconds(20), every: .milliseconds(1), within: .milliseconds(places),
        as: .port))
  }

  /// Proves for tasks within so many milliseconds, and returns of how many zones.
  static func countZones(within places: Int) throws -> Int {
    try Proof(question(places: places), in: scenario([], drivers: [link])).zones
  }

  /// Makes so many runs of a proof.
  static func performRuns(_ count: Int) throws -> Int {
    let checksum = try checksum(count, of: outcome())
    precondition(checksum != 0, "nothing has happened")
    return count
  }

  private static func scenario(
    _ arrivals: [Int64], phase: Int64 = 0, drivers: [Driver]
  ) -> Scenario {
    Scenario(
      panel: Panel(rate: .hertz(60), phase: .nanoseconds(phase)), duration: .milliseconds(130),
      loads: arrivals.isEmpty
        ? []
        : [
          Load(
            name: "tasks",
            tasks: .recorded(
              arrivals.map {
                Recording.Task(
                  arrival: Instant(nanoseconds: $0), duration: .milliseconds(20), name: "task")
              }), delivery: .port, modes: [.common])
        ], drivers: drivers)
  }

  // MARK: Programs

  /// The first vsync and up to three arrivals in the first 100 ms, from a number.
  private static func program(_ number: Int) -> (phase: Int64, arrivals: [Int64]) {
    func draw(_ place: Int, below bound: Int64) -> Int64 {
      Int64(mixBits(UInt64(8 * number + place)) % UInt64(bound))
    }
    return (
      draw(0, below: phases),
      (0..<number % 4).map { draw($0 + 1, below: 100_000_000) }.sorted()
    )
  }

  /// The sum over what happened in so many programs.
  private static func checksum(
    _ count: Int, of outcome: (Int) throws -> limit_outcome
  ) rethrows -> UInt64 {
    try (0..<count).reduce(0) { sum, number in
      let outcome = try outcome(number)
      let counts = [outcome.link_doubles, outcome.timer_doubles, outcome.dropped]
      return counts.reduce(sum) { $0 &* 31 &+ UInt64($1) }
    }
  }

  /// Makes runs as a proof does, each in the memory of the one before.
  private static func outcome() -> (Int) throws -> limit_outcome {
    let memory = RecordMemory()
    return { number in
      let (phase, arrivals) = program(number)
      let scenario = scenario(arrivals, phase: phase, drivers: [link, timer])
      var trace = try Stage(scenario, seed: 1, keeping: .max, in: memory).run()
      let counts = RunCounts.counts(in: trace)
      memory.keep(&trace)
      func count(_ driver: String, _ value: (RunCounts) -> Int?) -> Int64 {
        Int64(counts.first { $0.driver == driver }.flatMap(value) ?? -1)
      }
      return limit_outcome(
        link_doubles: count("link", \.doubleFires), timer_doubles: count("timer", \.doubleFires),
        dropped: count("link", \.dropped))
    }
  }

  private static func limitOutcome(_ number: Int) -> limit_outcome {
    let (phase, arrivals) = program(number)
    return unsafe arrivals.withUnsafeBufferPointer { arrivals in
      var program = unsafe limit_program(
        end: 130_000_000, cost: 500_000, length: 20_000_000, interval: phases,
        arrivals: arrivals.baseAddress, task_count: arrivals.count)
      return unsafe limit_loop(&program, phase)
    }
  }
}
