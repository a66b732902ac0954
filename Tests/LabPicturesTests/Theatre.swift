import Foundation
import LabExperiment
import LabKernel
import LabMetrics
import LabPictures
import TestSupport
import Testing

/// A timer and a display link beside one blocked moment, as pictures see them.
enum Theatre {
  private static let script = """
    display   60 Hz
    run       1 s
    load      hiccup at 304.166 ms takes 30 ms as block
    arm timer
      timer   ball every 1/60 s phase 0.5 in default takes 0.5 ms
      animate ball along bounce from 32 to 268 over 1 s by fixed 1/60 s
    arm link
      link    ball in default takes 0.5 ms
      animate ball along bounce from 32 to 268 over 1 s by fixed 1/60 s
    """

  /// The stretch about the blocked moment: refreshes 14 to 31.
  static let stretch: Range<Instant> =
    Instant(nanoseconds: 233_333_333)..<Instant(nanoseconds: 533_333_333)

  /// The drivers of both arms.
  static let drivers = Result { try drivers(of: script) }

  /// A variable and a fixed step beside a phone call, after which the one has lost crates.
  static let scenes = Result {
    try drivers(
      of: """
        display   60 Hz depth 0
        run       1 s
        load      call at 501 ms takes 300 ms as main-queue
        arm variable
          link     crates in common
          simulate crates scene crates steps variable
        arm fixed
          link     crates in common
          simulate crates scene crates steps fixed 1/120 s
        """)
  }

  /// The stretch about the phone call: refreshes 27 to 53.
  static let call: Range<Instant> =
    Instant(nanoseconds: 450_000_000)..<Instant(nanoseconds: 900_000_000)

  private static func drivers(of script: String) throws -> [DrawnDriver] {
    try Experiment(path: "a.lab") { _ in Array(script.utf8) }.plan().flatMap { run in
      let trace = try Runner(jobs: 1).trace(of: run)
      return DrawnDriver.all(of: run.arm, at: run.index, trace, RunMeasurement(trace))
    }
  }

  /// A plot with theory, a bound, an undefined value and an interval.
  static let plot = SweepPlot(
    metric: "lateness_mean", unit: "ms", place: "rate = 60 Hz",
    axis: SweepPlot.Axis(
      name: "load", values: ["1 ms", "10 ms", "100 ms"], numbers: [1, 10, 100], unit: "ms"),
    series: [
      SweepPlot.Series(
        label: "timer", arm: 0, number: 0,
        points: [
          SweepPlot.Point(position: 0, values: [1, 2], mean: 1.5, interval: 0.5...2.5),
          SweepPlot.Point(position: 1, values: [4, 6], mean: 5, interval: 3...7),
          SweepPlot.Point(position: 2, values: [], mean: nil, interval: nil),
        ], theory: [0: 1.4, 1: 5.2], bounds: [[0: 6, 1: 6]])
    ])

  /// A map with an undefined cell, a failing one and one that is left out.
  static let map = HeatMap(
    title: "timer.ball.dropped", row: "cost", rows: ["1 ms", "2 ms"], column: "task",
    columns: ["3 ms", "5 ms"],
    cells: [
      [HeatMap.Cell(value: 1), HeatMap.Cell(value: 7, fails: true)],
      [HeatMap.Cell(value: nil), nil],
    ])

  /// Expects a picture to be the one that is stored; with `LAB_RECORD=1` rewrites it and fails.
  static func expect(_ text: String, toBe name: String) throws {
    let url = Checkout.fixtures().appending(path: name)
    if Checkout.isRecorded {
      try text.write(to: url, atomically: true, encoding: .utf8)
      Issue.record("\(name) was rewritten; look at it and run again without LAB_RECORD")
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }
}
