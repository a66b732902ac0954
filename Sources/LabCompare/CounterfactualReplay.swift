import LabKernel
import LabMetrics
import LabWorkload

/// The replays of two recordings with their work, settings and phases exchanged.
struct CounterfactualReplay {
  let before: ComparedRecording
  let after: ComparedRecording
  let tasks: TaskDifferences
  let metric: SavingMetric

  /// One of the two recordings.
  enum Side: Int {
    case before, after
  }

  private func recording(_ side: Side) -> ComparedRecording { side == .before ? before : after }

  /// Returns the value with the work of one recording, the setting of another, and a phase.
  ///
  /// - Parameters:
  ///   - work: Whose tasks, modes, vsyncs, wake-ups and other drivers.
  ///   - setting: Whose driver.
  ///   - phase: Whose phase, or that of the setting.
  ///   - later: How much later than so the driver is due, in nanoseconds.
  /// - Returns: The value of the metric.
  /// - Throws: Why the replay could not be completed.
  func value(
    work: Side, setting: Side, phase: Side? = nil, later: Int64 = 0
  ) throws -> Double {
    let (own, other) = (recording(work), recording(setting))
    if work == setting, phase ?? setting == setting, later == 0 {
      return Double(metric.value(other.replayed) ?? 0)
    }
    var scenario = own.scenario
    let isOwn = work == setting
    let driver = driver(
      of: other, in: own, isOwn: isOwn, phase: recording(phase ?? setting), later: later)
    scenario.drivers = [driver] + others(work: own, setting: other, isOwn: isOwn)
    if work != setting, !tasks.changed.isEmpty, !scenario.loads.isEmpty {
      scenario.loads[0].tasks = .recorded(
        tasks.tasks(own, as: other, isAfter: setting == .after))
    }
    let trouble = try ComparedRecording.perform(scenario, judging: driver.name)
    return Double(metric.value(trouble) ?? 0)
  }

  /// The driver of a setting among the vsyncs of some work.
  private func driver(
    of setting: ComparedRecording, in work: ComparedRecording, isOwn: Bool,
    phase: ComparedRecording, later: Int64
  ) -> Driver {
    var driver = setting.driver
    var shift: Int64 = 0
    if let vsync = work.vsync(before: setting.firstDate), let phase = phase.phase,
      setting.phase != nil
    {
      shift = vsync + phase - setting.firstDate
    }
    driver.shift(by: shift + later)
    switch driver.cost {
    case .dated(let costs) where isOwn:
      driver.cost = .dated(
        DatedDurations(
          costs.entries.map { .init($0.date.shifted(by: shift + later), $0.duration) }))
    case .dated(let costs): driver.cost = .inTurn(costs.entries.map(\.duration))
    default: break
    }
    return driver
  }

  /// The drivers beside it: those of the work, unless the other app sets them otherwise.
  private func others(
    work: ComparedRecording, setting: ComparedRecording, isOwn: Bool
  ) -> [Driver] {
    let own = Dictionary(work.others.map { ($0.name, $0) }) { first, _ in first }
    return setting.others.map { other in
      guard let own = own[other.name], other.isSet(as: own) else {
        var other = other
        if case .dated(let costs) = other.cost, !isOwn {
          other.cost = .inTurn(costs.entries.map(\.duration))
        }
        return other
      }
      return own
    }
  }
}

extension Instant {
  fileprivate func shifted(by time: Int64) -> Instant {
    Instant(nanoseconds: max(0, nanoseconds + time))
  }
}

extension Driver {
  /// Lets all dates come so much later.
  fileprivate mutating func shift(by time: Int64) {
    guard var timer = source.timer, time != 0 else { return }
    let first = timer.firstFire ?? begins.advanced(by: timer.interval)
    var date = first.nanoseconds + time
    if date <= 0 {
      let step = max(1, timer.interval.wholeNanoseconds)
      date += (1 - date / step) * step
    }
    timer.firstFire = Instant(nanoseconds: date)
    source.timer = timer
    for index in lives.indices where lives[index].begins > .start {
      let begins = lives[index].begins.shifted(by: time)
      let last = index > 0 ? lives[index - 1].ends ?? .start : .start
      lives[index].begins = min(
        max(begins, last), (lives[index].ends ?? .distantFuture).shifted(by: -1))
    }
  }

  /// Whether an app has set both alike, whatever their callbacks cost.
  func isSet(as other: Driver) -> Bool {
    guard modes == other.modes, targetCadence == other.targetCadence else { return false }
    switch (source, other.source) {
    case (.timer(let one), .timer(let other)):
      return one.tolerance == other.tolerance && one.catchUp == other.catchUp
        && abs(one.interval.wholeNanoseconds - other.interval.wholeNanoseconds) * 1000
          <= 2 * one.interval.wholeNanoseconds
    case (.link(let one), .link(let other)): return one == other
    default: return false
    }
  }
}
