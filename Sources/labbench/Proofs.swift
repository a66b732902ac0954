import LabDisplay
import LabKernel
import LabLoop
import LabProof
import LabTrace
import LabWorkload

/// Proving that a link never fires twice, beside playing as many runs and nothing else.
enum Proofs {
  static let benchmarks = [
    benchmark("proof-run", of: { $0.runs }), benchmark("proof-zone", of: { $0.zones }),
  ]

  private static func benchmark(
    _ unit: String, of count: @escaping @Sendable (Proof) -> Int
  ) -> Benchmark {
    Benchmark(
      name: unit, size: 0, unit: unit == "proof-run" ? "run" : "zone",
      limitName: "the same run alone", limitChecks: false
    ) { scale in
      var known: Proof?
      let sample = try Sample.measure(1) {
        let proof = try Proof(question(scale), in: scenario)
        known = proof
        return proof.outcome == .proven ? 1 : 0
      }
      return Sample(
        count: known.map(count) ?? 1, seconds: sample.seconds, checksum: sample.checksum)
    } performLimit: { scale in
      let runs = scale == .smoke ? 10 : 10_000
      return try Sample.measure(runs) {
        for _ in 1..<runs { _ = try Stage(scenario, seed: 1).run() }
        return try Stage(scenario, seed: 1).run().fingerprint
      }
    }
  }

  private static let scenario = Scenario(
    panel: Panel(rate: .hertz(60)), duration: .milliseconds(130),
    drivers: [
      Driver(
        name: "ball", source: .link(), modes: [.common], cost: .constant(.microseconds(500)))
    ])

  private static func question(_ scale: Benchmark.Scale) -> Proof.Question {
    Proof.Question(
      .doubleFires, of: "ball", atMost: 0,
      over: [Proof.Phase(.firstVsync, 0..<16_666_667)],
      tasks: OpenTasks(
        upTo: scale == .smoke ? 1 : 2, of: .milliseconds(20), every: .milliseconds(1),
        within: .milliseconds(100)))
  }
}
