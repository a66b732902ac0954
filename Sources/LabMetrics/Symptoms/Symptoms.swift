import LabKernel
import LabTrace

/// What went wrong with a driver, each beside how often it could have, to choose what is worst.
///
/// A wrong thing counts once, and a driver is judged by what it is for. One that draws is judged by
/// its frames, since the dates that it misses are the same moments; one that does not by its dates;
/// and either by the rest where nothing of that is wrong.
/// What a worse thing explains does not count beside it: a timer that lost whole dates is short and
/// not behind, a motion at a wrong speed or beside dropped frames does not jump as well, callbacks
/// at a pace of their own are not uneven as well, and frames that are late are judged only where
/// nothing else is wrong with them.
public struct Symptoms: Hashable, Sendable {
  /// How often something went wrong.
  public struct Share: Hashable, Sendable, Comparable {
    /// What went wrong.
    public let symptom: Symptom
    /// How often it went wrong; a time is in nanoseconds.
    public let wrong: Int64
    /// How often it could have, at least 1; or for how long.
    public let all: Int64
    /// Whether it is about a driver that draws.
    public let draws: Bool

    /// The metric that counts it.
    public var metric: SavingMetric { .symptom(symptom) }

    /// How much of it counts as much as other things that go wrong, in quarters: to be late is less
    /// than not to come, and a callback too many is not seen.
    private var weight: Int128 { symptom == .late || symptom == .extra ? 1 : 4 }

    /// The share as a number, of what counts as much as other things that go wrong.
    package var value: Double {
      Double(wrong) * Double(Int64(weight)) / (4 * Double(all))
    }

    /// Whether it went wrong less often, of as many times.
    public static func < (lhs: Share, rhs: Share) -> Bool {
      Int128(lhs.wrong) * Int128(rhs.all) * lhs.weight
        < Int128(rhs.wrong) * Int128(lhs.all) * rhs.weight
    }

    /// Whether it is at least a part of another one.
    ///
    ///     wrong ÷ all ≥ numerator ÷ denominator × other.wrong ÷ other.all
    public func isAtLeast(_ numerator: Int, of denominator: Int, _ other: Share) -> Bool {
      let own = Int128(wrong) * Int128(other.all) * weight
      let others = Int128(other.wrong) * Int128(all) * other.weight
      return own * Int128(denominator) >= others * Int128(numerator)
    }
  }

  /// What went wrong at least once, in the order of ``Symptom``.
  public let shares: [Share]

  /// The symptoms of a driver, given what it counts of each.
  ///
  /// - Parameters:
  ///   - draws: Whether frames are wanted of it.
  ///   - count: What is counted of a symptom; `nil` if it has no meaning.
  public init(draws: Bool, _ count: (Symptom) -> (wrong: Int64, all: Int64)?) {
    func wrong(_ isAboutFrames: Bool) -> [Share] {
      Symptom.allCases.filter { Self.judges($0, draws: isAboutFrames) }.compactMap { symptom in
        guard let (wrong, all) = count(symptom), wrong > 0, all > 0 else { return nil }
        return Share(symptom: symptom, wrong: wrong, all: all, draws: draws)
      }
    }
    var shares = wrong(draws)
    // No frame is wrong, but dates are: that is said, and not that all is well.
    if shares.isEmpty { shares = wrong(!draws) }
    let found = Set(shares.map { $0.symptom })
    let drops = shares.first { $0.symptom == .dropped }?.wrong ?? 0
    self.shares = shares.filter {
      switch $0.symptom {
      case .behind: !found.contains(.short)
      case .jumped: !found.contains(.speed) && 2 * drops < $0.wrong
      // Not the steps are uneven, but all of them too short.
      case .uneven: !found.contains(.extra) || $0.wrong * 10 < $0.all * 9
      case .late: !draws || found.allSatisfy { $0 >= .late }
      default: true
      }
    }
  }

  /// The symptoms of a driver, given its metrics by their names.
  ///
  /// Unevenness has a meaning for a driver that draws, and for no other.
  public init(_ metric: (String) -> MetricValue?) {
    self.init(draws: metric(Symptom.uneven.total) != nil) { symptom in
      guard let wrong = metric(symptom.metric), let all = metric(symptom.total) else { return nil }
      let scale = symptom.isTime ? 1e6 : 1
      return (Int64((wrong.number * scale).rounded()), Int64((all.number * scale).rounded()))
    }
  }

  /// Whether a driver that draws, or does not, is judged by a symptom.
  public static func judges(_ symptom: Symptom, draws: Bool) -> Bool {
    switch symptom {
    case .doubled, .late: true
    default: symptom.isAboutFrames == draws
    }
  }

  /// The symptoms of a run.
  public init(_ trouble: RunTrouble) { self.init([trouble]) }

  /// The symptoms of several runs together.
  public init(_ troubles: [RunTrouble]) { self.init(troubles.map { $0.symptoms }) }

  /// The symptoms of a driver.
  public init(_ metrics: DriverMetrics) { self.init(metrics.symptoms) }

  init(_ counts: SymptomCounts) { self.init([counts]) }

  private init(_ counts: [SymptomCounts]) {
    self.init(draws: counts.contains { $0.draws }) { symptom in
      let counts = counts.compactMap { $0[symptom] }
      return counts.isEmpty
        ? nil : (counts.reduce(0) { $0 + $1.wrong }, counts.reduce(0) { $0 + $1.all })
    }
  }

  /// As how great a share it counts that a driver shows old frames.
  package static let shareOfOld = 0.05

  /// What a driver is judged by that shows old frames: these, unless something worse is wrong.
  package var worstBesideOld: SavingMetric {
    guard let worst, worst.symptom < .late, worst.value >= Self.shareOfOld else {
      return .tickToPhoton
    }
    return worst.metric
  }

  /// The greatest share; of those that are within a factor of 1.25 of it the first of ``shares``.
  ///
  /// What is ``Symptom/wasted`` is named only where nothing else is wrong.
  public var worst: Share? {
    let grave = shares.filter { $0.symptom != .wasted }
    guard let greatest = grave.max() else { return shares.first }
    return grave.first { $0.isAtLeast(4, of: 5, greatest) }
  }
}

extension Symptoms.Share {
  /// What happened, as the end of a sentence about the driver: ‘missed 2 of 11 fire dates’.
  public var words: String {
    let of = "\(wrong) of \(all)"
    return switch symptom {
    case .missed: "missed \(of) \(all == 1 ? "fire date" : "fire dates")"
    case .dropped: "dropped \(of) \(all == 1 ? "frame" : "frames")"
    case .doubled:
      draws
        ? "fired again in the same refresh \(of) times"
        : "began \(of) callbacks less than half an interval after the one before"
    case .short: "lost \(wrong) of the \(all) fire dates that were asked for"
    case .behind:
      "is \(Self.time(wrong)) behind the clock that was asked for, after \(Self.time(all))"
    case .extra: "called back \(of) times without need"
    case .speed: "moved at a wrong speed: \(Self.time(wrong)) off after \(Self.time(all))"
    case .stale: "showed the same moment of the motion again in \(of) new frames"
    case .jumped: "moved by one and a half steps or more in \(of) new frames"
    case .uneven: "showed \(of) frames half a refresh or more too long or too short"
    case .late:
      draws
        ? "showed \(of) steps that are more than a tenth of a refresh off the time that passed"
        : "was late at \(of) \(all == 1 ? "fire date" : "fire dates")"
    case .wasted: "drew \(of) new frames that look like the one before"
    }
  }

  /// For how long of how long, of a share of time.
  var spans: String { "\(Self.time(wrong)) of \(Self.time(all))" }

  private static func time(_ nanoseconds: Int64) -> String {
    timeWords(.nanoseconds(nanoseconds))
  }
}

extension RunMeasurement {
  /// The name of the driver with the greatest share of something wrong; `nil` without a driver.
  ///
  /// Of equals it is the first, and so if nothing is wrong.
  public var worstDriver: String? {
    var worst: (name: String, share: Symptoms.Share)?
    for driver in drivers {
      guard let share = Symptoms(driver).worst else { continue }
      if worst.map({ $0.share < share }) ?? true { worst = (driver.name, share) }
    }
    return worst?.name ?? drivers.first?.name
  }
}

/// How often a driver calls back, how often frames are wanted, and how often the display shows one.
struct Cadence {
  /// For how many refreshes a frame is to stay.
  let wanted: Double
  /// How far apart frames are wanted.
  let wantedInterval: Duration
  /// How far apart the dates of a timer are.
  let interval: Duration
  /// Whether the dates pass all phases to the refreshes in the run.
  let beats: Bool

  /// Whether frames can stay as long as they are wanted to.
  var isWhole: Bool { abs(wanted - wanted.rounded()) < 1e-4 * wanted }
  /// Whether the dates are farther apart than the frames that are wanted.
  var isSlow: Bool { interval * 2 >= wantedInterval * 3 }
}

extension RunMeasurement {
  /// The cadence of a driver as it begins; `nil` if no frames are wanted of it.
  func cadence(of driver: String) -> Cadence? {
    guard let run = run(of: driver),
      let first = times.window.first
    else { return nil }
    let target = TargetIntervals(run)[first]
    let (wanted, period) = (target.interval, target.period)
    guard period > 0, wanted > 0 else { return nil }
    let interval = run.log.interval
    let nearest = max(1, (interval + period / 2) / period) * period
    let drift = Int128(abs(interval - nearest)) * Int128(run.log.measured.count)
    return Cadence(
      wanted: Double(wanted) / Double(period), wantedInterval: .nanoseconds(wanted),
      interval: .nanoseconds(interval), beats: interval > 0 && drift >= Int128(period))
  }
}

/// That frames are old when they are shown, since others wait before them in a queue.
package struct OldFrames: Hashable, Sendable {
  /// How long after the beginning of its callback a frame is shown.
  package let age: Duration
  /// The same in refreshes.
  package let refreshes: Int
  /// For how many refreshes it waits in the queue.
  package let waiting: Int

  /// How many refreshes a frame must wait to be called old.
  private static let leastWait = 2

  /// Looks at the frames of a driver; `nil` unless half of them waited for two refreshes.
  ///
  /// Where the queue grows through the run, the last quarter of it is looked at.
  init?(_ run: DriverRun) {
    guard run.draws, run.hasDisplay, !run.times.isAdaptive,
      run.facts.header.presentMode != .mailbox
    else { return nil }
    var frames: [(age: Int64, wait: Int64, period: Int64)] = []
    for frame in run.shownFrames {
      let arrival = Int(run.presentation.timing(of: frame.update).arrival)
      let wait = run.presentation.latched(frame.update) - arrival
      frames.append(
        (frame.photon - frame.firing.began, Int64(wait), run.times.aim(from: frame.refresh)))
    }
    guard !frames.isEmpty else { return nil }
    func median(_ values: [Int64]) -> Int64 { percentiles([500], of: values)[0] }
    let whole = median(frames.map { $0.wait })
    let last = frames.suffix((frames.count + 3) / 4)
    let end = median(last.map { $0.wait })
    let judged = end > whole ? Array(last) : frames
    guard max(whole, end) >= Self.leastWait else { return nil }
    let age = median(judged.map { $0.age })
    let period = max(1, judged[0].period)
    (self.age, waiting) = (.nanoseconds(age), Int(max(whole, end)))
    refreshes = Int((age + period / 2) / period)
  }
}

extension RunMeasurement {
  /// How old the frames of a driver are; `nil` if none is older than it must be.
  package func oldFrames(of driver: String) -> OldFrames? {
    run(of: driver).flatMap { OldFrames($0) }
  }
}
