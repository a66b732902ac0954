import LabKernel

/// What a rule may know of all frames together before it judges the first of them.
struct FrameFacts {
  /// The nominal distance of two refreshes in nanoseconds; positive.
  let period: Int64
  /// The refreshes from one wanted frame to the next; at least 1.
  let cadence: Int
  /// How long the frames lasted.
  private let durations: SampleColumn
  private let places: FramePlaces

  /// Looks at all frames.
  ///
  /// - Parameters:
  ///   - times: How long the frames lasted.
  ///   - period: The nominal distance of two refreshes in nanoseconds.
  ///   - cadence: The refreshes from one wanted frame to the next.
  ///   - frames: Gives all frames once more, if there are more of them than are kept.
  /// - Throws: What reading throws.
  init<Failure>(
    _ times: FrameTimes, period: Int64, cadence: Int,
    reading frames: ((FrameStep) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    places = FramePlaces(count: times.durations.count, positive: times.positive)
    durations = try times.durations.exact(at: places.all) { column throws(Failure) in
      try frames { column.add($0.duration) }
    }
    self.period = period
    self.cadence = cadence
  }

  /// How many frames there are.
  var count: Int { durations.count }
  /// The time from the first shown frame to the last, without pauses.
  var span: Int64 { Int64(clamping: durations.sum) }
  /// The mean of their durations; 0 without any.
  var mean: Double { count > 0 ? nearestDouble(to: durations.sum) / Double(count) : 0 }

  /// The 1st percentile of the frame rates, between two of them; `nil` without a frame that lasted.
  var slowRate: Double? {
    places.rate.map { place in
      place.value { 1_000_000_000 / Double(durations.numbers(at: [count - 1 - $0])[0]) }
    }
  }

  /// The 99th percentile of the durations, between two of them; `nil` without frames.
  var slowDuration: Double? {
    places.duration.map { place in place.value { Double(durations.numbers(at: [$0])[0]) } }
  }

  /// The duration at which the longest have filled a hundredth of the time; `nil` without frames.
  var fillingDuration: Int64? { count > 0 ? durations.tail.filling : nil }

  /// The ⌊0.01 n⌋-th longest duration; `nil` below 100 frames.
  var hundredthDuration: Int64? { places.hundredth.map { durations.numbers(at: [$0])[0] } }

  /// Whether a duration exceeds a number of refresh periods by more than rounding.
  func exceeds(_ duration: Int64, halfPeriods: Int64) -> Bool {
    // Rounded grids and captures of 100 ns make frames of whole refreshes seem longer or shorter.
    2 * (Int128(duration) - 1000) > Int128(halfPeriods) * Int128(period)
  }
}

/// How long frames lasted that are given one by one.
package struct FrameTimes: Sendable {
  private(set) var durations: SampleColumn
  /// How many lasted at all.
  private(set) var positive = 0

  /// Begins without frames.
  ///
  /// - Parameter room: How many durations are kept.
  package init(room: Int = RunStream.usualRoom) {
    durations = SampleColumn(room: room, for: .tail)
  }

  /// Adds a frame.
  package mutating func add(_ frame: FrameStep) {
    durations.add(frame.duration)
    if frame.duration > 0 { positive += 1 }
  }
}

/// Where the durations stand in their order that rules ask for, counted from 0.
private struct FramePlaces {
  /// The 1st percentile of the rates, counted from the longest duration.
  let rate: QuantilePlace?
  /// The 99th percentile of the durations.
  let duration: QuantilePlace?
  /// That of index ⌊0.01 n⌋ − 1, the longest first.
  let hundredth: Int?
  let all: [Int]

  init(count: Int, positive: Int) {
    rate = QuantilePlace(0.01, of: positive)
    duration = QuantilePlace(0.99, of: count)
    hundredth = count >= 100 ? count - count / 100 : nil
    let rates = rate.map { [count - 1 - $0.lower, count - 1 - $0.upper] } ?? []
    let durations = duration.map { [$0.lower, $0.upper] } ?? []
    let last = count > 0 ? [Percentile.position(990, of: count)] : []
    all = rates + durations + last + [hundredth].compactMap { $0 }
  }
}

/// Where a quantile lies between two sorted values.
///
///     h = (n + ⅓) q + ⅓,  x(⌊h⌋) + (h − ⌊h⌋) (x(⌊h⌋ + 1) − x(⌊h⌋)), counted from 1
///
/// - Source: Hyndman and Fan, "Sample quantiles in statistical packages", definition 8.
struct QuantilePlace {
  /// The positions of both values, counted from 0.
  let lower: Int
  let upper: Int
  private let weight: Double

  /// Finds the place of a share of so many values; `nil` without values.
  init?(_ share: Double, of count: Int) {
    guard count > 0 else { return nil }
    let position = (Double(count) + 1 / 3.0) * share + 1 / 3.0
    if position < 1 {
      (lower, upper, weight) = (0, 0, 0)
    } else if position >= Double(count) {
      (lower, upper, weight) = (count - 1, count - 1, 0)
    } else {
      lower = Int(position) - 1
      upper = lower + 1
      weight = position - position.rounded(.down)
    }
  }

  /// The quantile, given the value at a position.
  func value(_ sorted: (Int) -> Double) -> Double {
    let first = sorted(lower)
    return first + weight * (sorted(upper) - first)
  }
}
