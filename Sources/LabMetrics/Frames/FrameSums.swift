import LabKernel

/// What is summed over the shown frames of a driver.
struct FrameSums: Sendable {
  /// How many frames were so many refreshes late, of those that were.
  private(set) var refreshesLate: [Int: Int] = [:]
  /// Σ (R − ended), Σ (R − commit) and Σ (R − latch) of all shown frames.
  private(set) var fromEnd = Int128(0)
  private(set) var fromCommit = Int128(0)
  private(set) var fromLatch = Int128(0)

  init(_ run: DriverRun) {
    for frame in run.shownFrames {
      fromEnd += Int128(frame.photon &- frame.update.ended)
      fromCommit += Int128(
        frame.photon &- run.presentation.timing(of: frame.update).committed)
      let latch = run.times.latch(run.presentation.latched(frame.update))
      fromLatch += Int128(frame.photon &- latch)
      if let missed = run.log.missedRefresh(of: frame, run.times) {
        refreshesLate[frame.refresh - missed, default: 0] += 1
      }
    }
  }
}

extension DriverRun {
  /// How long the frames showed that stutter.
  var stutterTime: Int64 {
    let durations = durations
    guard !durations.isEmpty else { return 0 }
    let mean = nearestDouble(to: exactSum(durations)) / Double(durations.count)
    // Of a run no wider average is asked.
    let stutters = TrailingAverage.stutters(
      durations, width: min(512, TrailingAverage.width(mean: mean)))
    return zip(durations, stutters).reduce(0) { $1.1 ? $0 + $1.0 : $0 }
  }
}

/// The trailing average of CapFrameX.
///
///     stutters   d(i) > 2.5 × mean of the last w values s up to s(i)
///     s(i)       d(i−1) if d(i) > 3 d(i−1), else d(i)
///     w          10 √(mean d [ms]), rounded half to even, at least 1
///
/// The average leaves sudden spikes out, or a spike would raise the bar for itself.
enum TrailingAverage {
  /// How many frames the average is taken over, given the mean of all.
  static func width(mean: Double) -> Int {
    max(1, Int(((mean / 1_000_000).squareRoot() * 10).rounded(.toNearestOrEven)))
  }

  /// Whether each frame time is more than 2.5 times the average up to it.
  static func stutters(_ durations: [Int64], width: Int) -> [Bool] {
    let smooth = zip(durations, durations.prefix(1) + durations).map { duration, before in
      Int128(duration) > 3 * Int128(before) ? before : duration
    }
    var sum = Int128(0)
    return durations.indices.map { place in
      sum += Int128(smooth[place])
      if place >= width { sum -= Int128(smooth[place - width]) }
      return 2 * Int128(durations[place]) * Int128(min(width, place + 1)) > 5 * sum
    }
  }
}

extension DriverRun {
  /// How long the user waits to see the effect of each input that is answered in the window.
  ///
  /// An update is fed by the inputs that the thread noticed before its callback began, in the
  /// order of events. A shown update answers the earliest input that no shown update was fed by;
  /// inputs of updates that were not shown are carried over to the next one.
  ///
  ///     input to photon = R(shown update) − earliest input that it answers
  ///
  /// - Source: PresentMon, MetricsCalculatorInput: the input of a dropped frame is carried to the
  ///   next displayed one.
  /// - Complexity: O(inputs + updates).
  func inputLatencies() -> [Int64] {
    let inputs = facts.inputs
    guard !inputs.isEmpty else { return [] }
    var latencies: [Int64] = []
    var (input, earliest) = (0, Int64.max)
    for (index, update) in log.updates.enumerated() {
      while input < inputs.count, log.firingsBeforeInputs[input] <= update.firing {
        earliest = min(earliest, inputs[input])
        input += 1
      }
      let refresh = Int(presentation.timing(of: update).refresh)
      guard earliest < .max, refresh >= 0, presentation.shown[refresh] == index else { continue }
      if times.window.contains(refresh) { latencies.append(times.vsyncs[refresh] - earliest) }
      earliest = .max
    }
    return latencies
  }
}

/// The frames that were shown later than they should have been.
///
/// A frame of a link is expected at the refresh whose latch is the target of its callback, that of
/// a timer at the first refresh whose latch is not before the date at which it was due.
///
///     lateness = R(shown) − R(expected), if positive
public struct LateFrames: Hashable, Sendable {
  /// How many there are.
  public let count: Int
  /// How many frames came how many refreshes after the expected one: those on time first, then the
  /// late ones, each number of refreshes that occurs.
  public let histogram: [Bin]

  /// The frames that were equally late.
  public struct Bin: Hashable, Sendable {
    /// How many refreshes they came after the expected one; 0 for on time, or before it.
    public let refreshes: Int
    /// How many there are.
    public let frames: Int
  }

  init(_ run: DriverRun) {
    let late = run.frames.refreshesLate
    count = late.values.reduce(0, +)
    histogram =
      [Bin(refreshes: 0, frames: run.newFrames - count)]
      + late.sorted { $0.key < $1.key }
      .map { Bin(refreshes: $0.key, frames: $0.value) }
  }
}
