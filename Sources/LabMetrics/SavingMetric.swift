import LabKernel

/// A metric that a change is judged by; each is better the smaller it is.
public enum SavingMetric: Hashable, Sendable, CaseIterable {
  /// The one that counts a symptom.
  case symptom(Symptom)
  case doubleFires
  case hitchTime
  case lateness
  case wallLateness
  case animationError
  case tickToPhoton

  /// The one that counts dropped frames.
  public static let dropped = symptom(.dropped)
  /// The one that counts fire dates without a callback.
  public static let missed = symptom(.missed)

  /// All of them, in the order of the columns of files.
  public static let allCases: [SavingMetric] =
    [.dropped, .doubleFires] + Symptom.allCases.filter { $0 != .dropped }.map { .symptom($0) }
    + [.hitchTime, .lateness, .wallLateness, .animationError, .tickToPhoton]

  /// The name of the metric in ``MetricDictionary``.
  public var name: String {
    switch self {
    case .symptom(let symptom): symptom.metric
    case .doubleFires: "double_fires"
    case .hitchTime: "hitch_time"
    case .lateness: "lateness_p99"
    case .wallLateness: "wall_lateness_max"
    case .animationError: "animation_error_p99"
    case .tickToPhoton: "tick_to_photon_p50"
    }
  }

  /// Returns the metric with a name; `nil` if changes are not judged by a metric of that name.
  public init?(named name: String) {
    guard let metric = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = metric
  }

  /// The symptom that it counts; `nil` if it measures something else.
  public var symptom: Symptom? { if case .symptom(let symptom) = self { symptom } else { nil } }

  /// Returns the value of a run: a time in whole nanoseconds; `nil` if it is undefined.
  public func value(_ trouble: RunTrouble) -> Int64? {
    switch self {
    case .symptom(let symptom): trouble.symptoms[symptom]?.wrong
    case .doubleFires: trouble.doubleFires.map(Int64.init)
    case .hitchTime: trouble.hitchTime.map { $0.wholeNanoseconds }
    case .lateness: trouble.latenessP99.map { $0.wholeNanoseconds }
    case .wallLateness: trouble.wallLatenessMax.map { $0.wholeNanoseconds }
    case .animationError: trouble.animationErrorP99.map { $0.wholeNanoseconds }
    case .tickToPhoton: trouble.tickToPhoton.map { $0.wholeNanoseconds }
    }
  }

  /// The metric that decides between two changes that save as much of this one.
  package var secondary: SavingMetric { self == .dropped ? .doubleFires : .dropped }

  /// The problem whose causes tell why it is as it is.
  package var problem: Problem {
    switch self {
    case .symptom(let symptom): symptom.problem
    case .hitchTime, .lateness, .animationError, .tickToPhoton: .droppedSlot
    case .doubleFires: .doubleFire
    case .wallLateness: .lateFiring
    }
  }

  /// Whether each of what it counts is attributed to causes, and not only what goes with it.
  package var isAttributed: Bool {
    switch self {
    case .symptom(let symptom): [.dropped, .doubled, .missed, .short, .late].contains(symptom)
    case .hitchTime, .doubleFires, .lateness: true
    case .wallLateness, .animationError, .tickToPhoton: false
    }
  }

  /// Whether its values are times.
  public var isTime: Bool { symptom?.isTime ?? (self != .doubleFires) }

  /// Returns a value, or the mean of several, as reports write it: a time in milliseconds.
  public func metricValue(_ value: Double) -> MetricValue {
    guard isTime else {
      return value == value.rounded() ? .whole(Int64(value)) : .number(value)
    }
    return .number(value / 1e6)
  }
}
