import LabKernel

/// A metric that a change is judged by; each is better the smaller it is.
public enum SavingMetric: String, Hashable, Sendable, CaseIterable {
  case dropped
  case doubleFires = "double_fires"
  case missed
  case doubled
  case short
  case behind
  case extra
  case speed = "speed_error"
  case stale = "stale_frames"
  case jumped
  case uneven
  case late = "late_dates"
  case wasted
  case hitchTime = "hitch_time"
  case lateness = "lateness_p99"
  case wallLateness = "wall_lateness_max"
  case animationError = "animation_error_p99"
  case tickToPhoton = "tick_to_photon_p50"

  /// Returns the metric that tells of the same trouble as another one; `nil` if none of these does.
  public init?(near metric: String) {
    if let exact = SavingMetric(rawValue: metric) {
      self = exact
      return
    }
    guard let family = Self.families.first(where: { metric.hasPrefix($0.0) }) else { return nil }
    self = family.1
  }

  /// What is wrong where a metric is bad, by how its name begins.
  private static let families: [(String, SavingMetric)] = [
    ("dropped", .dropped), ("repeated", .dropped), ("hitch", .hitchTime),
    ("blame_dropped", .dropped), ("double", .doubleFires), ("overwrit", .doubleFires),
    ("empty", .dropped), ("missed", .missed), ("lateness", .lateness), ("blame", .lateness),
    ("animation_error", .animationError), ("throughput", .dropped), ("frozen", .hitchTime),
    ("fires_per_refresh", .doubled), ("merged", .doubleFires), ("replaced", .doubleFires),
    ("coverage", .missed), ("blocked", .missed), ("starved", .missed), ("suppressed", .missed),
    ("folded", .missed), ("refused", .missed), ("dates_asked", .short), ("drift", .behind),
    ("late_of", .late), ("wall_lateness", .wallLateness), ("uneven_of", .uneven),
    ("judder", .uneven), ("picture_stay", .uneven), ("stutter", .uneven), ("speed_of", .speed),
    ("end", .speed), ("content_repeated", .stale),
    ("content_jump", .jumped), ("position_jump", .jumped), ("latest_lateness", .lateness),
    ("pdv", .lateness), ("interval", .lateness), ("period_jitter", .lateness),
    ("cycle_to", .lateness), ("tie", .lateness), ("rfc_jitter", .lateness), ("on_time", .late),
    ("position_error", .animationError), ("motion_error", .animationError),
    ("content_step", .animationError), ("tick_to_photon", .tickToPhoton),
    ("due_to_photon", .tickToPhoton), ("input_to_photon", .tickToPhoton),
    ("queue_growth", .tickToPhoton), ("refused", .tickToPhoton),
  ]

  /// Whether nothing is wrong where it is 0, by what it tells of.
  fileprivate var isJudged: Bool { self != .animationError }

  /// Creates the metric that counts a symptom.
  public init(_ symptom: Symptom) {
    self =
      switch symptom {
      case .missed: .missed
      case .dropped: .dropped
      case .doubled: .doubled
      case .short: .short
      case .behind: .behind
      case .extra: .extra
      case .speed: .speed
      case .stale: .stale
      case .jumped: .jumped
      case .uneven: .uneven
      case .late: .late
      case .wasted: .wasted
      }
  }

  /// The symptom that it counts; `nil` if it measures something else.
  public var symptom: Symptom? { Symptom(rawValue: rawValue) }

  /// Returns the value of a run: a time in whole nanoseconds; `nil` if it is undefined.
  public func value(_ trouble: RunTrouble) -> Int64? {
    switch self {
    case .dropped: trouble.dropped.map(Int64.init)
    case .doubleFires: trouble.doubleFires.map(Int64.init)
    case .missed: Int64(trouble.missed)
    case .hitchTime: trouble.hitchTime.map { $0.wholeNanoseconds }
    case .lateness: trouble.latenessP99.map { $0.wholeNanoseconds }
    case .wallLateness: trouble.wallLatenessMax.map { $0.wholeNanoseconds }
    case .animationError: trouble.animationErrorP99.map { $0.wholeNanoseconds }
    case .tickToPhoton: trouble.tickToPhoton.map { $0.wholeNanoseconds }
    case .doubled, .short, .behind, .extra, .speed, .stale, .jumped, .uneven, .late, .wasted:
      symptom.flatMap { trouble.symptoms[$0] }.map { $0.wrong }
    }
  }

  /// The metric that decides between two changes that save as much of this one.
  package var secondary: SavingMetric { self == .dropped ? .doubleFires : .dropped }

  /// The problem whose causes tell why it is as it is.
  package var problem: Problem {
    switch self {
    case .dropped, .hitchTime, .lateness, .animationError, .extra, .speed, .stale, .jumped, .uneven,
      .wasted, .tickToPhoton:
      .droppedSlot
    case .doubleFires, .doubled: .doubleFire
    case .missed, .short, .behind, .late, .wallLateness: .lateFiring
    }
  }

  /// Whether each of what it counts is attributed to causes, and not only what goes with it.
  package var isAttributed: Bool {
    switch self {
    case .dropped, .hitchTime, .doubleFires, .doubled, .missed, .short, .late, .lateness: true
    case .wallLateness, .animationError, .tickToPhoton, .behind, .extra, .speed, .stale, .jumped,
      .uneven, .wasted:
      false
    }
  }

  /// Whether its values are times.
  public var isTime: Bool {
    switch self {
    case .hitchTime, .lateness, .wallLateness, .animationError, .behind, .speed, .tickToPhoton: true
    default: false
    }
  }

  /// Returns a value, or the mean of several, as reports write it: a time in milliseconds.
  public func metricValue(_ value: Double) -> MetricValue {
    guard isTime else {
      return value == value.rounded() ? .whole(Int64(value)) : .number(value)
    }
    return .number(value / 1e6)
  }
}

extension Metric {
  /// Whether a symptom, old frames, or the wait of a task tell where it is bad.
  package var isJudged: Bool {
    guard !isOfTasks, SavingMetric(rawValue: name)?.symptom == nil else { return true }
    // Where things were in the end, or once, is the script's own matter.
    return MetricFamily.of(name)?.name != "motion" && SavingMetric(near: name)?.isJudged == true
  }

  /// Whether less of it is better; `nil` where neither is, or that depends on the script.
  package var isBetterBelow: Bool? {
    if ["coverage", "throughput", "on_time", "fps_avg", "new"].contains(name) { return false }
    let isOther = name == "end" || Symptom.allCases.contains { $0.total == name }
    let family = MetricFamily.of(name)?.name
    guard !isOther, family != "causes" else { return nil }
    let isLess = ["longest_gap", "drain", "queue_peak", "discontinuity"].contains(name)
    let isWait = family == "latency" || family == "tasks"
    return isLess || isWait || SavingMetric(near: name) != nil ? true : nil
  }
}
