import LabExperiment
import LabKernel
import LabMetrics
import Testing

@Suite struct `A run on any panel with any link` {
  @Test(arguments: 0..<8)
  func `breaks no identity`(round: Int) throws {
    var stream = RandomStream(seed: UInt64(round), name: "scripts")
    for _ in 0..<25 {
      let script = Self.script(&stream)
      let experiment = try Fixture.experiment(
        script, files: ["real.csv": "vsync_ns\n0\n16000000\n34000000\n50000000\n"])
      for run in try experiment.plan() {
        // The result checks every identity itself.
        let result = try RunResult(run, Runner(jobs: 1).trace(of: run))
        #expect(result.drivers.count == 2, "\(script)")
        #expect(result.value(of: "double_fires", driver: "b") == .count(0), "\(script)")
      }
    }
  }

  @Test(arguments: ["3 ms", "999 ms"])
  func `breaks no identity if it ends while the thread wakes up`(delay: String) throws {
    let experiment = try Fixture.experiment(
      """
      display 60 Hz
      run 100 ms
      wake-up delayed by \(delay)
      arm a
        timer ball every 1/60 s phase 0.9 in default

      """)
    for run in try experiment.plan() {
      let result = try RunResult(run, Runner(jobs: 1).trace(of: run))
      #expect(result.value(of: "blame_wake", driver: "ball") != nil)
    }
  }

  private static func script(_ stream: inout RandomStream) -> String {
    func pick(_ choices: String...) -> String { choices.randomElement(using: &stream) ?? "" }
    let change = pick("", "at 300 ms display 120 Hz", "at 0.1 s display 24 Hz")
    let grid = pick(
      "60 Hz", "ntsc drift 300 ppm", "90 Hz jitter 4 ms", "50 Hz phase 3 ms drift -5000 ppm")
    let vsyncs = change.isEmpty ? pick(grid, "recorded real.csv") : grid
    let pace = pick("", "every 2 refreshes", "every 3 refreshes", "prefers 40 Hz")
    let policy = pick("pending", "skip", "latest", "queue 3") + pick("", " keep-phase")
    return """
      display \(vsyncs) depth \(pick("0", "1", "2")) guard \(pick("0 ms", "2 ms"))
      \(change)
      run 1 s
      seed \(stream.next() >> 2)
      load noise poisson \(pick("5", "50", "200")) per s takes exponential mean 4 ms \
      as \(pick("source", "port", "block", "main-queue"))
      load block at 400 ms takes \(pick("0 ms", "20 ms", "200 ms")) as block
      gesture scroll at 600 ms for 100 ms
      arm a
        link b \(pace) in \(pick("default", "common")) policy \(policy) takes uniform 0..\
      \(pick("1", "30")) ms
        timer t every \(pick("1/60 s", "7 ms")) in common takes 1 ms

      """
  }
}
