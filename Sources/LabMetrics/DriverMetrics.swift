public import LabKernel
public import LabTrace

/// Everything that is measured of one timer or display link in one run.
///
/// Due instants and firings count in the whole run; frames from the end of the warm-up on. Every
/// number has an entry in the ``MetricDictionary``; here are those that are asked for by more than
/// their names.
public struct DriverMetrics: Equatable, Sendable {
  /// The name of the driver.
  public let name: String
  /// Whether it is a timer or a display link.
  public let source: TraceSource
  let sums: DriverSums
  /// What it comes to if a refresh was measured.
  let shown: DriverSums?

  init(_ log: borrowing DriverLog, _ sums: DriverSums) {
    (name, source, self.sums) = (log.name, log.source, sums)
    shown = sums.refreshes.window.isEmpty ? nil : sums
  }

  /// Returns the value of a metric by its name; `nil` where it is undefined, or if there is none of
  /// that name.
  public subscript(metric: String) -> MetricValue? {
    MetricDictionary.metric(named: metric)?.value(self)
  }

  /// The due instants by outcome.
  public var dueInstants: DueTally { sums.dueInstants }
  /// How long the loop ran in modes without the driver.
  public var starvedSpan: Duration { .nanoseconds(sums.starvedTime) }
  /// How late the callbacks began: began − due; `nil` without a firing.
  public var lateness: Distribution? { sums[.lateness] }
  /// When the first firing of the whole run began; `nil` without a firing.
  public var firstFiring: Instant? { sums.firstBegan.map { Instant(nanoseconds: $0) } }
  /// When the last firing of the whole run began; `nil` without a firing.
  public var lastFiring: Instant? { sums.lastBegan.map { Instant(nanoseconds: $0) } }
  /// How often each thing went wrong.
  public var symptoms: SymptomCounts { sums.symptoms }
  /// What its problems are put down to.
  public var blame: BlameLedgers { sums.blame }
  /// What the display showed of it; `nil` when the trace holds no whole refresh after the warm-up.
  public var frames: FrameMetrics? { shown.map { FrameMetrics(sums: $0) } }

  /// Returns whether all metrics, causes and distributions are equal.
  public static func == (lhs: DriverMetrics, rhs: DriverMetrics) -> Bool {
    lhs.name == rhs.name && lhs.source == rhs.source && lhs.blame == rhs.blame
      && lhs.sums.scene?.counts == rhs.sums.scene?.counts
      && Quantity.allCases.allSatisfy { lhs.sums[$0] == rhs.sums[$0] }
      && lhs.frames?.lateFrames == rhs.frames?.lateFrames
      && MetricDictionary.all.allSatisfy { $0.value(lhs) == $0.value(rhs) }
  }
}
