public import LabKernel
import LabMetrics

/// What is measured of one timer, display link or clock, in the run so far: `lab[ball]`.
///
/// A number is called as the metric of scripts is, in camel case: `doubleFires` is `double_fires`,
/// and `lateness.p99` is `lateness_p99`. That holds for those that have no property here, too:
///
///     lab.expect(ball, \.coverage >= 99)
///     lab.expect(ball, \.judderP99 < .milliseconds(2))
///
/// A name that no metric has fails the expectation, with the nearest name. Of a driver that never
/// fired nothing is known but how often it fired.
@dynamicMemberLookup
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public struct DriverValues {
  /// The statistics of something that was measured again and again, of which each is a number.
  public struct Statistics {
    let statistic: (String) -> Measured<Duration>

    /// The mean.
    public var mean: Measured<Duration> { statistic("mean") }
    /// The median.
    public var p50: Measured<Duration> { statistic("p50") }
    /// The 99th percentile, an observed value.
    public var p99: Measured<Duration> { statistic("p99") }
    /// The largest.
    public var max: Measured<Duration> { statistic("max") }
  }

  let lab: Laboratory
  let name: String
  let measurement: RunMeasurement

  init(_ lab: Laboratory, _ name: String) {
    (self.lab, self.name) = (lab, name)
    measurement = lab.measurement
    lab.hasExpected = true
  }

  var metrics: DriverMetrics? { measurement[driver: name] }

  // MARK: Callbacks

  /// How many callbacks were due.
  public var due: Measured<Int> { count("due") }
  /// How many due instants got a callback of their own.
  public var fires: Measured<Int> { count("fires") }
  /// How many due instants passed without a callback.
  public var missed: Measured<Int> { count("missed") }
  /// How many due instants passed while the run loop was in a mode in which the driver is not.
  public var starved: Measured<Int> { count("starved") }
  /// When the first callback began.
  public var firedFirst: Measured<Instant> { instant("fired_first") }
  /// When the last callback began so far; that it is the last of all is claimed only of a run that
  /// goes on for a while.
  public var firedEnd: Measured<Instant> { instant("fired_end") }
  /// The longest time between two callbacks.
  public var longestGap: Measured<Duration> { time("longest_gap") }
  /// How late callbacks began: began − due.
  public var lateness: Statistics { statistics("lateness") }

  // MARK: Refreshes

  /// How many refreshes saw two or more callbacks begin: the motion jumps.
  public var doubleFires: Measured<Int> { count("double_fires") }
  /// How many refreshes saw no callback begin.
  public var emptyRefreshes: Measured<Int> { count("empty_refreshes") }
  /// How many wanted frames did not come in time.
  public var dropped: Measured<Int> { count("dropped") }
  /// How many frames were drawn and never shown.
  public var overwritten: Measured<Int> { count("overwritten") }
  /// How often the motion stuck.
  public var hitches: Measured<Int> { count("hitches") }
  /// The longest time for which the motion stuck.
  public var hitchMax: Measured<Duration> { time("hitch_max") }
  /// How long the motion stuck, in milliseconds per second.
  ///
  /// - Source: Apple, Organizer: up to 10 ms/s is good, up to 25 a warning, up to 50 critical.
  public var hitchRatio: Measured<Double> { number("hitch_ratio") }
  /// How far the steps of the content and of the display differ, from one new frame to the next.
  ///
  /// The driver says for which time each frame was drawn by its ``Ticker/animationTime``.
  public var animationError: Statistics { statistics("animation_error") }
  /// From the beginning of a callback to the display of its frame.
  public var tickToPhoton: Statistics { statistics("tick_to_photon") }
  /// From an input to the display of the frame that answers it.
  public var inputToPhoton: Statistics { statistics("input_to_photon") }

  // MARK: By name

  /// A metric by its name in scripts or in CSV files, in its own unit, a time in milliseconds;
  /// `runlooplab explain` lists all.
  public subscript(metric: String) -> Measured<Double> { number(metric) }

  /// A metric that is a time, by its name in scripts or in CSV files.
  public subscript(metric: String) -> Measured<Duration> { time(metric) }

  /// A metric by its name in camel case, in its own unit, a time in milliseconds.
  public subscript(dynamicMember name: String) -> Measured<Double> { self[name.inSnakeCase] }

  /// A metric that is a time, by its name in camel case.
  public subscript(dynamicMember name: String) -> Measured<Duration> { self[name.inSnakeCase] }

  private func statistics(_ family: String) -> Statistics {
    Statistics { time("\(family)_\($0)") }
  }

  private func count(_ metric: String) -> Measured<Int> {
    value(metric, { if case .count(let count) = $0 { count } else { nil } }, MetricValue.count)
  }

  private func number(_ metric: String) -> Measured<Double> {
    value(metric, \.number, MetricValue.number)
  }

  private func time(_ metric: String) -> Measured<Duration> {
    value(metric, { if case .time(let time) = $0 { time } else { nil } }, MetricValue.time)
  }

  private func instant(_ metric: String) -> Measured<Instant> {
    value(
      metric, { if case .time(let time) = $0 { .at(time) } else { nil } },
      { .time($0.sinceStart) })
  }

  private func value<Value>(
    _ name: String, _ read: (MetricValue) -> Value?, _ write: @escaping (Value) -> MetricValue
  ) -> Measured<Value> {
    func absent(_ absence: Absence?) -> Measured<Value> {
      Measured(value: nil, name: name, absence: absence, metricValue: write)
    }
    guard let metric = MetricDictionary.metric(name) else {
      return absent(
        Absence("there is no metric ‘\(name)’.\(MetricDictionary.remedy(for: name))"))
    }
    if Value.self == Duration.self, metric.unit != .milliseconds {
      return absent(Absence("\(metric.column) is not a time", ["Compare it with a number"]))
    }
    if let absence = absence(of: metric) { return absent(absence) }
    guard let metricValue = metrics.flatMap(metric.value) else {
      if hasNone(metric) { return absent(nil) }
      return absent(Absence("\(metric.column) of ‘\(self.name)’ is undefined: \(metric.edgeCases)"))
    }
    let symbol = metric.unit.symbol
    return Measured(
      value: read(metricValue), name: metric.name, unit: symbol.isEmpty ? "" : " \(symbol)",
      metricValue: write)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension DriverValues {
  /// Why nothing can be said of the driver; `nil` if something can.
  var absence: Absence? {
    guard let metrics else {
      let known = measurement.drivers.map { "‘\($0.name)’" }.joined(separator: ", ")
      return Absence("there is no timer or display link ‘\(name)’", ["known: \(known)"])
    }
    guard metrics.lateness == nil else { return nil }
    let isIdle = lab.tickers.contains { $0.name == name && !$0.wasStarted }
    let reason =
      isIdle
      ? ": it was never started. Give it a closure, or call its ‘start’"
      : ", so nothing can be expected of it"
    return Absence("‘\(name)’ never fired\(reason)\(lab.advice)", at: .start)
  }

  /// Why a metric says nothing; `nil` if it may.
  private func absence(of metric: Metric) -> Absence? {
    if let absence {
      let isKnown = metrics != nil && lab.hasMoved && ["due", "fires"].contains(metric.name)
      return isKnown ? nil : absence
    }
    guard Self.families.contains(MetricFamily.of(metric.name)?.name ?? "") else {
      return metric.name == "longest_gap" && metrics?.lateness?.count == 1
        ? Absence("‘\(name)’ fired once, so no time between two callbacks can be judged") : nil
    }
    guard let frames = metrics?.frames else {
      return Absence(
        "the run is too short to say what the display showed of ‘\(name)’",
        [
          "the first \(measurement.warmUp) refreshes do not count: advance further by"
            + " ‘lab.advance(to:)’"
        ])
    }
    switch metric.name {
    case "empty_refreshes" where frames.firings.refreshes == 0:
      return Absence("‘\(name)’ was due in no whole refresh, so none can be without a callback")
    case "overwritten" where frames.refreshes.updates == 0:
      return Absence(
        "no frame of ‘\(name)’ came for the refreshes that count, so none can be lost")
    case _ where metric.name.hasPrefix("animation_error") && !lab.knowsAnimationTime(of: name):
      return Absence(
        "‘\(name)’ does not say for which time its frames are drawn, so their error is unknown:"
          + " set its ‘animationTime’ to a closure that returns it")
    case _ where metric.name.hasPrefix("dropped") || metric.name.hasPrefix("hitch"):
      if frames.slots == nil, frames.hitches == nil || metric.name.hasPrefix("dropped") {
        return Absence(
          "‘\(name)’ has no target cadence on this display, so no frame of it can be dropped; "
            + "give it a ‘target’")
      }
      return frames.slots?.slots == 0
        ? Absence(
          "no frame of ‘\(name)’ was due in the refreshes that count, so none can be dropped")
        : nil
    default: return nil
    }
  }

  /// Whether a metric is the largest of things of which there is none.
  private func hasNone(_ metric: Metric) -> Bool {
    switch metric.name {
    case "hitch_max": metrics?.frames?.hitches?.count == 0
    case _ where metric.name.hasPrefix("late_frame_"): metrics?.frames?.lateFrames.count == 0
    default: false
    }
  }

  /// The families of metrics that tell what the display showed.
  private static let families: Set = [
    "doubles", "frames", "drops", "hitching", "animation", "pacing", "motion", "latency",
  ]
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension String {
  /// The name of a metric that is called as a property of Swift: `period_jitter_sd` for
  /// `periodJitterSD`.
  fileprivate var inSnakeCase: String {
    var snake = ""
    for character in self {
      if character.isUppercase, snake.last?.isUppercase == false { snake += "_" }
      snake.append(character)
    }
    return snake.lowercased()
  }
}
