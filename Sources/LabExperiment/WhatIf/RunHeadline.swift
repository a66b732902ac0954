import LabKernel
package import LabMetrics
import LabText
package import LabWorkload

/// What is said of a run first: what is wrong most of all, why, and who else is in trouble.
///
/// All that judges a run begins with it.
package struct RunHeadline: Sendable {
  /// Who is worst off, or asked about.
  package let subject: WhatIf.Subject
  /// Whether nothing is wrong: with anybody, or with what was asked for.
  package let isSound: Bool
  /// What happened.
  package let what: String
  /// Why; `nil` if nothing is wrong.
  package let why: String?
  /// Who else is in trouble, in sentences.
  package let others: [String]

  /// The sentences, with a blank between them.
  package var text: String { ([what, why].compactMap { $0 } + others).joined(separator: " ") }

  /// How many others have a sentence of their own.
  private static let mostOthers = 3

  /// Judges a run.
  ///
  /// - Parameters:
  ///   - measurement: What was measured of it, with its tasks.
  ///   - scenario: What was performed.
  ///   - trouble: What is asked.
  ///   - words: What is known of its drivers beyond the trace.
  ///
  /// The result is `nil` if the run has nothing that is asked about.
  package init?(
    _ measurement: RunMeasurement, _ scenario: Scenario, about trouble: Plan.Trouble,
    _ words: Headline.Words = Headline.Words()
  ) {
    let waiters = scenario.waiters(asked: trouble.asked)
    let complaints = measurement.complaints(awaiting: waiters, asked: Set(trouble.asked))
    let subject = trouble.subject ?? Self.worst(complaints, waiters, measurement)
    var known = words
    known.isBesideFailure = trouble.isFailing
    let named: (what: String, why: String?, isSound: Bool)?
    switch subject {
    case .driver(let name):
      named = (name ?? measurement.worstDriver).flatMap { name in
        known.idle = scenario.drivers.first { $0.name == name }?.idleReason
        return Headline(measurement, of: name, by: trouble.metric, known).map { headline in
          let why = headline.why.map { ([$0] + [headline.besides].compactMap { $0 }) }
          return (headline.what, why?.joined(separator: " "), headline.isSound)
        }
      }
    case .tasks(let question):
      named = TaskHeadline(measurement, scenario, about: question).map {
        ($0.what, $0.why, $0.isSound)
      }
    case .waiter(let waiter):
      named = TaskHeadline(measurement, scenario, about: waiter).map { ($0.what, $0.why, false) }
    case .thread: named = (measurement.hangWords, measurement.hangCause, false)
    }
    guard let named else { return nil }
    (self.subject, what, why) = (subject, named.what, named.why)
    let isAsked = trouble.subject != nil && !trouble.isFailing
    let causes = Set((named.why ?? "").split { !$0.isOfName }.map { String($0) })
    let rest =
      isAsked
      ? []
      : complaints.filter { complaint in
        // A hang whose culprit is the cause that was named is no news.
        let isNews = complaint.subject != .thread || !measurement.hangsAre(among: causes)
        return !subject.isAbout(complaint) && isNews
      }
    isSound = named.isSound
    var others = rest.prefix(Self.mostOthers).compactMap {
      measurement.sentence(about: $0, in: scenario)
    }
    if rest.count > Self.mostOthers {
      others.append("\(rest.count - Self.mostOthers) more are in trouble.")
    }
    if isSound, rest.isEmpty, !isAsked, !trouble.isFailing {
      others += waiters.prefix(Self.mostOthers).compactMap { measurement.soundWords(of: $0) }
      others += [measurement.note(on: scenario, besides: waiters)].compactMap { $0 }
    }
    self.others = others
  }

  private static func worst(
    _ complaints: [Complaint], _ waiters: [Waiter], _ measurement: RunMeasurement
  ) -> WhatIf.Subject {
    complaints.first.map { WhatIf.Subject($0, among: waiters) }
      ?? .driver(measurement.worstDriver)
  }
}

extension Plan.Trouble {
  /// Who is asked about; `nil` for the one that is worst off.
  var subject: WhatIf.Subject? {
    if let tasks { return .tasks(tasks) }
    return driver == nil && metric == nil ? nil : .driver(driver)
  }
}

extension Character {
  /// Whether names of loads and drivers have it.
  fileprivate var isOfName: Bool { !" ,.:;()‘’".contains(self) }
}

extension WhatIf.Subject {
  fileprivate func isAbout(_ complaint: Complaint) -> Bool {
    switch (self, complaint.subject) {
    case (.driver(let name), .driver(let other)): name == other
    case (.tasks, .load(let other)), (.waiter, .load(let other)): load == other
    case (.thread, .thread): true
    default: false
    }
  }
}

extension Scenario {
  /// The awaited loads: inputs, those that a driver shows, and those that are
  /// asked about.
  package func waiters(asked: [String] = []) -> [Waiter] {
    loads.filter { $0.isInput || $0.driver != nil || asked.contains($0.name) }
      .map { Waiter($0.name, isInput: $0.isInput) }
  }
}

extension RunMeasurement {
  /// That another one is in trouble, too.
  fileprivate func sentence(about complaint: Complaint, in scenario: Scenario) -> String? {
    switch complaint.subject {
    case .driver(let name):
      guard let headline = Headline(self, of: name) else { return nil }
      return headline.short.map { "\($0), too." }
    case .load(let name):
      let isInput = scenario.loads.contains { $0.name == name && $0.isInput }
      return TaskHeadline(self, scenario, about: Waiter(name, isInput: isInput)).map {
        "\($0.short), too."
      }
    case .thread:
      return "\(hangWords.dropLast()): \(hangOwners)."
    }
  }

  /// How long the tasks of a load took at most that is in no trouble; `nil` if none came.
  fileprivate func soundWords(of waiter: Waiter) -> String? {
    guard !taskRows(of: waiter.load).isEmpty else { return nil }
    let name = "\(waiter.isInput ? "input" : "load") \(waiter.load)"
    return "The \(name) took \(timeWords(judgedWait(of: waiter))) at most."
  }

  /// Which of the loads that are not known to be awaited took longest; that this is unknown where
  /// tasks were recorded, which arrive when they begin; `nil` if there is nothing to say.
  fileprivate func note(on scenario: Scenario, besides waiters: [Waiter]) -> String? {
    let others = scenario.loads.filter { load in !waiters.contains { $0.load == load.name } }
    let recorded = others.filter { if case .recorded = $0.tasks { true } else { false } }
    guard recorded.isEmpty else {
      return "How long the tasks of \(listed(recorded.prefix(3).map { $0.name })) had waited is"
        + " unknown: a recording says when they began."
    }
    let waits = others.map { load in
      let waiter = Waiter(load.name, isInput: false)
      return (waiter: waiter, time: judgedWait(of: waiter))
    }
    let worst = waits.enumerated().max {
      ($0.element.time, $1.offset) < ($1.element.time, $0.offset)
    }?.element
    guard let worst, worst.time > worst.waiter.limit else { return nil }
    let (load, time) = (worst.waiter.load, timeWords(worst.time))
    return "A task of the load \(load) took \(time); no driver shows it and no expectation names"
      + " it, so that it is not known to be awaited."
  }

  /// That the thread hung, and for how long.
  fileprivate var hangWords: String {
    let hangs = hangs
    guard let longest = hangs.max(by: { $0.culprit.time < $1.culprit.time }) else {
      return "The thread never hung."
    }
    let begin = timeWords(Instant.start.duration(to: longest.begin))
    let time = timeWords(longest.culprit.time)
    return hangs.count == 1
      ? "The thread hung for \(time), from \(begin) on."
      : "The thread hung \(hangs.count) times, for \(time) from \(begin) on."
  }

  /// Who held the thread.
  fileprivate var hangCause: String? {
    hangs.isEmpty
      ? nil : "While one piece of work holds it, nothing else can begin: \(hangOwners)."
  }

  /// Whether all who hang the thread are among some names.
  fileprivate func hangsAre(among names: Set<String>) -> Bool {
    hangs.allSatisfy { hang in hang.culprit.owner.map { names.contains($0) } ?? false }
  }

  private var hangOwners: String {
    let hangs = hangs
    let blames = hangs.map { $0.culprit }.summed(byTask: hangs.count == 1)
    return listed(
      blames.prefix(2).map { blame in
        let owner = blame.owner ?? "an unknown callout"
        let name =
          blame.cause == .tasks
          ? blame.serial.map { "\(owner) task \($0)" } ?? "tasks of \(owner)"
          : hangs.count == 1 ? "a callback of \(owner)" : "callbacks of \(owner)"
        return "\(name) for \(timeWords(blame.time))"
      })
  }
}
