import LabKernel
import LabText
import LabTrace

/// What went wrong with a driver in a run, and why.
///
/// Every number is a metric of the driver, or a count that adds up to one.
struct DriverSentence {
  /// What is asked about: the worst that goes wrong, or a metric that was named.
  let metric: SavingMetric?
  /// Whether nothing at all is wrong, or nothing with what was asked for.
  let isSound: Bool

  private let metrics: DriverMetrics
  private let symptoms: Symptoms
  private let measurement: RunMeasurement
  private let words: Headline.Words
  /// Whether an expectation fails, so that not all is well.
  private let isBesideFailure: Bool
  /// Whether nothing is said or asked of the run that is not judged.
  private let judgesAll: Bool
  /// How old the frames are that wait behind others, if that is looked at.
  private let old: OldFrames?

  /// Judges a driver by the worst of its symptoms, or by one metric; `nil` if the run has no driver
  /// of that name.
  init?(
    _ measurement: RunMeasurement, of driver: String, by metric: SavingMetric? = nil,
    besideFailure isBesideFailure: Bool = false, judgingAll judgesAll: Bool = true,
    _ words: Headline.Words = Headline.Words()
  ) {
    guard let metrics = measurement[driver: driver] else { return nil }
    self.metrics = metrics
    self.measurement = measurement
    self.words = words
    (self.isBesideFailure, self.judgesAll) = (isBesideFailure, judgesAll)
    symptoms = Symptoms(metrics)
    old = OldFrames(metrics.run)
    self.metric = metric ?? (old == nil ? symptoms.worst?.metric : symptoms.worstBesideOld)
    isSound = self.metric.map { metrics[$0.name].map { $0.number == 0 } ?? true } ?? true
  }

  private var kind: String {
    guard metrics.source == .link else { return metrics.source.name }
    return metrics.run.facts.header.page != nil ? "requestAnimationFrame" : "display link"
  }

  /// The driver, as the beginning of a sentence.
  private var name: String { "The \(kind) \(metrics.name)" }

  // MARK: What happened

  /// What happened.
  var what: String {
    let sentence = "\(name) \(listed(parts))."
    guard isSound, !isBesideFailure else { return sentence }
    let rest = sentence.prefix(1).lowercased() + sentence.dropFirst()
    if let metric, metrics[metric.name] == nil {
      return "There is no \(metric.name) here: \(rest)"
    }
    guard Symptom.allCases.contains(where: { metrics.symptoms[$0]?.all ?? 0 > 0 }) else {
      return "Nothing was due: \(rest)"
    }
    let what = symptoms.shares.isEmpty ? "" : metric.map { " with \($0.name)" } ?? ""
    let nothing = judgesAll || !what.isEmpty ? "Nothing" : "No frame or callback"
    return "\(nothing) is wrong\(what): \(rest)"
  }

  /// Who is in trouble, and how, as a clause; `nil` if nothing is wrong.
  var short: String? {
    isSound ? nil : parts.first.map { "\(name) \($0)" }
  }

  private var parts: [String] {
    let basic = metrics.symptoms[.dropped] == nil ? dates : pictures
    guard let metric else { return basic }
    switch metric {
    case .missed: return [missed] + basic.filter { $0 != missed }
    case .lateness:
      return basic + ["was late by \(time("lateness_p99")) in its 99th percentile"]
    case .wallLateness:
      let late = "up to \(time("wall_lateness_max")) late by the clock on the wall"
      return ["rang \(late)"] + basic
    case .animationError:
      return basic + ["jumped by \(time("animation_error_p99")) in its 99th percentile"]
    case .tickToPhoton: return [age] + basic
    case .dropped, .hitchTime: return basic
    case .doubleFires: return basic.reversed()
    case .symptom(.doubled) where metrics.symptoms[.dropped] != nil: return basic.reversed()
    case .symptom(let symptom):
      guard let share = symptoms.shares.first(where: { $0.symptom == symptom }) else {
        return basic
      }
      if symptom == .late, let slept = metrics.run.sleptOver {
        let late = "\(timeWords(slept.lateness)) late by the clock on the wall"
        return [share.all == 1 ? "rang \(late)" : "\(share.words), up to \(late)"]
      }
      // That frames were dropped or dates missed stands beside whatever else is wrong.
      let hasOthers = symptoms.shares.contains { $0.symptom == .dropped || $0.symptom == .missed }
      return [symptom == .speed ? speed(share) : share.words] + (hasOthers ? basic : [])
    }
  }

  private var age: String {
    guard let old else {
      return "showed frames \(time("tick_to_photon_p50")) after their callbacks, in the median"
    }
    let refreshes = counted(old.refreshes, "refresh", "refreshes")
    return "showed frames that are about \(refreshes) old (\(timeWords(old.age)))"
  }

  private func speed(_ share: Symptoms.Share) -> String {
    metrics.symptoms.isFast
      ? "moved too fast: \(share.spans) of its motion ahead of the time that passed"
      : "moved too slowly: \(share.spans) behind the time that passed"
  }

  /// What a driver that draws did.
  private var pictures: [String] {
    [dropped, doubles].compactMap { $0 }
  }

  private var dropped: String? {
    metrics.symptoms[.dropped].map { count in
      guard count.wrong > 0 || count.all != 1 else { return "showed the one frame that was wanted" }
      return "dropped \(count.wrong == 0 ? "none" : grouped(count.wrong)) of the"
        + " \(counted(count.all, "frame that was", "frames that were")) wanted"
        + (count.wrong == 0 ? "" : hitches)
    }
  }

  /// Whether it says the hitch time ratio, with Apple's grade.
  var isGraded: Bool {
    guard let count = metrics.symptoms[.dropped], count.wrong > 0, !hitches.isEmpty else {
      return false
    }
    return parts.contains { $0 == dropped }
  }

  private var doubles: String? {
    guard let firings = metrics.frames?.firings else { return nil }
    let refreshes = firings.doubleFires
    guard refreshes > 0 else { return isSound ? "never fired twice in one refresh" : nil }
    let extra = metrics.symptoms.draws ? metrics.symptoms[.doubled]?.wrong ?? 0 : Int64(refreshes)
    let times = counted(refreshes, "refresh", "refreshes")
    guard extra <= refreshes else { return "fired \(grouped(extra)) times too often in \(times)" }
    return "fired twice in " + (refreshes == 1 ? times : "each of \(times)")
  }

  /// What one did that does not draw.
  private var dates: [String] {
    guard metric != .doubleFires else { return [missed, doubles].compactMap({ $0 }) }
    let double = symptoms.shares.first { $0.symptom == .doubled }
    return [missed, metric == .symptom(.doubled) ? nil : double?.words].compactMap { $0 }
  }

  private var missed: String {
    let dates = metrics.symptoms[.missed] ?? SymptomCounts.Count(wrong: 0, all: 0)
    guard dates.wrong == 0 else {
      return "missed \(grouped(dates.wrong)) of \(counted(dates.all, "fire date"))"
    }
    return "met \(dates.all < 2 ? "" : "all ")\(counted(dates.all, "fire date"))"
  }

  private var hitches: String {
    guard let ratio = metrics.frames?.hitches?.ratio, ratio > 0 else { return "" }
    return " (hitch time ratio \(HitchGrade.words(of: ratio)))"
  }

  /// A second thing that is wrong, and is not the same as the first; `nil` for none.
  ///
  /// Its share is at least a third of the first one's.
  var besides: String? {
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

  private func time(_ name: String) -> String {
    if case .time(let time)? = metrics[name] { timeWords(time) } else { "an unknown time" }
  }
}

extension DriverSentence {
  /// Why; `nil` if nothing is wrong.
  var why: String? {
    guard !isSound, let metric else { return nil }
    switch metric {
    case .hitchTime: return cause(of: .dropped) ?? beat
    case .doubleFires: return why(.doubled)
    case .wallLateness: return slept ?? latenessCause ?? beat
    case .lateness, .animationError: return latenessCause ?? beat
    case .symptom(let symptom): return why(symptom)
    case .tickToPhoton:
      return old.map {
        "Each waits for \(counted($0.waiting, "refresh", "refreshes")) in the queue for the display,"
          + " behind others."
      } ?? "No frame waits in the queue: that is its callback and the way to the display."
    }
  }

  private func why(_ symptom: Symptom) -> String? {
    switch symptom {
    case .dropped: return cause(of: .dropped) ?? beat
    case .missed: return cause(of: .missed) ?? "At these fire dates the run loop was busy."
    case .doubled: return metrics.source == .loop ? again : cause(of: .doubled) ?? beat
    case .late: return slept ?? cause(of: .late) ?? beat
    case .short, .behind:
      let counting =
        "Each fire date counts from the callback before, so that no delay is ever made up for."
      return [cause(of: symptom), counting].compactMap { $0 }.joined(separator: " ")
    case .extra: return "Its fire dates come more often than a new frame is wanted."
    case .speed:
      return words.motion(metrics.name, .speed)
        ?? "A step of its motion is not the time that passes from one new frame to the next."
    case .stale:
      return words.motion(metrics.name, .stale)
        ?? "Its motion has fewer steps than new frames are shown: two rates."
    case .jumped:
      return words.motion(metrics.name, .jumped) ?? latenessCause
        ?? "Some frames make two steps of its motion, and others one: two rates."
    case .uneven: return unevenCause
    case .wasted: return "Its motion goes on by less than a pixel from frame to frame."
    }
  }

  private var slept: String? {
    metrics.run.sleptOver.map {
      "The machine slept for \(timeWords($0.sleep)), and the clock of the timer stood meanwhile."
    }
  }

  private var outOfStep: String { "the \(kind) is not in step with the display" }

  private var beat: String { "No callback was late, but \(outOfStep)." }

  private var again: String {
    "All of the double fires: it begins again at once, whatever the display does."
  }

  /// The cause that is to blame most often but for one, if for a tenth or more.
  private func second(
    _ symptom: Symptom, besides first: BlameCause, of whole: Int64
  ) -> String? {
    let rest = (measurement.culprits(of: symptom, driver: metrics.name) ?? [])
      .filter { $0.cause != first }
    guard !symptom.isTime, let worst = Self.worst(rest), worst.amount * 10 >= whole else {
      return nil
    }
    let things = symptom.noun(for: worst.amount, draws: metrics.symptoms.draws)
    let amount =
      worst.amount < rest.reduce(Int64(0)) { $0 + $1.count }
      ? "\(grouped(worst.amount)) of the others"
      : "The other \(worst.amount == 1 ? "" : "\(grouped(worst.amount)) ")\(things)"
    let reason =
      worst.cause == .own && symptom == .dropped
      ? own(of: worst.amount)
      : reason(worst.cause, worst.owners, for: symptom, isFirst: false)
    return "\(amount): \(reason)."
  }

  /// That its own callback took most of the time of some drops, and in how many of them it would
  /// have been in time by itself, unless these are less than a tenth.
  private func own(of drops: Int64) -> String {
    let (count, culprits) = measurement.delays(ofOwnDrops: metrics.name)
    guard count * 10 >= drops, let (cause, _, names) = Self.worst(culprits) else {
      return "its own callback took too long"
    }
    let inTime =
      "frame would have been in time"
      + (cause == .tasks || cause == .callouts
        ? " without \(listed(Array(names.prefix(2))))"
        : ", but its callback was held up: \(reason(cause, names, for: .dropped))")
    return count == drops
      ? "its \(inTime)" : "its own callback took too long; in \(count) of them its \(inTime)"
  }

  /// The cause that is to blame most often, how often, and through whom, the worst first.
  private static func worst(
    _ blames: [BlameCount]
  ) -> (cause: BlameCause, amount: Int64, owners: [String])? {
    let causes: [BlameCause: Int64] = blames.reduce(into: [:]) {
      $0[$1.cause, default: 0] += $1.count
    }
    return causes.worst.map { cause, amount in
      (cause, amount, blames.filter { $0.cause == cause }.compactMap { $0.owner })
    }
  }

  /// Who is to blame for most of the times that something went wrong.
  private func cause(of symptom: Symptom) -> String? {
    let blames = measurement.culprits(of: symptom, driver: metrics.name) ?? []
    let whole: Int64 = blames.reduce(0) { $0 + $1.count }
    guard let (cause, amount, owners) = Self.worst(blames) else { return nil }
    let isOwnDrop = symptom == .dropped && cause == .own
    // Drops name those first that held the thread for longest.
    let names = symptom == .dropped ? metrics.blame[.droppedSlot].owners(of: cause) : owners
    let reason = isOwnDrop ? own(of: amount) : reason(cause, names, for: symptom)
    return [
      "\(share(amount, of: whole, symptom)): \(reason).",
      isOwnDrop ? words.motion(metrics.name, .dropped) : nil,
      second(symptom, besides: cause, of: whole),
    ].compactMap { $0 }.joined(separator: " ")
  }

  private var latenessCause: String? {
    let ledger = metrics.blame[.lateFiring]
    guard let (cause, time) = ledger.causes.mapValues({ $0.wholeNanoseconds }).worst, time > 0
    else { return nil }
    return "Callbacks began late, for \(timeWords(.nanoseconds(time))) in all because"
      + " \(reason(cause, ledger.owners(of: cause)))."
  }

  private var unevenCause: String? {
    guard let cadence = measurement.cadence(of: metrics.name), !cadence.isWhole else {
      let culprits = measurement.culprits(of: .uneven, driver: metrics.name) ?? []
      guard culprits.first?.cause ?? .phase == .phase else { return cause(of: .uneven) }
      return "Its frames come now just before a latch and now just after it, by the phase of its"
        + " fire dates and the length of its callbacks."
    }
    return "The rate that is wanted is no whole fraction of the display's: no frame can stay for"
      + " \(shortWords(cadence.wanted)) refreshes."
  }

  /// Why it went wrong, and through whom, as a clause.
  ///
  /// - Parameters:
  ///   - cause: The cause.
  ///   - owners: The names to which it is attributed, the worst first.
  ///   - symptom: What went wrong; `nil` for lateness.
  ///   - isFirst: Whether it is the one that is told in full.
  /// - Returns: The clause, without a full stop.
  private func reason(
    _ cause: BlameCause, _ owners: [String], for symptom: Symptom? = nil, isFirst: Bool = true
  ) -> String {
    let owners = Array(owners.prefix(2))
    if cause == .starved, let sentence = starved(in: owners) { return sentence }
    if cause == .callouts, owners == [metrics.name] {
      return "an earlier callback of its own held the thread"
    }
    let own = owners.isEmpty ? "" : " (\(owners.map { $0.asName }.joined(separator: ", ")))"
    return (symptom.map { reason(cause, for: $0) } ?? cause.reason(for: metrics.source))
      + (isFirst ? words.culprits(cause) ?? own : own)
  }

  /// That the loop ran in modes in which the driver never is; `nil` if that is not so.
  private func starved(in modes: [String]) -> String? {
    let own = metrics.run.modes
    guard !own.isEmpty, !modes.isEmpty, !modes.contains(where: own.contains) else { return nil }
    return "the run loop was in \(listed(modes, "or")) mode, and the \(kind) is only in"
      + " \(listed(own))"
  }

  /// Why it went wrong, as a clause; that two rates beat is said wherever they do.
  private func reason(_ cause: BlameCause, for symptom: Symptom) -> String {
    let cadence = metrics.source == .timer ? measurement.cadence(of: metrics.name) : nil
    let hasBeat = metrics.symptoms.draws && cadence?.beats == true
    switch cause {
    case .phase where symptom == .doubled && metrics.source == .timer:
      return "two of its fire dates fall into one refresh, since \(outOfStep)"
    case .phase where metrics.source == .loop && symptom != .dropped:
      return "it began again at once, whatever the display did"
    case .phase where symptom == .late: return outOfStep
    case .phase where symptom != .dropped: return "no callback was late, but \(outOfStep)"
    case .phase:
      guard let cadence, cadence.isSlow else { return cause.reason(for: metrics.source) }
      return "its fire dates come every \(timeWords(cadence.interval)), but a new frame is wanted"
        + " every \(timeWords(cadence.wantedInterval))"
    case .wake where hasBeat, .tolerance where hasBeat:
      return "\(cause.reason(for: metrics.source)), and \(outOfStep)"
    case .commit where metrics.source == .timer:
      return
        "its tick came too late for the page's next frame: ticks and frames come at rates of their own"
    case .idle: return words.idle(metrics.name) ?? cause.reason(for: metrics.source)
    default: return cause.reason(for: metrics.source)
    }
  }

  /// How much of what went wrong, as the beginning of a sentence.
  private func share(_ part: Int64, of whole: Int64, _ symptom: Symptom) -> String {
    guard !symptom.isTime else { return part == whole ? "All of it" : "Most of it" }
    let nouns = symptom.noun(for: whole, draws: metrics.symptoms.draws)
    guard part == whole else { return "\(grouped(part)) of the \(nouns)" }
    return part == 1 ? "The one \(nouns)" : "All of the \(nouns)"
  }
}

extension BlameLedger {
  /// The names to which a cause is attributed, the worst first; none for a cause without names.
  fileprivate func owners(of cause: BlameCause) -> [String] {
    guard cause == .tasks || cause == .callouts || cause == .starved else { return [] }
    return culprits.filter { $0.cause == cause }.compactMap { $0.owner }
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
