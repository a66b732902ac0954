import LabDisplay
import LabKernel
package import LabMetrics
import LabWorkload

/// What is to be saved, and what changes are ranked by: one number of a run, the less the better.
package enum Goal: Hashable, Sendable {
  /// A metric of the driver.
  case metric(SavingMetric)
  /// For how long the display showed another picture of the driver than the one that was wanted.
  case wrongPicture
  /// How many callbacks of the driver did not come when they were wanted.
  case unanswered
  /// A metric of the tasks of a load, by its name.
  case tasks(String)
  /// How long the longest task of a load took, of one that has not ended so far as well; of fifty
  /// and more tasks of an input the 98th percentile.
  case wait
  /// How long pieces of work held the thread that make an app hang.
  case hangs

  /// The name of the metric; a word where there is no metric of that name.
  package var name: String {
    switch self {
    case .metric(let metric): metric.name
    case .wrongPicture: "wrong_picture"
    case .unanswered: "unanswered"
    case .tasks(let metric): metric
    case .wait: "wait"
    case .hangs: "hangs"
    }
  }

  /// Whether its values are times, in nanoseconds.
  package var isTime: Bool {
    switch self {
    case .metric(let metric): metric.isTime
    case .wrongPicture, .wait, .hangs: true
    case .unanswered: false
    case .tasks(let metric): MetricDictionary.metric(named: metric)?.unit == .milliseconds
    }
  }

  /// The unit of its values as reports write them; empty for a number of times.
  package var unit: String {
    guard !isTime else { return "ms" }
    guard case .tasks(let metric) = self else { return "" }
    return MetricDictionary.metric(named: metric)?.unit.symbol ?? ""
  }

  /// The symptom that it counts; `nil` if it measures something else.
  package var symptom: Symptom? {
    if case .metric(let metric) = self { metric.symptom } else { nil }
  }

  /// The symptom that is counted where it is large; `nil` if no single one is.
  var counted: Symptom? {
    guard case .metric(let metric) = self else { return nil }
    return switch metric {
    case .doubleFires: .doubled
    case .hitchTime: .dropped
    case .lateness, .wallLateness: .late
    default: metric.symptom
    }
  }

  /// The problem of a driver whose causes tell why it is as it is; `nil` for what is no driver's.
  var problem: Problem? {
    switch self {
    case .metric(let metric): metric.problem
    case .wrongPicture: .droppedSlot
    case .unanswered: .lateFiring
    case .tasks, .wait, .hangs: nil
    }
  }

  /// Whether it is about a driver, and not about tasks or the thread.
  var isOfDriver: Bool { problem != nil }

  /// Whether it is about callbacks that come when they are wanted: fewer of them are no gain.
  var isOfCallbacks: Bool { problem == .lateFiring || self == .metric(.lateness) }

  /// The value of a run, and of what decides between equals; `nil` where undefined.
  func values(_ rerun: Rerun) -> [Double?] {
    let trouble = rerun.trouble
    func value(_ metric: SavingMetric) -> Double? { metric.value(trouble).map { Double($0) } }
    return switch self {
    case .metric(let metric): [value(metric), value(metric.secondary)]
    case .wrongPicture:
      [trouble.wrongPicture.map { Double($0.wholeNanoseconds) }, value(.dropped)]
    case .unanswered: [trouble.unanswered.map { Double($0) }, value(.missed)]
    case .tasks, .wait, .hangs: rerun.asked
    }
  }

  /// The smallest amount of it that a reader can see.
  var least: Double { isTime ? 50_000 : 1e-9 }

  /// The number as reports write it: a time in milliseconds.
  package func metricValue(_ value: Double) -> MetricValue {
    guard isTime else { return value == value.rounded() ? .count(Int(value)) : .number(value) }
    return .number(value / 1e6)
  }
}

extension WhatIf {
  /// The trouble of the base, by what is ranked by; `nil` if it is undefined.
  var trouble: Double? {
    let values = bases.compactMap { goal.values($0.rerun).first ?? nil }
    guard values.count == bases.count else { return nil }
    return values.reduce(0, +) / Double(values.count)
  }

  /// The question that a study answers about a run.
  func question(of run: Int) -> Plan.Trouble {
    switch (subject, goal) {
    case (.tasks(let question), _): Plan.Trouble(run: run, tasks: question)
    case (.driver, .metric(let metric)): Plan.Trouble(run: run, driver: driver, metric: metric)
    case (.driver, _): Plan.Trouble(run: run, driver: driver)
    case (.waiter, _), (.thread, _): Plan.Trouble(run: run)
    }
  }

  /// What is judged by unless the user says otherwise.
  ///
  /// Of a driver that is what its pictures or its callbacks come to as a whole, whatever that is
  /// called: a change that turns one trouble into another saves nothing. What is of another kind
  /// has its own measure: a wrong speed, too many callbacks, a clock that is behind, old frames, a
  /// burst of callbacks, and two in one refresh whose frames are shown one after the other.
  var usualGoal: Goal {
    switch subject {
    case .tasks(let question): return .tasks(question.metric)
    case .waiter: return .wait
    case .thread: return .hangs
    case .driver: break
    }
    let (worst, troubles) = (worstMetric, troubles)
    func has(_ goal: Goal) -> Bool {
      bases.contains { goal.values($0.rerun)[0] ?? 0 > 0 }
    }
    switch worst {
    case .dropped, .symptom(.uneven), .symptom(.stale), .symptom(.jumped):
      // Where frames are drawn more often than they are wanted, all stay too short.
      let found = Symptoms(troubles).shares.map { $0.symptom }
      let isTooOften = found.contains(.extra) && !found.contains(.uneven)
      return has(.wrongPicture) && !isTooOften ? .wrongPicture : .metric(worst)
    case .symptom(.doubled):
      let isBurst = troubles.contains { trouble in
        trouble.symptoms[.doubled]?.wrong ?? 0 >= 2 * Int64(trouble.doubleRefreshes.count)
      }
      // Where the frames of most are shown all the same, it is not the pictures.
      let length = bases[0].scenario.panel.rate.period.wholeNanoseconds
      let isOfPictures = troubles.contains { trouble in
        let wrong = trouble.wrongPicture?.wholeNanoseconds ?? 0
        return wrong / length * 2 >= Int64(trouble.doubleRefreshes.count)
      }
      return !isBurst && isOfPictures && has(.wrongPicture) ? .wrongPicture : .metric(worst)
    case .missed, .symptom(.short), .symptom(.late):
      return has(.unanswered) ? .unanswered : .metric(worst)
    default: return .metric(worst)
    }
  }
}
