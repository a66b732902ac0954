import LabKernel
import LabText

/// How long the tasks of a load take in a run, and why.
struct TaskSentence {
  private let measurement: RunMeasurement
  private let words: Headline.Words
  private let tasks: TaskMetrics
  private let quantity: TaskQuantity
  /// Up to how long is good.
  private let limit: Duration
  /// The task with the most of the quantity.
  private let worst: TaskRow?
  /// Up to how long nothing is wrong.
  private var tolerated: Duration

  /// Judges the tasks that are asked about; `nil` if the run has no such load.
  ///
  /// Where an expectation fails, none took so short that nothing is wrong.
  init?(
    _ measurement: RunMeasurement, about question: TaskQuestion,
    besideFailure isBesideFailure: Bool, _ words: Headline.Words
  ) {
    guard let tasks = question.tasks(of: measurement.loads, inputs: words.inputs) else {
      return nil
    }
    self.init(measurement, tasks, question.quantity, question.quantity.limit, words)
    if isBesideFailure { tolerated = .zero }
  }

  /// Judges the tasks of an awaited load; `nil` if the run has no such load.
  init?(_ measurement: RunMeasurement, about waiter: Waiter, _ words: Headline.Words) {
    guard let tasks = measurement[load: waiter.load] else { return nil }
    self.init(
      measurement, tasks, tasks.driver == nil ? .response : .shown, waiter.limit, words)
  }

  /// Judges for how long the tasks of a load wait before they begin; `nil` if the run has no such
  /// load.
  init?(_ measurement: RunMeasurement, waitingIn load: String, _ words: Headline.Words) {
    guard let tasks = measurement[load: load] else { return nil }
    self.init(measurement, tasks, .wait, TaskQuantity.wait.limit, words)
  }

  private init(
    _ measurement: RunMeasurement, _ tasks: TaskMetrics, _ quantity: TaskQuantity,
    _ limit: Duration, _ words: Headline.Words
  ) {
    (self.measurement, self.tasks, self.words) = (measurement, tasks, words)
    (self.quantity, self.limit, tolerated) = (quantity, limit, limit)
    worst = measurement.longestTask(of: tasks.name, quantity)
  }

  private var name: String { words.name(ofLoad: tasks.name) }

  /// Whether none took longer than it may.
  var isSound: Bool { worst.flatMap(least) ?? .zero <= tolerated }

  private func least(_ task: TaskRow) -> Duration? { least(quantity, of: task) }

  private func least(_ quantity: TaskQuantity, of task: TaskRow) -> Duration? {
    task.least(quantity, until: measurement.end)
  }

  /// What took how long, and what for, as a clause.
  var short: String {
    guard let worst, let time = least(worst) else { return "no task of the \(name) arrived" }
    return "The \(name) took \(milliseconds(time))"
      + (worst[quantity] == nil ? " and was not over at the end" : "") + reason(worst)
  }

  /// For how long one waited before it began, and what for, as a clause; `nil` if none waited long.
  var waiting: String? {
    guard !isSound, let worst, let time = least(.wait, of: worst) else { return nil }
    return "the \(name) waited up to \(milliseconds(time)) before it began\(reason(worst))"
  }

  // MARK: What happened

  /// What happened.
  var what: String {
    guard isSound, tasks.arrived > 0 else { return happened }
    return "Nothing is wrong: \(happened.prefix(1).lowercased())\(happened.dropFirst())"
  }

  private var happened: String {
    guard tasks.arrived > 0 else { return "No task of the \(name) arrived." }
    guard let worst, let most = least(worst) else {
      return "No task of the \(name) \(quantity.happened)."
    }
    let isOpen = worst[quantity] == nil
    let longest = "\(milliseconds(most))\(isOpen ? "" : parts(of: worst))"
    let open = "not \(quantity.over) at the end of the run, \(longest) after it came"
    guard tasks.arrived > 1 else {
      return "The one task of the \(name) \(isOpen ? "was \(open)" : quantity.took(longest))."
    }
    let beyond = measurement.taskRows(of: tasks.name).count { least($0) ?? .zero > limit }
    let number = beyond == 0 ? "none" : beyond == tasks.arrived ? "all" : "\(beyond)"
    let said = quantity.exceeds(milliseconds(limit), isOne: beyond < 2)
    return "Of \(tasks.arrived) tasks of the \(name) \(number) \(said); the longest"
      + (isOpen ? " was \(open)." : " \(quantity.took(longest)).")
  }

  /// What the longest time is made of.
  private func parts(of task: TaskRow) -> String {
    var parts: [String] = []
    if quantity.parts.contains(.wait), quantity != .wait, let wait = task[.wait], wait > .zero {
      parts.append("it waited \(milliseconds(wait))")
    }
    if quantity.parts.contains(.work), quantity != .work, let work = task[.work] {
      // What others do between its chunks is no work of its own.
      parts.append(
        measurement.runsInPieces(tasks.name)
          ? "ran in chunks for \(milliseconds(work))" : "worked \(milliseconds(work))")
    }
    if quantity == .shown, let presentation = task[.presentation] {
      parts.append("was shown \(milliseconds(presentation)) later")
    }
    guard parts.count > 1 else { return "" }
    return ": " + listed(parts)
  }

  // MARK: Why

  /// Why the longest of them took so long; `nil` if nothing is wrong.
  var why: String? {
    guard !isSound, let worst else { return nil }
    let parts = quantity.parts.compactMap { part in least(part, of: worst).map { (part, $0) } }
    let greatest = parts.enumerated().max {
      ($0.element.1, $1.offset) < ($1.element.1, $0.offset)
    }?.element
    guard let (part, time) = greatest else { return nil }
    switch part {
    case .wait: return waits(worst)
    case .presentation:
      return "For \(milliseconds(time)) it waited for a frame of"
        + " \(tasks.driver ?? "a driver") that shows it."
    case .work, .response, .shown:
      return measurement.runsInPieces(tasks.name)
        ? "For \(milliseconds(time)) it ran in chunks, between which others run."
        : "For \(milliseconds(time)) it did its own work."
    }
  }

  private func waits(_ task: TaskRow) -> String? {
    let causes = measurement.causes(ofWait: task, in: tasks.name)
    guard let first = causes.first else { return nil }
    let same = causes.filter { $0.cause == first.cause }
    let time = same.reduce(Duration.zero) { $0 + $1.time }
    // The two for whom it waited the longest.
    let culprits = same.prefix(2).compactMap(culprit)
    return "It waited \(milliseconds(time)) because \(first.cause.reasonToWait)"
      + (culprits.isEmpty ? "." : ": \(listed(culprits)).")
  }

  private func culprit(_ blame: Blame) -> String? {
    guard let owner = blame.owner else { return nil }
    guard blame.cause != .starved else { return "\(owner) mode" }
    guard let task = words.task(blame, in: measurement) else {
      return "\(owner.asName) for \(milliseconds(blame.time))"
    }
    return task
  }

  /// For whom a task waited, as the end of a sentence; empty if for none that has a name.
  private func reason(_ task: TaskRow) -> String {
    if quantity == .shown, let driver = tasks.driver, let whole = least(task),
      let rest = least(.presentation, of: task), rest * 2 >= whole
    {
      return ", for \(milliseconds(rest)) of it waiting for a frame of \(driver.asName)"
    }
    let isWaiting = least(.wait, of: task) ?? .zero > .zero
    guard isWaiting, let blame = measurement.causes(ofWait: task, in: tasks.name).first else {
      return ""
    }
    return culprit(blame).map {
      blame.cause == .starved ? ", as the run loop was in \($0)" : ", behind \($0)"
    } ?? ""
  }

  private func milliseconds(_ time: Duration) -> String {
    shortWords(Double(time.wholeNanoseconds) / 1e6) + " ms"
  }
}

extension TaskQuantity {
  /// What adds up to it.
  fileprivate var parts: [TaskQuantity] {
    switch self {
    case .wait, .work, .presentation: [self]
    case .response: [.wait, .work]
    case .shown: [.wait, .work, .presentation]
    }
  }

  /// What a task did that has it.
  package var happened: String {
    switch self {
    case .wait: "began"
    case .work, .response: "ended"
    case .presentation, .shown: "was shown"
    }
  }

  /// What is missing of a task that goes on.
  fileprivate var over: String {
    switch self {
    case .wait: "begun"
    case .work, .response: "over"
    case .presentation, .shown: "shown"
    }
  }

  fileprivate func took(_ time: String) -> String {
    switch self {
    case .wait: "waited \(time)"
    case .work: "worked for \(time)"
    case .response: "ended after \(time)"
    case .presentation: "was shown \(time) after its end"
    case .shown: "was shown after \(time)"
    }
  }

  fileprivate func exceeds(_ limit: String, isOne: Bool) -> String {
    switch self {
    case .wait: "began more than \(limit) after arriving"
    case .work: "worked for more than \(limit)"
    case .response: "ended more than \(limit) after arriving"
    case .presentation: "\(isOne ? "was" : "were") shown more than \(limit) after ending"
    case .shown: "\(isOne ? "was" : "were") shown more than \(limit) after arriving"
    }
  }
}

extension RunMeasurement {
  /// The task of a load with the most of a quantity, the first of equals; one that goes on has at
  /// least what there is of it at the end.
  package func longestTask(of load: String, _ quantity: TaskQuantity) -> TaskRow? {
    taskRows(of: load).enumerated().max {
      ($0.element.least(quantity, until: end) ?? .zero, $1.offset)
        < ($1.element.least(quantity, until: end) ?? .zero, $0.offset)
    }?.element
  }
}

/// How often and for how long the thread hangs in a run, and who holds it.
struct ThreadSentence {
  private let hangs: [Hang]

  init(_ measurement: RunMeasurement) { hangs = measurement.hangs }

  /// That the thread hung, and for how long.
  var what: String {
    guard let longest = hangs.max(by: { $0.culprit.time < $1.culprit.time }) else {
      return "The thread never hung."
    }
    let begin = timeWords(Instant.start.duration(to: longest.begin))
    let time = timeWords(longest.culprit.time)
    return hangs.count == 1
      ? "The thread hung for \(time), from \(begin) on."
      : "The thread hung \(hangs.count) times, for \(timeWords(hangs.time)) in all and \(time) at"
        + " once from \(begin) on."
  }

  /// Who held the thread; `nil` if it never hung.
  var why: String? {
    hangs.isEmpty ? nil : "While one piece of work holds it, nothing else can begin: \(owners)."
  }

  /// Both in a sentence.
  var short: String { "\(what.dropLast()): \(owners)." }

  /// Whether all who hang the thread are among some names.
  func isCaused(by names: Set<String>) -> Bool {
    hangs.allSatisfy { hang in hang.culprit.owner.map { names.contains($0) } ?? false }
  }

  private var owners: String {
    let blames = hangs.map { $0.culprit }.summed(byTask: hangs.count == 1)
    return listed(
      blames.prefix(2).map { blame in
        let owner = blame.owner?.asName ?? "an unknown callout"
        let name =
          blame.cause == .tasks
          ? blame.serial.map { "\(owner) task \($0)" } ?? "tasks of \(owner)"
          : hangs.count == 1 ? "a callback of \(owner)" : "callbacks of \(owner)"
        // What one alone held is said already.
        return blames.count == 1 ? name : "\(name) for \(timeWords(blame.time))"
      })
  }
}

extension Headline.Words {
  /// A task, with how long it held the thread; `nil` if none is to blame.
  ///
  /// It has this one length wherever it is named, and not that of the part for which others waited.
  fileprivate func task(_ culprit: Blame, in measurement: RunMeasurement) -> String? {
    guard culprit.cause == .tasks, let load = culprit.owner, let number = culprit.serial else {
      return nil
    }
    return task(load, number)
      ?? "\(load.asName) task \(number) of \(timeWords(measurement.timeOnThread(of: culprit)))"
  }
}

extension RunMeasurement {
  /// How long a culprit held the thread in all.
  fileprivate func timeOnThread(of culprit: Blame) -> Duration {
    let time = facts.thread.segments.reduce(Int64(0)) { sum, segment in
      let piece = facts.thread.holder(of: segment, for: segment.span.length)
      guard piece.cause == .tasks, piece.serial == Int64(culprit.serial ?? -1),
        facts.thread.blame(piece).owner == culprit.owner
      else { return sum }
      return sum + piece.time
    }
    return .nanoseconds(time)
  }
}
