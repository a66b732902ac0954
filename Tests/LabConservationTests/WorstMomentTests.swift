import LabExperiment
import LabKernel
import LabMetrics
import Testing

@Suite struct `The worst moment of tasks that are cut at refreshes` {
  /// Tasks back to back that hold the thread for several refreshes, at 60 Hz.
  struct Scene: Sendable, CustomTestStringConvertible {
    let arrivals: [Int64]
    let lengths: [Int64]
    /// The task that holds up the frames longest.
    let longest: Int

    var testDescription: String { "\(arrivals.count) tasks" }

    /// The run with its tasks shifted by some refreshes and nanoseconds.
    func measurement(refreshes: Int64, nanoseconds: Int64) throws -> RunMeasurement {
      let shift = refreshes * 1_000_000_000 / 60 + nanoseconds
      func list(_ times: [Int64]) -> String { times.map { "\($0) ns" }.joined(separator: ", ") }
      let script = """
        display 60 Hz
        run 2 s
        load page at \(list(arrivals.map { $0 + shift })) takes \(list(lengths)) as main-queue
        arm timer
          timer ball every 1/60 s in default takes 0.5 ms
        """
      let plan = try Experiment(path: "shift.lab") { _ in Array(script.utf8) }.plan()
      return RunMeasurement(try Runner(jobs: 1).trace(of: plan[0]))
    }
  }

  private static let scenes = [
    Scene(
      arrivals: [688_063_000, 702_853_000], lengths: [14_400_000, 99_000_000], longest: 1),
    Scene(
      arrivals: [660_600_000, 670_800_000, 671_400_000, 685_800_000, 686_200_000],
      lengths: [2_000_000, 600_000, 14_400_000, 400_000, 99_000_000], longest: 4),
  ]

  @Test(arguments: scenes, 0...60 as ClosedRange<Int64>)
  func `names the longest task, wherever its pieces are cut`(
    _ scene: Scene, refreshes: Int64
  ) throws {
    for nanoseconds: Int64 in -3...3 {
      let run = try scene.measurement(refreshes: refreshes, nanoseconds: nanoseconds)
      let worst = try #require(run.worstMoment(in: .droppedSlot)?.worst)
      #expect(worst.serial == scene.longest, "shifted by \(nanoseconds) ns more")
      #expect(worst.time > .milliseconds(80))
    }
  }
}
