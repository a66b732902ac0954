import LabText
import ResultSupport
import TestSupport
import Testing

@testable import LabReport
@testable import LabResults

@Suite struct `A verdict on two results` {
  private static func script(_ cost: String) -> String {
    """
    display   60 Hz
    run       240 ms
    repeat    4, seed 3
    load      noise poisson 60 per s takes uniform 0..9 ms as main-queue
    arm timer
      timer ball every 1/60 s phase 0.5 in default takes \(cost)
    arm link
      link  ball in default takes 0.5 ms
    """
  }

  private func comparison(_ costs: [String]) throws -> ResultComparison {
    let folder = try TemporaryFolder()
    for (name, cost) in zip(["a", "b"], costs) {
      for (file, text) in try WrittenResult(jobs: 2, Self.script(cost)).files {
        try folder.write(text, to: "\(name)/\(file)")
      }
    }
    return try ResultComparison(folder.path("a"), folder.path("b")) { _ in }
  }

  @Test func `tells what changed in the script, and the drops of every arm`() throws {
    let comparison = try comparison(["0.5 ms", "20 ms"])
    let verdict = DropVerdict(comparison)
    #expect(verdict.arms.map(\.name) == ["timer", "link"])
    #expect(verdict.arms.map(\.word) == ["worse", "same"])
    let text = try #require(ComparisonReport(metric: nil).verdict(comparison))
    #expect(text.hasPrefix("worse: timer drops "))
    #expect(text.contains("- 6:   timer ball every 1/60 s phase 0.5 in default takes 0.5 ms"))
    #expect(text.contains("+ 6:   timer ball every 1/60 s phase 0.5 in default takes 20 ms"))
    #expect(text.contains(/link +[0-9.]+ +[0-9.]+ +0 +0 +same/))
  }

  @Test func `the other way round is better, and of equal results there is none`() throws {
    let better = try comparison(["20 ms", "0.5 ms"])
    #expect(DropVerdict(better).arms.map(\.word) == ["better", "same"])
    let same = try comparison(["1 ms", "1 ms"])
    #expect(ComparisonReport(metric: nil).verdict(same) == nil)
  }
}
