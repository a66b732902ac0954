import LabDisplay
import LabKernel
import LabMetrics
import LabText
import LabTrace
import LabWorkload

/// Runs that leave out many single tasks at once, from which is told what each comes to alone.
///
/// Without a task a run is another one for a while, and then again what it was: the thread sleeps
/// in both, all timers have the same next dates, and nothing waits. Tasks that lie far enough apart
/// are therefore left out of one run. What one of them comes to is measured of the records of the
/// base, with those of the shared run for as long as the two differ.
///
/// That a run is again what it was is told from the records: from a vsync on at which nothing holds
/// the thread they are the same until every driver has been called twice, with the same next dates.
/// In the scenarios that are admitted there is no other state.
struct SharedReruns {
  /// A task that is left out.
  struct Task: Hashable, Sendable {
    let load: String
    let number: Int
    let arrival: Instant
    let duration: Duration

    var change: Change { Change([.tasks(TaskSelection(load, .numbers([number])), .without)]) }
  }

  /// Where two runs differ: the records of the base, and those of the other run instead of them.
  private typealias Difference = (own: Range<Int>, other: Range<Int>)

  /// The longest interval of a timer, in which a run cannot become again what it was.
  let interval: Duration

  private let base: WhatIfBase
  private let drivers: Set<TraceSubject>

  /// Prepares for a base; `nil` if a run has state that its records do not show.
  init?(_ base: WhatIfBase) {
    let scenario = base.scenario
    if case .steps = scenario.panel.timing { return nil }
    let isPlain = scenario.drivers.allSatisfy { driver in
      guard case .constant = driver.cost, driver.motion == nil, driver.cap == nil else {
        return false
      }
      guard let timer = driver.source.timer else { return true }
      return timer.interval > .zero && timer.tolerance == .zero
    }
    guard isPlain, !scenario.panel.isAdaptive, !scenario.hasOtherModes, scenario.actions.isEmpty,
      !scenario.hasOtherAlarms,
      scenario.wakeUpDelay == nil, scenario.renderCost == nil, !scenario.hasPieces,
      !scenario.waitsForDisplay,
      scenario.loads.allSatisfy({ $0.delivery != .timer && $0.leaders.isEmpty })
    else { return nil }
    self.base = base
    interval = scenario.drivers.map { $0.source.interval }.max() ?? .zero
    let names = Set(scenario.drivers.map { $0.name })
    drivers = Set(
      base.trace.names.indices.filter { names.contains(base.trace.names[$0]) }
        .map { TraceSubject($0) })
  }

  /// The task that a change leaves out and does nothing else; `nil` for any other change.
  func task(of change: Change) -> Task? {
    guard change.steps.count == 1, case .tasks(let selection, .without) = change.steps[0],
      case .numbers(let numbers) = selection.range, numbers.count == 1, let number = numbers.first,
      let tasks = base.scenario.loads.first(where: { $0.name == selection.load })?.writtenTasks,
      tasks.indices.contains(number)
    else { return nil }
    return Task(
      load: selection.load, number: number, arrival: tasks[number].arrival,
      duration: tasks[number].duration)
  }

  /// Divides tasks among as few runs as leave a time between any two of them.
  static func batches(_ tasks: [Task], apart gap: Duration) -> [[Task]] {
    var batches: [[Task]] = []
    for task in tasks.sorted(by: {
      ($0.arrival, $0.load, $0.number) < ($1.arrival, $1.load, $1.number)
    }) {
      let place = batches.firstIndex { batch in
        batch.last.map { $0.arrival.advanced(by: $0.duration + gap) <= task.arrival } ?? true
      }
      if let place { batches[place].append(task) } else { batches.append([task]) }
    }
    return batches
  }

  /// Leaves tasks out of one run, and returns what each comes to alone; those are missing of which
  /// that cannot be told.
  func outcomes(of tasks: [Task], in memory: RecordMemory) throws(ExperimentFailure) -> [Task:
    RunTrouble]
  {
    let steps = tasks.flatMap { $0.change.steps }
    let scenario = try Change(steps).made(in: base.scenario, seed: base.run.seed)
    return try base.withTrace(of: scenario, in: memory) { other throws(ExperimentFailure) in
      guard other.names == base.trace.names, other.modes == base.trace.modes else { return [:] }
      var outcomes: [Task: RunTrouble] = [:]
      let left = Dictionary(keepingFirst: tasks.map { (Place($0.load, $0.number), $0) })
      for difference in differences(from: other) {
        let arrived = base.trace.records[difference.own].compactMap { record -> Task? in
          guard case .arrived(let subject, let serial, _) = record.event else { return nil }
          return left[Place(base.trace.names[Int(subject)], Int(serial))]
        }
        // Of a difference without a cause the records did not show it: nothing is certain then.
        guard let task = arrived.first else { return [:] }
        guard arrived.count == 1 else { continue }
        outcomes[task] = RunTrouble(
          of: base.driver, in: base.trace, replacing: difference.own,
          with: difference.other, of: other)
      }
      return outcomes
    }
  }

  private struct Place: Hashable {
    let load: String
    let number: Int

    init(_ load: String, _ number: Int) { (self.load, self.number) = (load, number) }
  }

  // MARK: Where two runs differ

  private func differences(from other: Trace) -> [Difference] {
    let (own, others) = (base.trace.records.span, other.records.span)
    var differences: [Difference] = []
    var (place, otherPlace) = (0, 0)
    var open = 0
    while true {
      while place < own.count, otherPlace < others.count,
        own[place].isSame(as: others[otherPlace])
      {
        open += own[place].opened
        (place, otherPlace) = (place + 1, otherPlace + 1)
      }
      guard place < own.count || otherPlace < others.count else { return differences }
      var one = Cursor(place: place, open: open)
      var two = Cursor(place: otherPlace, open: open)
      let isSame = isSameAgain(&one, own, &two, others)
      differences.append((place..<one.place, otherPlace..<two.place))
      guard isSame else { return differences }
      (place, otherPlace, open) = (one.place, two.place, 0)
    }
  }

  /// A place in the records of a run, and how many tasks and callbacks are under way there.
  private struct Cursor {
    var place: Int
    var open: Int

    /// Goes on to the next vsync at which nothing is under way; returns whether there is one.
    mutating func goToRest(in records: Span<TraceRecord>) -> Bool {
      while place < records.count {
        if records[place].kind == .vsync, open == 0 { return true }
        open += records[place].opened
        place += 1
      }
      return false
    }
  }

  /// Moves two cursors to where both runs are in the same state; returns whether they ever are.
  private func isSameAgain(
    _ one: inout Cursor, _ own: Span<TraceRecord>, _ two: inout Cursor, _ others: Span<TraceRecord>
  ) -> Bool {
    while one.goToRest(in: own), two.goToRest(in: others) {
      let (time, otherTime) = (own[one.place].time, others[two.place].time)
      if time < otherTime {
        one.place += 1
      } else if otherTime < time {
        two.place += 1
      } else {
        guard let length = lengthOfDoubt(one.place, own, two.place, others) else { return true }
        for step in 0..<length { one.open += own[one.place + step].opened }
        two.open = one.open
        (one.place, two.place) = (one.place + max(1, length), two.place + max(1, length))
      }
    }
    (one.place, two.place) = (own.count, others.count)
    return false
  }

  /// How many records from two vsyncs on are the same; `nil` if every driver is called twice
  /// meanwhile, or both runs end.
  private func lengthOfDoubt(
    _ place: Int, _ own: Span<TraceRecord>, _ otherPlace: Int, _ others: Span<TraceRecord>
  ) -> Int? {
    var calls = Dictionary(keepingFirst: drivers.map { ($0, 0) })
    var length = 0
    while place + length < own.count, otherPlace + length < others.count {
      let record = own[place + length]
      guard record.isSame(as: others[otherPlace + length]) else { return length }
      length += 1
      if record.kind == .calloutEnded, let count = calls[record.subject] {
        if count == 1 { calls[record.subject] = nil } else { calls[record.subject] = count + 1 }
        if calls.isEmpty { return nil }
      }
    }
    let isOver = place + length == own.count && otherPlace + length == others.count
    return isOver ? nil : length
  }
}

extension TraceRecord {
  /// Whether two records are equal but for the number of a task, which is less behind tasks left
  /// out.
  fileprivate func isSame(as other: TraceRecord) -> Bool {
    if self == other { return true }
    guard time == other.time, kind == other.kind, subject == other.subject else { return false }
    return switch (event, other.event) {
    case (.arrived(_, _, let duration), .arrived(_, _, let otherDuration)):
      duration == otherDuration
    case (.taskBegan(_, _, let arrival), .taskBegan(_, _, let otherArrival)):
      arrival == otherArrival
    case (.taskEnded, .taskEnded): true
    default: false
    }
  }

  /// 1 where a task or callback begins, -1 where one ends.
  fileprivate var opened: Int {
    switch kind {
    case .taskBegan, .calloutBegan: 1
    case .taskEnded, .calloutEnded: -1
    default: 0
    }
  }
}
