import LabKernel
import LabMetrics
import LabPictures
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// What is drawn is what is counted: the marks of written pictures beside the metrics of the same
/// runs.
@Suite struct `A drawn random stage` {
  @Test(arguments: FuzzBatch.all("drawn random stage"))
  func `has a mark for everything that is counted, and no other`(_ batch: FuzzBatch) throws {
    for number in batch.numbers {
      let stage = RandomStage(seed: batch.seed + UInt64(number))
      let trace = try Stage(stage.scenario, seed: stage.seed).run()
      let measurement = RunMeasurement(trace)
      let window = measurement.warmUp..<measurement.warmUp + measurement.refreshes
      guard !window.isEmpty else { continue }
      let stretch =
        measurement.vsyncs[window.lowerBound]..<measurement.vsyncs[window.upperBound]
      for driver in DrawnDriver.all(of: "arm", at: 0, trace, measurement) {
        try check(driver, stretch, trace, "stage \(stage.seed), \(driver.name)")
      }
    }
  }

  private func check(
    _ driver: DrawnDriver, _ stretch: Range<Instant>, _ trace: Trace, _ place: String
  ) throws {
    let metrics = try #require(driver.measurement[driver: driver.name])
    let frames = try #require(metrics.frames)
    let strip = Replay.picture(of: [driver], in: stretch, width: 40_000)
    let screen = frames.refreshes
    #expect(strip.count(of: .new) == screen.new, "\(place)")
    // A pause is drawn like a repeated frame where no new one was due.
    let same = driver.measurement.refreshes - screen.new
    #expect(strip.count(of: .dropped) + strip.count(of: .rest) == same, "\(place)")
    if let slots = frames.slots, slots.slots == screen.refreshes {
      #expect(strip.count(of: .dropped) == slots.dropped, "\(place)")
    }
    let lanes = Lanes.picture(of: [driver], in: stretch, width: 40_000)
    #expect(lanes.count(of: .dropped) == strip.count(of: .dropped), "\(place)")
    #expect(lanes.count(of: .overwritten) == screen.overwriting, "\(place)")
    let ends = trace.records.first { $0.kind == .ended }?.time ?? .distantFuture
    let began = trace.records.filter { record in
      record.kind == .calloutBegan && trace.names[Int(record.subject)] == driver.name
        && stretch.contains(record.time) && record.time <= ends
    }
    #expect(lanes.count(of: .firing) == began.count, "\(place)")
    let late = began.count { record in
      guard case .calloutBegan(_, _, let due, _) = record.event else { return false }
      return due.duration(to: record.time) > Lanes.threshold
    }
    #expect(lanes.count(of: .late) == late, "\(place)")
    let commits = trace.records.filter { $0.kind == .commit && stretch.contains($0.time) }
    #expect(lanes.count(of: .commit) == commits.count, "\(place)")
    let latches = driver.measurement.vsyncs.dropLast(trace.header.depth)
      .map { $0.advanced(by: .zero - trace.header.guardTime) }.filter(stretch.contains)
    #expect(lanes.count(of: .latch) == latches.count, "\(place)")
    let ways = driver.refreshes.count { row in
      row.isNew && stretch.contains(row.vsync) && row.latch.map(stretch.contains) == true
    }
    #expect(lanes.count(of: .way) == ways, "\(place)")
    let shown = driver.refreshes.filter(\.isNew)
    #expect(
      shown.allSatisfy { row in
        guard let committed = row.committed, let latch = row.latch else { return false }
        return driver.commits.contains(committed) && committed <= latch && latch <= row.vsync
      }, "\(place)")
  }
}
