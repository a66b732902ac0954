import Foundation
import LabExperiment
import LabKernel
import LabMetrics
import LabReport
import LabResults
import LabStudy
import Testing

/// Runs a script and reads back what it wrote, beside what is in memory.
@Suite struct `A run written for PresentMon` {
  private static let script = """
    display 59.95 Hz
    run 3 s
    load network every 100 ms takes 25 ms as main-queue
    arm timer
      timer ball every 1/60 s in default takes 2 ms
      timer fast every 1/120 s in default takes 1 ms
    arm link
      link ball in default takes 2 ms
    """

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "presentmon-\(UUID().uuidString)")

  private func write(_ version: PresentMonVersion) throws -> (Plan, PresentMonCapture) {
    defer { try? FileManager.default.removeItem(at: folder) }
    let plan = try perform(version)
    let file = folder.appending(path: "presentmon.csv")
    return (plan, try PresentMonCapture(path: file.path, bytes: Array(Data(contentsOf: file))))
  }

  private func perform(_ version: PresentMonVersion) throws -> Plan {
    let experiment = try Experiment(path: "trip.lab") { _ in Array(Self.script.utf8) }
    let plan = try experiment.plan()
    let request = RunRequest("trip", plan, lists: TraceList.allCases, presentMon: version)
    _ = try ResultWriter(request, plan, at: folder.path, .keep).perform(jobs: 1)
    return plan
  }

  /// The series in memory in the order of the file, each with its driver's metrics.
  private func series(_ plan: Plan) throws -> [(series: FrameSeries, metrics: DriverMetrics)] {
    try plan.flatMap { run in
      let measurement = RunMeasurement(try Runner(jobs: 1).trace(of: run))
      return try measurement.drivers.map { driver in
        (try #require(measurement.frameSeries(of: driver.name)), driver)
      }
    }
  }

  @Test(arguments: PresentMonVersion.allCases)
  func `stands beside files whose every column is explained`(version: PresentMonVersion) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try perform(version)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".csv") }
    #expect(files.count == 12)
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for column in text.prefix(while: { $0 != "\n" }).split(separator: ",") {
        #expect(ColumnDictionary.explanation(of: String(column)) != nil, "\(file): \(column)")
      }
    }
  }

  @Test(arguments: PresentMonVersion.allCases)
  func `has a swap chain for every driver of every run`(version: PresentMonVersion) throws {
    let (_, capture) = try write(version)
    #expect(
      capture.swapChains.map(\.name) == [
        "timer.ball 0 0x1", "timer.fast 0 0x2", "link.ball 1 0x1",
      ])
  }

  @Test func `has the same metrics as in memory`() throws {
    let (plan, capture) = try write(.v2)
    for (expected, chain) in zip(try series(plan), capture.swapChains) {
      let read = FrameSeries(chain.updates, refreshPeriod: expected.series.refreshPeriod)
      for (name, value) in read.metrics {
        let metric = try #require(MetricDictionary.metric(named: name))
        #expect(metric.value(expected.metrics) == value, "\(name) of \(chain.name)")
      }
    }
  }

  @Test(arguments: PresentMonVersion.allCases)
  func `is judged by every rule as in memory`(version: PresentMonVersion) throws {
    let (plan, capture) = try write(version)
    // Neither version says when a frame was due; the first says nothing about the work on it
    // either.
    let lost =
      ["frame_overrun"] + (version == .v1 ? ["flutter_build_budget", "animation_jump"] : [])
    for (expected, chain) in zip(try series(plan), capture.swapChains) {
      let read = FrameSeries(chain.updates, refreshPeriod: expected.series.refreshPeriod)
      #expect(read.frames.count > 100)
      for (before, after) in zip(FrameRules(expected.series).readings, FrameRules(read).readings) {
        let isLost = lost.contains(before.rule.name)
        #expect(after.isBad == (isLost ? nil : before.isBad), "\(before.rule.name)")
        #expect(after.value == (isLost ? nil : before.value), "\(before.rule.name)")
      }
    }
  }
}
