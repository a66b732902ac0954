import LabExperiment
import LabKernel
import LabMetrics
import Testing

@Suite struct `The page about timelines` {
  @Test func `shows what is drawn`() throws {
    let script = """
      display 60 Hz
      run 1 s
      load network at 504 ms takes 30 ms as main-queue
      arm timer
        timer ball every 1/60 s phase 0.5 in default takes 2 ms
      """
    let page = try Page("Sources/LabMetrics/LabMetrics.docc/Timelines.md")
    let blocks = page.blocks(of: "text")
    #expect(blocks.count == 2)
    let run = try Experiment(path: "a.lab") { _ in Array(script.utf8) }.plan()[0]
    let trace = try Runner(jobs: 1).trace(of: run)
    let measurement = RunMeasurement(trace)
    #expect(measurement.timeline(of: trace, refreshes: 29..<33)?.description == blocks[0])
    let byHand = try Timeline(parsing: blocks[1])
    #expect(measurement.timeline(of: trace, like: byHand) == byHand)
  }
}
