public import LabDisplay
public import LabLoop
public import LabWorkload

/// What a timer of a laboratory may have beside its interval and its modes.
///
///     lab.timer("ball", every: .milliseconds(16), options: TimerOptions(takes: .milliseconds(1)))
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public struct TimerOptions: Sendable {
  /// How long each callback takes beside what the handler spends.
  public var cost: DurationLaw
  /// How often new content is due; `nil` for every refresh.
  public var target: TargetCadence?
  /// How late a callback may begin.
  public var tolerance: Duration
  /// What happens to fire dates that pass before they can be served; `nil` for what the loop does.
  public var catchUp: CatchUp?

  /// Creates the options of a timer.
  public init(
    takes cost: DurationLaw = .constant(.zero), target: TargetCadence? = nil,
    tolerance: Duration = .zero, catchUp: CatchUp? = nil
  ) {
    (self.cost, self.target) = (cost, target)
    (self.tolerance, self.catchUp) = (tolerance, catchUp)
  }
}

/// What a display link of a laboratory may have beside its pace and its modes.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public struct LinkOptions: Sendable {
  /// How long each callback takes beside what the handler spends.
  public var cost: DurationLaw
  /// How often new content is due; `nil` for every refresh.
  public var target: TargetCadence?
  /// What happens to a vsync that could not be answered in time.
  public var policy: LateDelivery

  /// Creates the options of a display link.
  public init(
    takes cost: DurationLaw = .constant(.zero), target: TargetCadence? = nil,
    policy: LateDelivery = .pending
  ) {
    (self.cost, self.target, self.policy) = (cost, target, policy)
  }
}

/// How long the callbacks of a driver took so far.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct CostRange {
  /// The shortest and the longest; `nil` before the first.
  private(set) var range: ClosedRange<Duration>?

  /// The longest; no time before the first.
  var most: Duration { range?.upperBound ?? .zero }

  mutating func note(_ cost: Duration) {
    range = min(cost, range?.lowerBound ?? cost)...max(cost, range?.upperBound ?? cost)
  }
}

// Durations as tests write them: `lab.load("network", at: .seconds(1), takes: .milliseconds(30))`.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension DurationLaw {
  /// The law of a constant number of microseconds.
  public static func microseconds(_ count: some BinaryInteger) -> DurationLaw {
    .constant(.microseconds(count))
  }

  /// The law of a constant number of milliseconds.
  public static func milliseconds(_ count: some BinaryInteger) -> DurationLaw {
    .constant(.milliseconds(count))
  }

  /// The law of a constant number of milliseconds, cut to whole nanoseconds.
  public static func milliseconds(_ count: Double) -> DurationLaw {
    .constant(.milliseconds(count))
  }

  /// The law of a constant number of seconds.
  public static func seconds(_ count: some BinaryInteger) -> DurationLaw {
    .constant(.seconds(count))
  }
}
