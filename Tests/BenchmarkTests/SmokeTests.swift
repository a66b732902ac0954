import TestSupport
import Testing

@Suite struct `The benchmarks` {
  /// The command complains, and fails, if two implementations of a workload come to different
  /// checksums, or if one that must not allocate memory in steady state does.
  @Test(.timeLimit(.minutes(5)))
  func `come to the right checksums and allocate nothing in steady state`() throws {
    let outcome = try BuiltProgram(named: "labbench").run(["--smoke", "--csv"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.split(separator: "\n").count > 15)
  }
}
