import LabKernel

/// The frames that a display showed one after the other, and what a frame rule needs to know.
///
/// A frame is judged by the time from the frame before it to itself, since that is when it should
/// have come; so the first frame, and the first after a pause, are not judged.
public struct FrameSeries: Hashable, Sendable {
  /// One shown frame that has another one before it.
  public struct Frame: Hashable, Sendable {
    /// The time since the frame before it; at least 0.
    public let duration: Duration
    /// How many refreshes that is, rounded, at least 1.
    public let refreshes: Int
    /// How long the work on it took; `nil` if unknown.
    public let cost: Duration?
    /// How far its commit missed its deadline; `nil` if unknown.
    public let overrun: Duration?
    /// The step of animation time minus that of display time; `nil` if undefined.
    ///
    /// See ``PresentedUpdate/animationError(after:)``.
    public let animationError: Duration?
  }

  /// The frames in the order in which they were displayed.
  public let frames: [Frame]
  /// The nominal distance of two refreshes; positive.
  public let refreshPeriod: Duration
  /// The refreshes from one wanted frame to the next; at least 1.
  public let cadence: Int
  /// How many updates there were.
  public let updates: Int
  /// How many of them were displayed.
  public let shown: Int
  /// How old each shown frame was, from the beginning of the work on it, where that is known.
  let latencies: [Int64]
  /// The frames' durations in nanoseconds.
  let durations: [Int64]

  /// Creates a series.
  ///
  /// - Parameters:
  ///   - updates: What was handed to the display, in order.
  ///   - refreshPeriod: The nominal distance of two refreshes. `nil` stands for the median of the
  ///     frames' durations, the upper one of two, which holds where most frames last one refresh.
  ///   - cadence: The refreshes from one wanted frame to the next.
  /// - Precondition: The period is positive if there is one, and the cadence at least 1.
  public init(_ updates: [PresentedUpdate], refreshPeriod: Duration? = nil, cadence: Int = 1) {
    precondition(cadence >= 1, "a cadence of \(cadence) refreshes is below 1")
    precondition(refreshPeriod.map { $0 > .zero } ?? true, "the refresh period is not positive")
    var latest = Instant(nanoseconds: .min / 4)
    let pictures = updates.compactMap { update in
      update.photon.map { photon in
        // A file may hold frames out of order; the later one hid the earlier one.
        latest = max(latest, photon)
        return (update, at: latest)
      }
    }
    let steps = zip(pictures, pictures.dropFirst()).filter { $0.0.stretch == $1.0.stretch }
    durations = steps.map { $1.at.nanoseconds - $0.at.nanoseconds }
    let median = durations.isEmpty ? 1 : select(durations, at: [durations.count / 2])[0]
    let period = max(1, refreshPeriod?.wholeNanoseconds ?? median)
    frames = zip(steps, durations).map { step, duration in
      Frame(step.0.0, step.1.0, duration: duration, period: period)
    }
    latencies = pictures.compactMap { update, photon in
      update.began.map { photon.nanoseconds - $0.nanoseconds }
    }
    self.refreshPeriod = .nanoseconds(period)
    self.cadence = cadence
    self.updates = updates.count
    shown = pictures.count
  }

  var period: Int64 { refreshPeriod.wholeNanoseconds }
}

extension FrameSeries {
  /// Returns the metrics that need nothing but the shown frames, by their names in the
  /// ``MetricDictionary``; `nil` where one is undefined.
  public var metrics: [(name: String, value: MetricValue?)] {
    let errors = frames.compactMap { $0.animationError?.wholeNanoseconds }
    let magnitude = Distribution(errors.map { abs($0) })
    let latency = Distribution(latencies)
    func times(
      _ name: String, _ distribution: Distribution?, _ statistics: [Statistic]
    ) -> [(name: String, value: MetricValue?)] {
      statistics.map { statistic in
        ("\(name)_\(statistic.suffix)", distribution.map { .time(statistic.value($0)) })
      }
    }
    return [
      ("updates", .count(updates)), ("new", .count(shown)),
      ("overwritten", .count(updates - shown)),
    ] + times("animation_error", magnitude, [.mean, .p50, .p95, .p99, .max])
      + [("animation_error_rms", rootMeanSquare(errors).map(MetricValue.time))]
      + times("tick_to_photon", latency, [.min, .mean, .p50, .p90, .p99, .max])
  }
}

extension FrameSeries.Frame {
  fileprivate init(
    _ previous: PresentedUpdate, _ update: PresentedUpdate, duration: Int64, period: Int64
  ) {
    self.duration = .nanoseconds(duration)
    refreshes = Int(max(1, (duration + period / 2) / period))
    cost = update.began.map { $0.duration(to: update.ended) }
    overrun = update.overrun
    animationError = update.animationError(after: previous)
  }
}
