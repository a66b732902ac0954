import LabExperiment
import LabKernel
import LabMetrics
import Testing

/// Where two definitions make sense, the one that the dictionary states.
@Suite struct `A definition` {
  private static func values(
    _ script: String, of driver: String, _ names: String...
  ) throws -> [String?] {
    let plan = try Experiment(path: "definition.lab") { _ in Array(script.utf8) }.plan()
    let run = RunMeasurement(try Runner(jobs: 1).trace(of: plan[0]))
    #expect(run.verifyConservation() == [])
    let metrics = try #require(run[driver: driver])
    return names.map { MetricDictionary.metric(named: $0)?.value(metrics)?.description }
  }

  @Test func `cancels the dates that pass under a callback which pauses its own timer`() throws {
    let script = """
      display 60 Hz
      run 200 ms
      arm a
        timer t every 10 ms first at 10 ms in default takes 35 ms
        animate t along linear from 0 to 300 over 5 ms by now
      """
    // The callback of 10 ms lasts until 45 ms: 20, 30 and 40 ms have passed under it.
    #expect(
      try Self.values(script, of: "t", "due", "fires", "cancelled", "missed", "open")
        == ["4", "1", "3", "0", "0"])
  }

  @Test(arguments: ["timer d every 1/60 s phase 0.5", "link d"])
  func `has no dates outside a life, and no refresh there is repeated`(_ driver: String) throws {
    let script = """
      display 60 Hz
      run 1 s
      arm a
        \(driver) in common takes 1 ms from 195 ms until 395 ms
      """
    let values = try Self.values(script, of: "d", "due", "repeated", "cancelled")
    #expect(["11", "12"].contains(values[0]), "\(values)")
    // A link calls back from the next vsync on: it shows nothing in the first refresh.
    #expect(["0", "1"].contains(values[1]) && values[2] == "0", "\(values)")
  }

  @Test(arguments: ["", " presents fifo 2"])
  func `counts a late render server to the pipeline, in a queue without depth too`(
    _ queue: String
  ) throws {
    let script = """
      display 60 Hz depth 0\(queue)
      run 200 ms
      render-server takes 2 ms
      arm a
        link d in default
      """
    #expect(
      try Self.values(script, of: "d", "stage_latch", "stage_pipeline") == ["0", "16.666667"])
  }

  @Test func `counts the wait behind other frames to the latch`() throws {
    // Two commits before each latch fill the queue.
    let script = """
      display 60 Hz depth 0 presents fifo 3
      run 200 ms
      render-server takes 1 ms
      arm a
        timer d every 1/120 s phase 0.5 in default
      """
    let latch = try #require(try Self.values(script, of: "d", "stage_latch")[0])
    #expect(Double(latch) ?? 0 > 16.7)
  }

  @Test func `counts no slot that a change of pace cuts off`() throws {
    let script = """
      display promotion-phone depth 2
      run 600 ms
      at 300 ms invalidate a.e
      arm a
        link e prefers 120 Hz in default takes 0 ms
        link d prefers 30 Hz within 20..40 Hz in common takes 0 ms
      """
    // A frame of four short refreshes stays for a long one more when the display slows down.
    #expect(
      try Self.values(script, of: "d", "slots", "dropped", "judder_max", "animation_error_max")
        == ["14", "0", "33.333334", "25.000001"])
  }

  // After the page a frame stays for about 26 ms with the timer, and for 30 ms with the link.
  @Test(arguments: [("timer d every 20 ms", "5.833334"), ("link d", "21.666675")])
  func `of the interval wanted on an adaptive display is what the driver asks for`(
    _ driver: String, late: String
  ) throws {
    let script = """
      display adaptive 24..120 Hz
      run 500 ms
      load page at 205 ms takes 25 ms as main-queue
      arm a
        \(driver) in common takes 0 ms
      """
    #expect(
      try Self.values(script, of: "d", "slots", "hitches", "hitch_max", "judder_max")
        == [nil, "1", late, late])
  }
}
