import LabKernel

/// That frames are old when they are shown, since others wait before them in a queue.
package struct OldFrames: Hashable, Sendable {
  /// How long after the beginning of its callback a frame is shown.
  package let age: Duration
  /// The same in refreshes.
  package let refreshes: Int
  /// For how many refreshes it waits in the queue.
  package let waiting: Int

  /// How many refreshes a frame must wait to be called old.
  private static let leastWait = 2

  /// Looks at the frames of a driver; `nil` unless half of them waited for two refreshes.
  ///
  /// Where the queue grows through the run, the last quarter of it is looked at.
  init?(_ run: DriverRun) {
    guard run.draws, run.hasDisplay, !run.times.isAdaptive else { return nil }
    var frames: [(age: Int64, wait: Int64, period: Int64)] = []
    for frame in run.shownFrames {
      let arrival = Int(run.presentation.timing(of: frame.update).arrival)
      let wait = run.presentation.latched(frame.update) - arrival
      frames.append(
        (frame.photon - frame.firing.began, Int64(wait), run.times.aim(from: frame.refresh)))
    }
    guard !frames.isEmpty else { return nil }
    let whole = Self.median(frames.map { $0.wait })
    let last = frames.suffix((frames.count + 3) / 4)
    let end = Self.median(last.map { $0.wait })
    let judged = end > whole ? Array(last) : frames
    guard max(whole, end) >= Self.leastWait else { return nil }
    let age = Self.median(judged.map { $0.age })
    let period = max(1, judged[0].period)
    (self.age, waiting) = (.nanoseconds(age), Int(max(whole, end)))
    refreshes = Int((age + period / 2) / period)
  }

  private static func median(_ values: [Int64]) -> Int64 {
    values.sorted()[(values.count - 1) / 2]
  }
}

extension RunMeasurement {
  /// How old the frames of a driver are; `nil` if none is older than it must be.
  package func oldFrames(of driver: String) -> OldFrames? {
    run(of: driver).flatMap { OldFrames($0) }
  }
}
