import LabDisplay
import LabKernel
package import LabMetrics
import LabText
import LabTrace
package import LabWorkload

/// What happens at other phases than the one that a run has.
///
/// The first date of the timer, or of what arrives at fixed instants beside a display link, is
/// moved through one refresh in equal steps; all draws stay the same. A region that is narrower
/// than a step may be missed, which a map does not do.
package struct PhaseSample: Hashable, Sendable {
  /// At how many phases the run was performed.
  package let count: Int
  /// At how many of them something is wrong.
  package let wrong: Int
  /// The worst that happens at any of them; `nil` if nothing does.
  package let worst: Symptoms.Share?
  /// How much later everything comes at that phase.
  let delay: Duration
  /// What went wrong at each phase.
  let troubles: [RunTrouble]
  /// Whose phase it is: that of the timer, or of the tasks that arrive at fixed instants.
  let isOfTimer: Bool

  /// Says what happens at other phases than the run's own.
  ///
  /// - Parameter isSound: Whether nothing is wrong at that one.
  /// - Returns: `nil` if nothing differs.
  func sentence(isSound: Bool) -> String? {
    let phases = counted(count, "sampled phase") + (isOfTimer ? " of the timer" : " of its tasks")
    guard isSound, let worst, wrong > 0 else {
      return isSound || wrong == count
        ? nil : "At \(count - wrong) of \(phases) nothing is wrong by any count."
    }
    return "At \(wrong) of \(phases) it \(Self.words(worst))."
  }

  private static func words(_ share: Symptoms.Share) -> String {
    let counts = "up to \(share.wrong) of \(share.all)"
    return switch share.symptom {
    case .missed: "misses \(counts) fire dates"
    case .dropped: "drops \(counts) frames"
    case .doubled: "has double fires, \(counts) callbacks"
    case .uneven: "shows \(counts) frames too long or too short"
    case .late: "is late in \(counts)"
    case .short, .behind, .extra, .speed, .stale, .jumped, .wasted: share.words
    }
  }
}

extension WhatIf {
  /// How many records all of the runs may leave.
  private static var mostRecords: Int { 4_000_000 }

  /// Performs the first run at 32, 16 or 8 phases, as many as its events allow.
  ///
  /// - Parameter goesOn: Is asked again and again whether to go on.
  /// - Returns: What happens; `nil` without a timer and without a load at fixed instants, for a
  ///   display without one rate, for a run with too many events, and if it is ended before the
  ///   first.
  /// - Throws: ``ExperimentFailure/run(_:)``.
  func phases(while goesOn: () -> Bool = { true }) throws(ExperimentFailure) -> PhaseSample? {
    let base = bases[0]
    let scenario = base.run.scenario
    guard scenario.panel.hasOneRate, scenario.hasPhase(of: driver),
      let count = [32, 16, 8].first(where: {
        $0 * base.trace.records.count <= Self.mostRecords
      })
    else { return nil }
    let delays = scenario.phaseDelays(of: driver, count: count)
    let line = OrderedParallelMap<Result<RunTrouble, ExperimentFailure>>(
      count: count, workers: jobs
    ) {
      let memory = RecordMemory()
      return { number in
        Result { () throws(ExperimentFailure) in
          delays[number] == .zero
            ? base.rerun.trouble
            : try base.perform(scenario.delayed(driver, by: delays[number]), in: memory).trouble
        }
      }
    }
    var (wrong, worst, delay) = (0, Symptoms.Share?.none, Duration.zero)
    var troubles: [RunTrouble] = []
    try line.deliver(
      to: { result throws(ExperimentFailure) in
        let trouble = try result.get()
        if let share = Symptoms(trouble).worst {
          wrong += 1
          if worst.map({ $0 < share }) ?? true { (worst, delay) = (share, delays[troubles.count]) }
        }
        troubles.append(trouble)
      }, while: goesOn)
    return troubles.isEmpty
      ? nil
      : PhaseSample(
        count: troubles.count, wrong: wrong, worst: worst, delay: delay, troubles: troubles,
        isOfTimer: scenario.phaseOwner(driver) != nil)
  }
}

extension ExplanationWords {
  /// That a load which is to blame always meets the same phase of the display, and what there is at
  /// others; `nil` if none does, or if there is as much at all of them but for a twentieth.
  func lock(_ phases: PhaseSample) -> String? {
    let scenario = study.base.bases[0].run.scenario
    let blamed = Set(study.attributed.map { $0.load })
    guard
      let (load, interval, count) = scenario.loads.lazy.compactMap({ load in
        blamed.contains(load.name) ? load.lock(in: scenario) : nil
      }).first
    else { return nil }
    let values = phases.troubles.compactMap(gain.value).sorted()
    guard let least = values.first, let most = values.last, values.count == phases.count else {
      return nil
    }
    let common = values[values.count * 3 / 4]
    let rest = values.filter { $0 > common }
    let ends = [least, common, most].map(gain.amount)
    guard ends[0] != ends[2], (most - least) * 20 >= most else { return nil }
    let usual = ends[0] == ends[1] ? ends[0] : "\(ends[0]) to \(ends[1])"
    // What is the same as it is written is told once.
    let isSame = rest.first.map(gain.amount) == ends[2]
    let worst =
      ends[1] == ends[2]
      ? ""
      : " at \(values.count - rest.count) of \(counted(values.count, "sampled phase")), and"
        + " \(isSame ? "" : "up to ")\(ends[2]) at the \(rest.count == 1 ? "other" : "others")"
    let owner = scenario.phaseOwner(study.base.driver).map { "the timer\($0)" } ?? load.asName
    let refreshes = counted(count, "refresh", "refreshes")
    return
      "\(load.asName) comes every \(timeWords(interval)), that is \(refreshes), and so always"
      + " meets the display at the same phase. With \(owner) at other phases there are \(usual)"
      + " \(gain.things)\(worst)."
  }
}

extension Load {
  /// Its name, the interval of its tasks and how many refreshes that is, if it drifts by less than
  /// a sixteenth of a refresh in the run; `nil` otherwise.
  fileprivate func lock(
    in scenario: Scenario
  ) -> (load: String, interval: Duration, refreshes: Int)? {
    guard case .drawn(let arrivals, _) = tasks else { return nil }
    let interval: Duration
    switch arrivals {
    case .every(let each, _), .bursts(_, let each, _, _): interval = each
    case .at, .gaps, .poisson: return nil
    }
    let refreshes = Double(interval.wholeNanoseconds) * scenario.panel.rate.hertz / 1e9
    let times = scenario.duration / interval
    let drift = abs(refreshes - refreshes.rounded()) * times
    guard refreshes.rounded() >= 1, times >= 2, drift < 1 / 16 else { return nil }
    return (name, interval, Int(refreshes.rounded()))
  }
}

extension Scenario {
  /// Which timer is moved to sample phases, as a name behind ‘timer’ if there are several; `nil` if
  /// it is the loads.
  fileprivate func phaseOwner(_ name: String) -> String? {
    timer(of: name) == nil ? nil : drivers.count == 1 ? "" : " \(name)"
  }

  /// Whether anything comes at instants of its own that a driver meets: its dates, or tasks.
  fileprivate func hasPhase(of name: String) -> Bool {
    timer(of: name) != nil || loads.contains { $0.isAtFixedInstants }
  }

  private func timer(of name: String) -> Driver.Timer? {
    drivers.first { $0.name == name }?.source.timer.flatMap { $0.interval > .zero ? $0 : nil }
  }

  /// The steps through one refresh; odd halves of one where whole ones would lie on a tie, which
  /// rounding alone would decide, or a small drift.
  fileprivate func phaseDelays(of name: String, count: Int) -> [Duration] {
    func steps(_ half: Int) -> [Duration] {
      (0..<count).map { panel.rate.period * (2 * $0 + half) / (2 * count) }
    }
    guard let driver = drivers.first(where: { $0.name == name }), let timer = timer(of: name) else {
      return steps(1)
    }
    let grid = TieGrid(interval: Fraction(timer.interval.wholeNanoseconds), panel: panel)
    let first = timer.firstFire ?? driver.begins.advanced(by: timer.interval)
    let isTied =
      isNearVsync(first, each: timer.interval, step: count)
      || steps(0).contains { grid.contains(first.advanced(by: $0)) }
    return steps(isTied ? 1 : 0)
  }

  /// Whether a whole step leads a timer with about the display's interval, or a multiple of it,
  /// closer to a vsync than an odd half of one.
  private func isNearVsync(_ first: Instant, each interval: Duration, step count: Int) -> Bool {
    let (interval, period) = (interval.wholeNanoseconds, panel.rate.period.wholeNanoseconds)
    let drift = interval % period
    guard interval > period / 2, min(drift, period - drift) <= period / 1000 else { return false }
    let step = period / Int64(count)
    let passed = (first.nanoseconds - panel.vsync(0).nanoseconds) % period
    let rest = (passed + period) % period % step
    return 4 * min(rest, step - rest) < step
  }

  /// Returns the same with the dates of a timer later; without one, with the tasks that arrive at
  /// fixed instants later.
  func delayed(_ name: String, by time: Duration) -> Scenario {
    var scenario = self
    if timer(of: name) != nil, let place = drivers.firstIndex(where: { $0.name == name }) {
      scenario.drivers[place].delay(by: time)
    } else {
      for index in loads.indices { scenario.loads[index].delay(by: time) }
    }
    return scenario
  }
}

extension Load {
  fileprivate var isAtFixedInstants: Bool {
    guard case .drawn(let arrivals, _) = tasks else { return false }
    return switch arrivals {
    case .at, .every, .bursts: true
    case .gaps, .poisson: false
    }
  }

  fileprivate mutating func delay(by time: Duration) {
    guard case .drawn(let arrivals, let law) = tasks else { return }
    let later: Arrivals
    switch arrivals {
    case .at(let instants): later = .at(instants.map { $0.advanced(by: time) })
    case .every(let interval, let first):
      later = .every(interval, first: first.advanced(by: time))
    case .bursts(let count, let interval, let first, let apart):
      later = .bursts(
        of: count, every: interval, first: first.advanced(by: time), apart: apart)
    case .gaps, .poisson: return
    }
    tasks = .drawn(later, takes: law)
  }
}

/// What a change of a timer's interval saves by the phase that it happens to get.
///
/// A timer that is new, or has another interval, gets some phase to the vsyncs by chance. What the
/// change saves is a range over the phases: here over eight of them.
package struct PhaseRange: Hashable, Sendable {
  /// How many phases are tried.
  package static let phases = 8

  /// The least and the most that is saved.
  package let savings: ClosedRange<Double>

  /// Performs a change at each phase; `nil` if it leaves none open, or the metric is undefined.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - base: What it is made to: a run that stands alone.
  package init?(of change: Change, in base: WhatIf) {
    guard base.bases.count == 1, let run = base.bases.first,
      let before = base.goal.values(run.rerun).first ?? nil,
      let changed = try? change.applied(to: run.scenario, seed: run.run.seed)
    else { return nil }
    let open = changed.timersOfOpenPhase(beside: run.scenario)
    guard !open.isEmpty else { return nil }
    let memory = RecordMemory()
    var savings: [Double] = []
    for phase in 0..<Self.phases {
      var scenario = changed
      for index in open {
        scenario.drivers[index].delay(by: scenario.panel.rate.period * phase / Self.phases)
      }
      guard let rerun = try? run.perform(scenario, in: memory) else { return nil }
      let values = base.goal.values(rerun)
      guard let after = values.first ?? nil else { return nil }
      savings.append(before - after)
    }
    self.savings = (savings.min() ?? 0)...(savings.max() ?? 0)
  }
}

extension Scenario {
  /// The timers that another scenario has not, or has with another interval, by their positions.
  fileprivate func timersOfOpenPhase(beside other: Scenario) -> [Int] {
    drivers.indices.filter { index in
      guard let timer = drivers[index].source.timer, timer.interval > .zero else { return false }
      let same = other.drivers.first { $0.name == drivers[index].name }?.source.timer
      return same?.interval != timer.interval
    }
  }
}

extension Driver {
  /// Lets a timer be due later, in each of its lives.
  mutating func delay(by time: Duration) {
    guard var timer = source.timer else { return }
    let first = timer.firstFire ?? begins.advanced(by: timer.interval)
    timer.firstFire = first.advanced(by: time)
    source.timer = timer
  }
}

extension WhatIfStudy {
  /// Performs the best changes that leave the phase of a timer open at other phases, and marks
  /// those that do harm at one; then what is best without these.
  ///
  /// - Returns: The ranges of what was performed.
  static func markHarmful(_ rows: inout [WhatIfRow], in base: WhatIf) -> [Change: PhaseRange] {
    var ranges: [Change: PhaseRange] = [:]
    var looked: Set<Change> = []
    while let change = rows.best(base.goal).map({ $0.change }).first(where: { change in
      change.steps.count == 1 && !looked.contains(change)
    }) {
      looked.insert(change)
      guard let range = PhaseRange(of: change, in: base) else { continue }
      ranges[change] = range
      guard -range.savings.lowerBound >= base.goal.least else { continue }
      for place in rows.indices where rows[place].change == change {
        rows[place].flaw = .harmsByPhase
      }
    }
    return ranges
  }
}
