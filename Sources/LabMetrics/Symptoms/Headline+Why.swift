import LabKernel
import LabText
import LabTrace

extension Headline {
  /// Why; `nil` if nothing is wrong.
  public var why: String? {
    guard !isSound, let metric else { return nil }
    switch metric {
    case .dropped, .hitchTime: return dropCause ?? beat
    case .missed: return cause(of: .missed) ?? "At these dates the loop was busy."
    case .doubled, .doubleFires:
      return metrics.source == .loop ? anew : cause(of: .doubled) ?? beat
    case .late: return cause(of: .late) ?? beat
    case .lateness, .animationError: return latenessCause ?? beat
    case .short, .behind:
      return
        "Each date counts from the callback before, so that what that is late or takes is never"
        + " made up for."
    case .extra: return "Its dates come more often than a new frame is wanted."
    case .speed:
      return words.motion(.speed)
        ?? "A step of its motion is not the time that passes from one new frame to the next."
    case .stale:
      return words.motion(.stale)
        ?? "Its motion has fewer steps than new frames are shown: two rates."
    case .jumped:
      return words.motion(.jumped) ?? latenessCause
        ?? "Some frames make two steps of its motion, and others one: two rates."
    case .uneven: return unevenCause
    case .wasted: return "Its motion goes on by less than a pixel from frame to frame."
    }
  }

  private var beat: String { "No callback was late: the rates of timer and display beat." }

  private var anew: String { "It begins anew at once, whatever the display does." }

  private var dropCause: String? {
    let causes = metrics.frames?.slots?.causes ?? [:]
    let worst = causes.max { ($0.value, $1.key.position) < ($1.value, $0.key.position) }
    guard let worst, worst.value > 0 else { return nil }
    return "In \(share(worst.value, of: metrics.symptoms[.dropped]?.wrong ?? 0))"
      + " \(reason(worst.key, for: .dropped))\(culprits(worst.key, .droppedSlot))."
  }

  /// Who is to blame for most of the times that something went wrong.
  private func cause(of symptom: Symptom) -> String? {
    let blames = measurement.culprits(of: symptom, driver: metrics.name) ?? []
    let whole: Int64 = blames.reduce(0) { $0 + $1.count }
    let causes = Dictionary(grouping: blames, by: { $0.cause }).mapValues { own in
      own.reduce(Int64(0)) { $0 + $1.count }
    }
    guard
      let worst = causes.max(by: { ($0.value, $1.key.position) < ($1.value, $0.key.position) })
    else { return nil }
    let owners = blames.filter { $0.cause == worst.key }.compactMap { $0.owner }.prefix(2)
    let own = owners.isEmpty ? "" : " (\(owners.joined(separator: ", ")))"
    return "In \(share(worst.value, of: whole)) \(reason(worst.key, for: symptom))"
      + "\(words.culprits(worst.key) ?? own)."
  }

  private var latenessCause: String? {
    let ledger = metrics.blame[.lateFiring]
    let cause = ledger.causes.max { ($0.value, $1.key.position) < ($1.value, $0.key.position) }
    guard let cause, cause.value > .zero else { return nil }
    return "Callbacks began late, for \(timeWords(cause.value)) in all because"
      + " \(cause.key.reason(for: metrics.source))\(culprits(cause.key, .lateFiring))."
  }

  private var unevenCause: String? {
    guard let cadence = measurement.cadence(of: metrics.name), !cadence.isWhole else {
      let culprits = measurement.culprits(of: .uneven, driver: metrics.name) ?? []
      guard culprits.first?.cause ?? .phase == .phase else { return cause(of: .uneven) }
      return "Its frames come just before a latch or just after it, as the phase of its dates and"
        + " the length of its callbacks fall out."
    }
    return "The rate that is wanted is no whole fraction of the display's: no frame can stay for"
      + " \(shortWords(cadence.wanted)) refreshes."
  }

  /// Why it went wrong, as a clause; that two rates beat is said wherever they do.
  private func reason(_ cause: BlameCause, for symptom: Symptom) -> String {
    let cadence = metrics.source == .timer ? measurement.cadence(of: metrics.name) : nil
    let hasBeat = metrics.symptoms.draws && cadence?.beats == true
    switch cause {
    case .phase where symptom == .doubled && metrics.source == .timer:
      return "two of its dates fall into one refresh: the rates of timer and display beat"
    case .phase where metrics.source == .loop && symptom != .dropped:
      return "it began anew at once, whatever the display did"
    case .phase where symptom != .dropped: return "no callback was late: two rates beat"
    case .phase:
      guard let cadence, cadence.isSlow else { return cause.reason(for: metrics.source) }
      return "no date was due: they come every \(timeWords(cadence.interval)), and a new"
        + " frame is wanted every \(timeWords(cadence.wantedInterval))"
    case .wake where hasBeat, .tolerance where hasBeat:
      return
        "\(cause.reason(for: metrics.source)) as a date passed the vsync: the rates of timer and display beat"
    case .commit where metrics.source == .timer:
      return "the frame was complete too late for the next one of the page: the beat of two rates"
    default: return cause.reason(for: metrics.source)
    }
  }

  private func share(_ part: some BinaryInteger, of whole: some BinaryInteger) -> String {
    part == whole ? part == 1 ? "it" : "all of them" : "\(part) of them"
  }

  /// Who it was, as the end of the sentence.
  private func culprits(_ cause: BlameCause, _ problem: Problem) -> String {
    if let known = words.culprits(cause) { return known }
    guard cause == .tasks || cause == .callouts || cause == .starved else { return "" }
    let ledger = metrics.blame[problem]
    let owners = ledger.culprits.filter { $0.cause == cause }.compactMap { $0.owner }
    return owners.isEmpty ? "" : " (\(owners.prefix(2).joined(separator: ", ")))"
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
    guard let analysis = analyses.first(where: { $0.log.name == driver }),
      let first = times.window.first
    else { return nil }
    var targets = TargetIntervals(analysis.log, times, analysis.display.slots.target)
    _ = targets.move(to: first)
    let (wanted, period) = (targets.current.interval, targets.current.period)
    guard period > 0, wanted > 0 else { return nil }
    let interval = analysis.log.interval
    let nearest = max(1, (interval + period / 2) / period) * period
    let drift = Int128(abs(interval - nearest)) * Int128(analysis.log.measured.count)
    return Cadence(
      wanted: Double(wanted) / Double(period), wantedInterval: .nanoseconds(wanted),
      interval: .nanoseconds(interval), beats: interval > 0 && drift >= Int128(period))
  }
}
