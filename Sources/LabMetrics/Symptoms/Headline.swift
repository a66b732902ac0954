import LabKernel
import LabText
import LabTrace

/// What went wrong with a driver in a run, and why, in two sentences: the first lines of all that
/// judges a run.
///
/// Every number is a metric of the driver, or a count that adds up to one.
public struct Headline {
  /// What went wrong, worst first; by what was asked for, if that is said.
  public let metric: SavingMetric?
  /// Whether nothing at all is wrong, or nothing with what was asked for.
  public let isSound: Bool

  let metrics: DriverMetrics
  let symptoms: Symptoms
  let measurement: RunMeasurement
  let words: Words

  /// What is known of a run beyond its trace.
  public struct Words {
    /// Who it was that held the thread, as the end of a sentence; `nil` for those on the record.
    public var culprits: (BlameCause) -> String? = { _ in nil }
    /// Why the motion is as it is; `nil` if only the trace tells.
    public var motion: (Symptom) -> String? = { _ in nil }
    /// Whether an expectation of the script fails, so that not all is well.
    public var isBesideFailure = false

    /// Creates words that say nothing beyond the trace.
    public init() {}
  }

  /// Judges a driver by the worst of its symptoms, or by one metric.
  ///
  /// - Parameters:
  ///   - measurement: What was measured of the run.
  ///   - driver: The name of the driver.
  ///   - metric: What is asked about; `nil` for the worst of its ``Symptoms``.
  ///   - words: What is known beyond the trace.
  ///
  /// The result is `nil` if the run has no driver of that name.
  public init?(
    _ measurement: RunMeasurement, of driver: String, by metric: SavingMetric? = nil,
    _ words: Words = Words()
  ) {
    guard let metrics = measurement[driver: driver] else { return nil }
    self.metrics = metrics
    self.measurement = measurement
    self.words = words
    symptoms = Symptoms(metrics)
    self.metric = metric ?? symptoms.worst?.metric
    isSound = self.metric.map { metrics[$0.rawValue].map { $0.number == 0 } ?? true } ?? true
  }

  /// The driver, as the beginning of a sentence.
  private var name: String {
    "The \(metrics.source == .link ? "display link" : metrics.source.name) \(metrics.name)"
  }

  // MARK: What happened

  /// What happened.
  public var what: String {
    let sentence = "\(name) \(listed(parts))."
    guard isSound, !words.isBesideFailure else { return sentence }
    let rest = sentence.prefix(1).lowercased() + sentence.dropFirst()
    if let metric, metrics[metric.rawValue] == nil {
      return "There is no \(metric.rawValue) here: \(rest)"
    }
    guard Symptom.allCases.contains(where: { metrics.symptoms[$0]?.all ?? 0 > 0 }) else {
      return "Nothing was due: \(rest)"
    }
    let what = symptoms.shares.isEmpty ? "" : metric.map { " with \($0.rawValue)" } ?? ""
    return "Nothing is wrong\(what): \(rest)"
  }

  private var parts: [String] {
    let basic = metrics.symptoms[.dropped] == nil ? dates : pictures
    guard let metric else { return basic }
    switch metric {
    case .missed: return [missed] + basic.filter { $0 != missed }
    case .lateness:
      return basic + ["was late by \(time("lateness_p99")) in its 99th percentile"]
    case .animationError:
      return basic + ["jumped by \(time("animation_error_p99")) in its 99th percentile"]
    case .dropped, .hitchTime: return basic
    case .doubleFires: return basic.reversed()
    case .doubled where metrics.symptoms[.dropped] != nil: return basic.reversed()
    case .doubled, .short, .behind, .extra, .speed, .stale, .jumped, .uneven, .late, .wasted:
      guard let share = symptoms.shares.first(where: { $0.metric == metric }) else { return basic }
      // That frames were dropped or dates missed stands beside whatever else is wrong.
      let hasOthers = symptoms.shares.contains { $0.symptom == .dropped || $0.symptom == .missed }
      return [share.symptom == .speed ? speed(share) : share.words] + (hasOthers ? basic : [])
    }
  }

  private func speed(_ share: Symptoms.Share) -> String {
    metrics.symptoms.isFast
      ? "moved too fast: \(share.spans) of its motion ahead of the time that passed"
      : "moved too slowly: \(share.spans) behind the time that passed"
  }

  /// What a driver that draws did.
  private var pictures: [String] {
    let refreshes = counted(metrics.symptoms[.dropped]?.all ?? 0, "refresh", "refreshes")
    let dropped = metrics.symptoms[.dropped].map {
      $0.wrong == 0
        ? "dropped none of \(refreshes)" : "dropped \($0.wrong) of \(refreshes)" + hitches
    }
    return [dropped, doubles].compactMap { $0 }
  }

  private var doubles: String? {
    guard let firings = metrics.frames?.firings else { return nil }
    let refreshes = firings.doubleFires
    guard refreshes > 0 else { return "never fired twice in one refresh" }
    let extra = metrics.symptoms.draws ? metrics.symptoms[.doubled]?.wrong ?? 0 : Int64(refreshes)
    // Those of the warm-up count, as they do not where frames are counted.
    let times = "\(refreshes) of \(counted(firings.refreshes, "refresh", "refreshes"))"
    return extra <= refreshes
      ? "fired twice in \(times)"
      : "fired \(extra) times more than once in a refresh, in \(times)"
  }

  /// What one did that does not draw.
  private var dates: [String] {
    guard metric != .doubleFires else { return [missed, doubles].compactMap({ $0 }) }
    let double = symptoms.shares.first { $0.symptom == .doubled }
    return [missed, metric == .doubled ? nil : double?.words].compactMap { $0 }
  }

  private var missed: String {
    let dates = metrics.symptoms[.missed] ?? SymptomCounts.Count(wrong: 0, all: 0)
    guard dates.wrong == 0 else { return "missed \(dates.wrong) of \(counted(dates.all, "date"))" }
    return dates.all < 2
      ? "answered \(counted(dates.all, "date"))" : "answered all \(dates.all) dates"
  }

  private var hitches: String {
    guard let ratio = metrics.frames?.hitches?.ratio, ratio > 0 else { return "" }
    return " (\(shortWords(ratio)) ms of hitches a second)"
  }

  /// A second thing that is wrong, and is not the same as the first; `nil` for none.
  ///
  /// Its share is at least a third of the first one's.
  public var besides: String? {
    guard !isSound, let metric, let first = symptoms.shares.first(where: { $0.metric == metric })
    else { return nil }
    let said: Set<Symptom> =
      metrics.symptoms[.dropped] == nil ? [.missed, .doubled] : [.dropped, .doubled]
    let others = symptoms.shares.filter {
      $0.symptom != first.symptom && $0.symptom != .wasted && !said.contains($0.symptom)
        && $0.isAtLeast(1, of: 3, first)
    }
    return others.max().map { "It also \($0.words)." }
  }

  // MARK: Numbers

  func time(_ name: String) -> String {
    if case .time(let time)? = metrics[name] { timeWords(time) } else { "an unknown time" }
  }
}

/// A number with one decimal at most; one that would be 0 has more.
package func shortWords(_ number: Double, scale: Double = 10) -> String {
  let scale = [scale, 1e3, 1e6].first { (number * $0).rounded() != 0 } ?? scale
  return MetricValue.number((number * scale).rounded() / scale).description
}

/// A time with one decimal at most, a very short one with three: in milliseconds below 10 s, in
/// hours from 2 on.
package func timeWords(_ time: Duration?) -> String {
  guard let time else { return "an unknown time" }
  let nanoseconds = Double(time.wholeNanoseconds)
  let (unit, name) =
    switch abs(nanoseconds) {
    case ..<1e10: (1e6, "ms")
    case ..<1.2e11: (1e9, "s")
    case ..<7.2e12: (6e10, "min")
    default: (3.6e12, "h")
    }
  return shortWords(nanoseconds / unit, scale: abs(nanoseconds) < 100_000 ? 1e3 : 10) + " \(name)"
}
