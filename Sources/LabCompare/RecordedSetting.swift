import LabImport
import LabKernel
import LabStudy
import LabText
import LabWorkload

/// How an app has set its driver, as far as a change of the app would show.
struct RecordedSetting: Hashable {
  let name: String
  let kind: String
  let interval: Int64
  let modes: String
  let target: String
  /// How long its callbacks take in the median and the mean, in nanoseconds.
  let costs: (median: Int64, mean: Int64)
  /// How much of the recording it was there, in thousandths.
  let alive: Int

  /// Intervals are equal within this share, in thousandths: those that are not told are medians.
  private static let intervalTolerance: Int64 = 2
  /// Costs are equal within a fifth: real work on a real machine varies.
  private static let costTolerance: Int64 = 5
  /// Lives are equal within this share of a recording, in thousandths.
  private static let lifeTolerance = 50

  init(_ recording: ComparedRecording) {
    let driver = recording.judged
    name = driver.recorded.name
    kind = driver.recorded.kind.rawValue
    interval = driver.recorded.interval
    modes = driver.modes
    target = Self.words(driver.target)
    let times = driver.recorded.firings.map { max(0, $0.ended - $0.began) }.sorted()
    costs = (times[times.count / 2], times.reduce(0, +) / Int64(times.count))
    let length = max(1, recording.trace.windowLength)
    // A life may begin before the one before has ended.
    var (there, end) = (Int64(0), Int64(0))
    for span in driver.spans {
      there += max(0, min(span.upperBound, length) - max(span.lowerBound, end))
      end = max(end, min(span.upperBound, length))
    }
    alive = Int(there * 1000 / length)
  }

  static func == (one: Self, other: Self) -> Bool { one.differences(from: other).isEmpty }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// What another setting has otherwise, in words.
  func differences(from other: Self) -> [String] {
    var words: [String] = []
    if kind != other.kind { words.append("\(other.kind) → \(kind)") }
    if hasOtherInterval(than: other) {
      words.append("every \(Self.milliseconds(other.interval)) → \(Self.milliseconds(interval))")
    }
    if modes != other.modes { words.append("in \(other.modes) → in \(modes)") }
    if target != other.target { words.append("target \(other.target) → \(target)") }
    if hasOtherCosts(than: other) {
      words.append(
        "a callback takes \(Self.milliseconds(other.costs.mean)) →"
          + " \(Self.milliseconds(costs.mean)) in the mean")
    }
    if abs(alive - other.alive) > Self.lifeTolerance {
      words.append("there for \(other.alive / 10) % → \(alive / 10) % of the recording")
    }
    return words
  }

  func hasOtherInterval(than other: Self) -> Bool {
    abs(interval - other.interval) * 1000
      > Self.intervalTolerance * max(interval, other.interval)
  }

  private func hasOtherCosts(than other: Self) -> Bool {
    func differ(_ one: Int64, _ other: Int64) -> Bool {
      abs(one - other) * Self.costTolerance > max(one, other) && abs(one - other) > 100_000
    }
    return differ(costs.median, other.costs.median) || differ(costs.mean, other.costs.mean)
  }

  /// Whether interval, modes and costs all differ, as they do between two apps; where no task of
  /// the one is in the other, two of them.
  func isOfAnotherApp(than other: Self, sharingTasks: Bool) -> Bool {
    let differing = [
      hasOtherInterval(than: other), modes != other.modes, hasOtherCosts(than: other),
    ].count(where: \.self)
    return differing == 3 || differing == 2 && !sharingTasks
  }

  private static func words(_ target: TargetCadence?) -> String {
    switch target {
    case .refreshes(let count) where count > 1: "every \(count) refreshes"
    case .rate(let rate):
      "\(decimalText(Double(rate.numerator) / Double(rate.denominator), decimals: 0...3)) Hz"
    default: "every refresh"
    }
  }

  private static func milliseconds(_ time: Int64) -> String {
    decimalText(Double(time) / 1e6, decimals: 0...3) + " ms"
  }
}
