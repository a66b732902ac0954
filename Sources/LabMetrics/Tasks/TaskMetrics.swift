public import LabKernel
import LabText
import LabTrace

/// Everything that is measured of the tasks of one load in one run.
///
/// All tasks of the run count. Those that the end of the run leaves open are in no mean and no
/// percentile, but where they took too long already they are counted as such.
public struct TaskMetrics: Hashable, Sendable {
  /// The name of the load.
  public let name: String
  /// The driver whose frames show what the tasks did; `nil` for none.
  public let driver: String?
  /// How many tasks arrived.
  public let arrived: Int
  /// What the waits are put down to; the causes add up to the waits.
  public let waits: BlameLedger
  /// How much longer tasks held the thread than 50 ms, taken together.
  public let blockingTime: Duration
  /// The interaction to next paint of the tasks as interactions, each from its arrival to the
  /// display, or to its end if no frame shows it; `nil` without a task that has ended.
  public let interactionToNextPaint: Duration?

  private let distributions: [TaskQuantity: Distribution]
  private let beyond: [TaskQuantity: Int]
  /// The first wait to which its causes do not add up.
  private let wrongWait: ConservationViolation?

  init(_ log: LoadLog, _ facts: RunFacts) {
    let (rows, end) = (log.rows, Instant(nanoseconds: facts.window.end))
    (name, driver, arrived) = (log.outline.name, log.outline.driver, rows.count)
    let causes: BlameTotals
    (causes, wrongWait) = log.waits(facts.thread)
    waits = BlameLedger(causes, facts.thread)
    let longTask = TaskQuantity.work.limit
    blockingTime = rows.reduce(.zero) { $0 + max(.zero, ($1[.work] ?? .zero) - longTask) }
    interactionToNextPaint = rows.compactMap { row in
      // One that no frame shows is over at its end.
      row.ended.map { row.arrival.duration(to: row.photon ?? $0).wholeNanoseconds }
    }.interactionToNextPaint.map { .nanoseconds($0) }
    var distributions: [TaskQuantity: Distribution] = [:]
    var beyond: [TaskQuantity: Int] = [:]
    for quantity in TaskQuantity.allCases {
      distributions[quantity] = Distribution(
        rows.compactMap { $0[quantity]?.wholeNanoseconds })
      beyond[quantity] = rows.count {
        $0.least(quantity, until: end) ?? .zero > quantity.limit
      }
    }
    (self.distributions, self.beyond) = (distributions, beyond)
  }

  /// What a quantity comes to; `nil` without a task that has it.
  public subscript(quantity: TaskQuantity) -> Distribution? { distributions[quantity] }

  /// How many tasks have ended.
  public var ended: Int { self[.response]?.count ?? 0 }

  /// How many tasks have ended and were not shown before the end of the run; `nil` without a driver
  /// that shows them.
  public var unseen: Int? { driver == nil ? nil : ended - (self[.shown]?.count ?? 0) }

  /// How many tasks took longer than ``TaskQuantity/limit``; `nil` if no driver shows them and the
  /// quantity needs one.
  public func beyondLimit(_ quantity: TaskQuantity) -> Int? {
    driver == nil && quantity.needsFrame ? nil : beyond[quantity]
  }

  /// The share of them, in percent of those that arrived; `nil` without any.
  public func percentBeyondLimit(_ quantity: TaskQuantity) -> Double? {
    guard arrived > 0, let beyond = beyondLimit(quantity) else { return nil }
    return 100 * Double(beyond) / Double(arrived)
  }

  /// Returns the value of a metric of tasks by its name; `nil` where it is undefined, or if there
  /// is none of that name.
  public subscript(metric: String) -> MetricValue? {
    MetricDictionary.metric(metric)?.value(of: self)
  }

  /// The identities that the numbers break.
  var violations: [ConservationViolation] {
    func sum(_ quantity: TaskQuantity) -> Int128 { self[quantity]?.sum ?? 0 }
    var sides = [
      (
        "the causes of all waits add up to them", Int128(waits.total.wholeNanoseconds),
        sum(.wait)
      )
    ]
    if self[.wait]?.count == ended {
      sides.append(("wait + work = response", sum(.wait) + sum(.work), sum(.response)))
      if unseen == 0 {
        sides.append(
          ("response + presentation = shown", sum(.response) + sum(.presentation), sum(.shown)))
      }
    }
    return [wrongWait].compactMap { $0 }
      + sides.filter { $0.1 != $0.2 }.map { statement, left, right in
        ConservationViolation(
          .blame, of: name, statement, Int64(clamping: left), Int64(clamping: right))
      }
  }
}

/// How long something about a task took; the parts of its way from its arrival to the display.
///
///     wait + work = response,  response + presentation = shown
public enum TaskQuantity: String, Hashable, Sendable, CaseIterable {
  /// From the arrival to the beginning.
  case wait
  /// From the beginning to the end; of a task in pieces from the first beginning to the last end.
  case work
  /// From the arrival to the end.
  case response
  /// From the end to the display of the first frame whose callback began at or after it.
  case presentation
  /// From the arrival to that display.
  case shown

  /// Up to how long is good; what takes longer is counted.
  public var limit: Duration {
    switch self {
    case .wait, .response, .presentation: .milliseconds(100)
    case .work: .milliseconds(50)
    case .shown: .milliseconds(200)
    }
  }

  /// Whether only tasks have it that a driver shows.
  var needsFrame: Bool { self == .presentation || self == .shown }
}

/// One task of a load, with the instants of its way.
public struct TaskRow: Hashable, Sendable {
  /// When it arrived.
  public let arrival: Instant
  /// When it began; `nil` if it never did.
  public internal(set) var began: Instant?
  /// When the last of it ended; `nil` if it never did.
  public internal(set) var ended: Instant?
  /// When the frame was displayed that shows what it did; `nil` without one.
  public internal(set) var photon: Instant?

  init(arrival: Instant) { self.arrival = arrival }

  /// Returns how long a quantity was; `nil` if that is not known at the end of the run.
  public subscript(quantity: TaskQuantity) -> Duration? {
    switch quantity {
    case .wait: began.map { arrival.duration(to: $0) }
    case .work: ended.flatMap { end in began.map { $0.duration(to: end) } }
    case .response: ended.map { arrival.duration(to: $0) }
    case .presentation: photon.flatMap { photon in ended.map { $0.duration(to: photon) } }
    case .shown: photon.map { arrival.duration(to: $0) }
    }
  }
}

extension TaskRow {
  /// Returns how long a quantity was at least, of one that goes on until an instant.
  package func least(_ quantity: TaskQuantity, until end: Instant) -> Duration? {
    if let known = self[quantity] { return known }
    let begin: Instant? =
      switch quantity {
      case .wait, .response, .shown: arrival
      case .work: began
      case .presentation: ended
      }
    return begin.map { $0.duration(to: end) }
  }
}

extension RunMeasurement {
  /// Returns the tasks of a load, in the order of their arrivals; none unless it was measured.
  ///
  /// A task in pieces is one.
  public func taskRows(of load: String) -> [TaskRow] {
    log(of: load)?.rows ?? []
  }

  /// Whether tasks of a load run in pieces, between which others may run.
  func runsInPieces(_ load: String) -> Bool {
    log(of: load)?.outline.hasPieces == true
  }

  /// Returns what a task waited for, the longest first; each task that held the thread by itself.
  ///
  /// - Parameters:
  ///   - row: The task.
  ///   - load: Its load.
  /// - Returns: Stretches that add up to the wait; of a task that never began, until the end of the
  ///   run.
  public func causes(ofWait row: TaskRow, in load: String) -> [Blame] {
    guard let log = log(of: load) else { return [] }
    var cutter = BlameAttribution(log, facts.thread)
    let end = row.began?.nanoseconds ?? facts.window.end
    cutter.chargeThread(
      TimeSpan(begin: row.arrival.nanoseconds, end: end), otherwise: .unexplained)
    return cutter.pieces.map { facts.thread.blame($0) }.summed()
  }
}

/// What is asked about the tasks of a load: why a metric of them is so large.
package struct TaskQuestion: Hashable, Sendable {
  /// The load; `nil` for the one whose tasks are worst off, an input before others.
  package let load: String?
  /// The name of the metric.
  package let metric: String

  /// Asks about a metric of tasks, or about the longest of a quantity, such as `response`; `nil` if
  /// there is none of that name, or if more of it is not worse.
  package init?(_ name: String, of load: String? = nil) {
    let name = TaskQuantity(rawValue: name).map { "\($0.rawValue)_max" } ?? name
    guard let metric = MetricDictionary.metric(name), metric.isOfTasks,
      metric.name != "arrived_tasks"
    else { return nil }
    (self.load, self.metric) = (load, metric.name)
  }

  /// The quantity that it is about: the time from the arrival to the end unless its name says
  /// another one.
  package var quantity: TaskQuantity {
    TaskQuantity.allCases.first { metric.hasPrefix("\($0.rawValue)_") }
      ?? (metric.hasPrefix("waits") ? .wait : metric == "blocking_time" ? .work : .response)
  }

  /// Whether only tasks have it that a driver shows.
  package var needsFrame: Bool { quantity.needsFrame || metric == "unseen_tasks" }

  /// The tasks of the load that is asked about; else of the one with the most of the metric, an
  /// input before others.
  ///
  /// - Returns: `nil` if there is no such load, or if it has no such metric.
  package func tasks(of loads: [TaskMetrics], inputs: Set<String>) -> TaskMetrics? {
    let able = loads.filter { !needsFrame || $0.driver != nil }
    if let load { return able.first { $0.name == load } }
    let judged = able.filter { inputs.contains($0.name) }
    return (judged.isEmpty ? able : judged).enumerated().max {
      ($0.element[metric]?.number ?? -1, $1.offset) < ($1.element[metric]?.number ?? -1, $0.offset)
    }?.element
  }
}
