import LabExperiment
import LabReport
import LabResults
import LabStudy
import Testing

@Suite struct `The explanation of a long run` {
  private static func explanation(seconds: Int) throws -> Explanation? {
    let script = """
      display 10 Hz
      run \(seconds) s
      load page at 2 s takes 500 ms as main-queue
      arm link
        link ball in default takes 1 ms
      expect link.ball.dropped == 0
      """
    let plan = try Experiment(path: "long.lab") { _ in Array(script.utf8) }.plan()
    return try ExperimentResult(name: "long", performing: plan, jobs: 1).explanation(jobs: 1)
  }

  @Test func `is given for traces of minutes`() throws {
    let explanation = try #require(try Self.explanation(seconds: 300))
    #expect(explanation.why?.contains("page") == true, "\(explanation.text)")
  }

  @Test func `is left to a command of its own where its reruns would take half a day`() throws {
    #expect(try Self.explanation(seconds: 865) == nil)
  }
}
