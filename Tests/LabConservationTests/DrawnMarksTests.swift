import LabKernel
import LabMetrics
import LabPictures
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// What is drawn is what is counted: the marks of written pictures beside the metrics of the same runs.
@Suite struct `A drawn random stage` {
  @Test(arguments: FuzzBatch.all(.drawings))
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
    #expect(strip.count(of: .dropped) + strip.count(of: .rest) == screen.repeated, "\(place)")
    if let slots = frames.slots, slots.slots == screen.refreshes {
      #expect(strip.count(of: .dropped) == slots.dropped, "\(place)")
    }
    // Before its first frame a driver has no place in space and time.
    if driver.refreshes[..<driver.measurement.warmUp].contains(where: \.isNew) {
      let diagram = svg(SpaceTime.picture(of: [driver], in: stretch, width: 40_000))
      #expect(diagram.count(of: "dropped") == strip.count(of: .dropped), "\(place)")
      #expect(diagram.count(of: "overwritten") == screen.overwriting, "\(place)")
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
    try checkDistribution(of: driver, metrics, place)
    checkLateFrames(of: driver, metrics, place)
  }

  private func checkDistribution(
    of driver: DrawnDriver, _ metrics: DriverMetrics, _ place: String
  ) throws {
    let picture = Distributions.picture(of: .lateness, [driver])
    guard let lateness = metrics.lateness else {
      #expect(picture == nil, "\(place)")
      return
    }
    #expect(picture != nil, "\(place)")
    let values = Distributions.Quantity.lateness.values(of: driver).sorted()
    let ranks = [500, 900, 990, 999, 1_000].map { ($0 * values.count + 999) / 1_000 - 1 }
    let expected = [lateness.p50, lateness.p90, lateness.p99, lateness.p999, lateness.max]
    #expect(values.count == lateness.count, "\(place)")
    #expect(ranks.map { Duration.nanoseconds(values[$0]) } == expected, "\(place)")
  }

  private func checkLateFrames(of driver: DrawnDriver, _ metrics: DriverMetrics, _ place: String) {
    let picture = LateHistogram.picture(of: [driver])
    guard let frames = metrics.frames, frames.refreshes.new > 0 else {
      #expect(picture == nil, "\(place)")
      return
    }
    let bins = (picture?.marks ?? []).compactMap { mark -> Int? in
      guard case .text(let words, _, _, _) = mark.shape else { return nil }
      return Int(words)
    }
    #expect(bins.reduce(0, +) == frames.refreshes.new, "\(place)")
    #expect(bins.dropFirst().reduce(0, +) == frames.lateFrames.count, "\(place)")
  }

  private func svg(_ picture: Picture) -> String { SVGWriter(.file).text(of: picture) }
}

extension String {
  /// How many elements of written SVG have a class among theirs.
  fileprivate func count(of name: String) -> Int {
    split(separator: "\n").count { line in
      guard let start = line.firstRange(of: "class=\""), line.hasPrefix("<"),
        let end = line[start.upperBound...].firstIndex(of: "\"")
      else { return false }
      return line[start.upperBound..<end].split(separator: " ").contains { $0 == name }
    }
  }
}
