import LabDisplay
import LabKernel
import LabMetrics
import LabWorkload

/// What a change costs: what it does to the latency, the rate and the energy of a driver.
package struct Tradeoff: Hashable, Sendable {
  /// What is read of a run, in the unit of the metric.
  package struct Reading: Hashable, Sendable {
    /// Whether frames are wanted of the driver.
    package let draws: Bool
    /// The median time from a due instant to the display, in milliseconds; `nil` if it does not
    /// draw.
    package let latency: Double?
    /// The new frames a second, or the callbacks a second of one that does not draw.
    package let rate: Double?
    /// The wake-ups a second.
    package let wakeUps: Double?
    /// For how much of the run the thread sleeps, from 0 to 1.
    package let asleep: Double
    /// The most refreshes for which a frame stays.
    package let stay: Double?
    /// The longest that a frame stays.
    let longestStay: Duration?
    /// The standard deviation of the time between frames from the one wanted, in milliseconds.
    package let judder: Double?
    /// Everything that can go wrong with it, and with others in the run.
    let wrongs: [Wrong]
  }

  /// Something that goes wrong in a run.
  struct Wrong: Hashable, Sendable {
    /// What it is.
    enum Kind: Hashable, Sendable {
      /// A symptom of the driver that is judged.
      case symptom(Symptom)
      /// Its frames are old.
      case old
      /// Bodies leave the room of its scene.
      case escapes
      /// Another driver stands still, or is late if it draws nothing.
      case driver(String, draws: Bool)
      /// An awaited load waits.
      case load(String)
      /// The thread hangs.
      case hangs
    }

    let kind: Kind
    /// How often; of a time in milliseconds.
    let amount: Double
    /// The same by what it is judged by: of double fires the callbacks that are too many, and not
    /// the refreshes that have any; none where they are no trouble.
    var judged: Double?
  }

  /// A number of a driver before and after.
  private struct Figure {
    let before, after: Double?
    /// What it is called behind its value.
    var unit = ""
    /// Whether it is for how long a frame is on its way to the display.
    var isOfDelay = false
    /// Whether more of it is worse; `nil` if neither is.
    let isMoreWorse: Bool?

    /// Whether it is worse.
    var isWorse: Bool {
      guard let before, let after, let isMoreWorse else { return false }
      return isMoreWorse ? after > before : after < before
    }

    var words: String? {
      guard isOfDelay else { return Tradeoff.part(before, after, unit) }
      guard let before, let after, shortWords(before) != shortWords(after) else { return nil }
      return "frames \(shortWords(abs(after - before))) ms \(after > before ? "later" : "earlier")"
        + " on the screen"
    }
  }

  /// Without the change.
  package let before: Reading
  /// With it.
  package let after: Reading
  /// The expectations of the script that hold without it and not with it.
  package var broken: [String] = []
  /// Whether the expectation holds with it that fails without; `nil` if that is not asked, or not
  /// decided in one run.
  var mends: Bool?

  /// What the change may change: the latency, and what there is a second; wake-ups only if they are
  /// more or fewer by a tenth, without those for frames or calls that come or stay away.
  private var figures: [Figure] {
    let isDrawn = before.draws
    return [
      Figure(before: before.latency, after: after.latency, isOfDelay: true, isMoreWorse: true),
      Figure(
        before: before.rate, after: after.rate,
        unit: isDrawn ? " fps" : " callbacks a second", isMoreWorse: isDrawn ? false : nil),
    ]
      + (!changesWakeUps
        ? []
        : [
          Figure(
            before: before.wakeUps, after: after.wakeUps, unit: " wake-ups a second",
            isMoreWorse: true)
        ])
  }

  /// Whether the wake-ups that are not for frames or calls become more or fewer by a tenth of all,
  /// while the thread sleeps about as long: one that has more time to sleep wakes up more often at
  /// no price, and one that never sleeps has none to save.
  private var changesWakeUps: Bool {
    guard let wakeUps = before.wakeUps, let now = after.wakeUps,
      abs(after.asleep - before.asleep) < 0.1
    else { return false }
    let rise = now - wakeUps
    let called = (after.rate ?? 0) - (before.rate ?? 0)
    let rest = rise > 0 ? rise - max(0, called) : -rise - max(0, -called)
    return rest > 0 && rest * 10 >= wakeUps
  }

  /// The price in words, before and after of whatever the change changes.
  package var words: [String] { figures.compactMap { $0.words } }

  /// What is better with the change, and what is worse, each as a part of a sentence.
  var sides: (better: [String], worse: [String]) {
    let figures = figures
    return (
      figures.filter { !$0.isWorse }.compactMap { $0.words },
      figures.filter { $0.isWorse }.compactMap { $0.words }
    )
  }

  /// What is worse with the change, however little beside what it saves, and what it breaks; empty
  /// for nothing.
  ///
  /// - Returns: A part of a sentence for each.
  var harm: [String] {
    let worse = after.wrongs.compactMap { wrong -> String? in
      let before = before.wrongs.first { $0.kind == wrong.kind }
      let rise = wrong.amount - (before?.amount ?? 0)
      let isWorse = (wrong.judged ?? rise) > (before?.judged ?? 0)
      // Less than a millisecond is not seen.
      return isWorse && rise >= 1 ? wrong.kind.words(rise) : nil
    }
    return worse + [brokenWords].compactMap { $0 }
  }

  /// Which expectations do not hold any more, as a part of a sentence; `nil` for none.
  package var brokenWords: String? {
    let more = broken.count > 1 ? " and \(broken.count - 1) more" : ""
    return broken.first.map { "breaks 'expect \($0)'\(more)" }
  }

  /// How even the frames are, before and after; `nil` for a driver that does not draw.
  var evenness: String? { Self.part(before.judder, after.judder, " ms of judder") }

  private static func part(_ before: Double?, _ after: Double?, _ unit: String) -> String? {
    let values = [before, after].map { $0.map { shortWords($0) } ?? "none" }
    return values[0] == values[1] ? nil : "\(values[0]) → \(values[1])\(unit)"
  }
}

extension Tradeoff.Wrong.Kind {
  /// That there is more of it by an amount.
  fileprivate func words(_ rise: Double) -> String {
    let amount = shortWords(rise)
    return switch self {
    case .symptom(let symptom):
      symptom.isTime
        ? "\(amount) \(symptom.noun(for: 2))"
        : "\(amount) more \(symptom.noun(for: rise == 1 ? 1 : 2))"
    case .old: "frames older by \(amount) \(rise == 1 ? "refresh" : "refreshes")"
    case .escapes: "\(amount) more \(rise == 1 ? "body leaves" : "bodies leave") the room"
    case .driver(let name, true): "\(name) stands still for \(amount) ms more"
    case .driver(let name, false): "callbacks of \(name) \(amount) ms later in all"
    case .load(let name): "\(name) is done \(amount) ms later"
    case .hangs: "\(amount) ms more of hangs"
    }
  }
}

extension Tradeoff.Reading {
  /// Reads a run; `nil` if it has no such driver.
  init?(
    _ measurement: RunMeasurement, of name: String, draws: Bool, over duration: Duration,
    isJudged: Bool, beside waiters: [Waiter]
  ) {
    guard let driver = measurement[driver: name] else { return nil }
    func value(_ metric: String) -> Double? {
      MetricDictionary.metric(named: metric)?.value(driver)?.number
    }
    self.draws = draws
    latency = draws ? value("due_to_photon_p50") : nil
    rate = draws ? value("fps_avg") : value("fires").map { $0 / (duration / .seconds(1)) }
    wakeUps = value("wake_ups")
    asleep = 1 - measurement.busyTime / max(duration, .nanoseconds(1))
    stay = draws ? value("picture_stay_max") : nil
    longestStay = draws ? driver.frames?.content?.longestStay : nil
    judder = draws ? value("judder_sd") : nil
    wrongs = measurement.wrongs(of: isJudged ? name : nil, beside: waiters)
  }
}

extension WhatIf {
  /// Measures the first run with a change.
  func measurement(with change: Change) throws(ExperimentFailure) -> RunMeasurement {
    let base = bases[0]
    let scenario = try change.made(in: base.scenario, seed: base.run.seed)
    return RunMeasurement(
      try Runner(jobs: 1).trace(of: RunSpec(base.run.label, scenario).measuringTasks))
  }

  /// What is read of the first run, with a change or without one.
  func reading(_ measurement: RunMeasurement) -> Tradeoff.Reading? {
    let scenario = bases[0].run.scenario
    return Tradeoff.Reading(
      measurement, of: driver, draws: draws, over: scenario.duration, isJudged: goal.isOfDriver,
      beside: scenario.waiters(asked: plan?.asked ?? []))
  }

  /// Whether the driver draws.
  private var draws: Bool {
    bases[0].scenario.drivers.first { $0.name == driver }?.draws ?? true
  }
}

extension RunMeasurement {
  /// What goes wrong with the driver that is judged, if one is, with the others, with awaited
  /// tasks, and with the thread.
  fileprivate func wrongs(of name: String?, beside waiters: [Waiter]) -> [Tradeoff.Wrong] {
    var wrongs: [Tradeoff.Wrong] = []
    if let name, let own = self[driver: name] {
      for symptom in Symptom.allCases
      where symptom != .wasted && Symptoms.judges(symptom, draws: own.symptoms.draws)
        // A late callback is not seen if its frame is right.
        && !(symptom == .late && own.symptoms.draws)
      {
        let count = own.symptoms[symptom]
        // Where frames wait in a queue, two in a refresh are no trouble, and are there.
        let fired =
          symptom == .doubled && own.symptoms.draws
          ? MetricDictionary.metric(named: "double_fires")?.value(own)?.number : nil
        guard let amount = fired ?? count.map({ Double($0.wrong) }) else { continue }
        wrongs.append(
          Tradeoff.Wrong(
            kind: .symptom(symptom), amount: symptom.isTime ? amount / 1e6 : amount,
            judged: Double(count?.wrong ?? 0)))
      }
      if let old = oldFrames(of: name) {
        wrongs.append(Tradeoff.Wrong(kind: .old, amount: Double(old.refreshes)))
      }
      if let count = MetricDictionary.metric(named: "escapes")?.value(own)?.number {
        wrongs.append(Tradeoff.Wrong(kind: .escapes, amount: count))
      }
    }
    func add(_ kind: Tradeoff.Wrong.Kind, _ time: Duration) {
      wrongs.append(Tradeoff.Wrong(kind: kind, amount: time / .milliseconds(1)))
    }
    for other in drivers where other.name != name {
      add(.driver(other.name, draws: other.symptoms.draws), lostTime(of: other.name))
    }
    for waiter in waiters { add(.load(waiter.load), judgedWait(of: waiter)) }
    add(.hangs, hangs.time)
    return wrongs
  }
}
