import LabKernel
import LabText

/// What is said of a run first: what is wrong most of all, why, and who else is in trouble.
///
/// All that judges a run begins with it: it is made once of what was measured, and every report
/// prints it.
public struct Headline: Hashable, Sendable {
  /// Who is worst off, or asked about.
  package let subject: Subject
  /// What went wrong with a driver most, or what was asked for; `nil` for tasks and the thread.
  public let metric: SavingMetric?
  /// Whether nothing is wrong: with anybody, or with what was asked for.
  public let isSound: Bool
  /// What happened.
  public let what: String
  /// Whether that has the hitch time ratio, with Apple's grade.
  package let isGraded: Bool
  /// Why; `nil` if nothing is wrong.
  public let why: String?
  /// Who else is in trouble, in sentences.
  public let others: [String]
  /// What is not known to be wrong, and is said last; `nil` for nothing.
  public let note: String?

  /// The sentences, with a blank between them.
  public var text: String { [what, rest].compactMap { $0 }.joined(separator: " ") }

  /// Why, who else is in trouble, and the note; `nil` without any of these.
  package var rest: String? {
    let sentences = [why].compactMap { $0 } + others + [note].compactMap { $0 }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// Who is judged.
  package enum Subject: Hashable, Sendable {
    /// A driver; `nil` for the one that is worst off.
    case driver(String?)
    /// The tasks of a load, by a metric of them.
    case tasks(TaskQuestion)
    /// The tasks of an awaited load.
    case waiter(Waiter)
    /// The thread, and what holds it for too long.
    case thread
  }

  /// What is asked of a run.
  package struct Question {
    /// Who is asked about; `nil` for the one that is worst off.
    package var subject: Subject?
    /// What a driver is judged by; `nil` for the worst of its ``Symptoms``.
    package var metric: SavingMetric?
    /// Whether an expectation fails, so that not all is well.
    package var isBesideFailure = false
    /// The drivers and loads that come before others.
    package var asked: [String] = []
    /// What else decides about the run, in sentences.
    package var unjudged: [String] = []

    /// Asks a question.
    package init(
      about subject: Subject? = nil, by metric: SavingMetric? = nil,
      besideFailure isBesideFailure: Bool = false, asked: [String] = [], unjudged: [String] = []
    ) {
      (self.subject, self.metric, self.asked) = (subject, metric, asked)
      self.unjudged = unjudged
      self.isBesideFailure = isBesideFailure
    }
  }

  /// What is known of a run beyond its trace.
  package struct Words {
    /// Who it was that held the thread, as the end of a sentence; `nil` for those on the record.
    package var culprits: (BlameCause) -> String? = { _ in nil }
    /// Why the motion of a driver is as it is; `nil` if only the trace tells.
    package var motion: (_ driver: String, Symptom) -> String? = { _, _ in nil }
    /// Why a driver had nothing to show, as a clause; `nil` if only the trace tells.
    package var idle: (_ driver: String) -> String? = { _ in nil }
    /// What a task is called in a recording; `nil` for its load and number.
    package var task: (_ load: String, _ number: Int) -> String? = { _, _ in nil }
    /// The awaited loads.
    package var waiters: [Waiter] = []
    /// The names of the other loads.
    package var others: [String] = []
    /// Those of them whose tasks were recorded, and arrive when they begin.
    package var recorded: [String] = []

    /// Creates words that say nothing beyond the trace.
    package init() {}

    /// The names of the loads whose tasks answer a user.
    var inputs: Set<String> { Set(waiters.filter { $0.isInput }.map { $0.load }) }

    func name(ofLoad load: String) -> String {
      "\(inputs.contains(load) ? "input" : "load") \(load.asName)"
    }
  }

  /// How many others have a sentence of their own.
  private static let mostOthers = 3

  /// Judges a driver by the worst of its ``Symptoms``, or by one metric.
  ///
  /// - Parameters:
  ///   - measurement: What was measured of the run.
  ///   - driver: The name of the driver.
  ///   - metric: What is asked about; `nil` for the worst.
  ///
  /// The result is `nil` if the run has no driver of that name.
  public init?(
    _ measurement: RunMeasurement, of driver: String, by metric: SavingMetric? = nil
  ) {
    self.init(measurement, Question(about: .driver(driver), by: metric))
  }

  /// Judges a run.
  ///
  /// - Parameters:
  ///   - measurement: What was measured of it, with its tasks.
  ///   - question: What is asked.
  ///   - words: What is known beyond the trace.
  ///
  /// The result is `nil` if the run has nothing that is asked about.
  package init?(
    _ measurement: RunMeasurement, _ question: Question = Question(), _ words: Words = Words()
  ) {
    let isAsked = question.subject != nil && !question.isBesideFailure
    let complaints =
      isAsked
      ? [] : measurement.complaints(awaiting: words.waiters, asked: Set(question.asked))
    var subject =
      question.subject
      ?? complaints.first.map { Subject($0, among: words.waiters) }
      ?? .driver(nil)
    if case .driver(nil) = subject { subject = .driver(measurement.worstDriver) }
    self.subject = subject
    switch subject {
    case .driver(let name):
      guard let name = name ?? measurement.worstDriver,
        let own = DriverSentence(
          measurement, of: name, by: question.metric, besideFailure: question.isBesideFailure,
          judgingAll: question.unjudged.isEmpty, words)
      else { return nil }
      (metric, isSound, what, isGraded) = (own.metric, own.isSound, own.what, own.isGraded)
      why = own.why.map { [$0, own.besides].compactMap { $0 }.joined(separator: " ") }
    case .tasks(let asked):
      guard
        let own = TaskSentence(
          measurement, about: asked, besideFailure: question.isBesideFailure, words)
      else { return nil }
      (metric, isSound, what, isGraded, why) = (nil, own.isSound, own.what, false, own.why)
    case .waiter(let waiter):
      guard let own = TaskSentence(measurement, about: waiter, words) else { return nil }
      (metric, isSound, what, isGraded, why) = (nil, false, own.what, false, own.why)
    case .thread:
      let own = ThreadSentence(measurement)
      (metric, isSound, what, isGraded, why) = (nil, false, own.what, false, own.why)
    }
    let causes = Set((why ?? "").split { !$0.isOfName }.map { String($0) })
    let rest = complaints.filter { complaint in
      // A hang whose culprit is the cause that was named is no news.
      let isNews =
        complaint.subject != .thread || !ThreadSentence(measurement).isCaused(by: causes)
      return !subject.isAbout(complaint) && isNews
    }
    var others = rest.prefix(Self.mostOthers).compactMap { $0.sentence(in: measurement, words) }
    if rest.count > Self.mostOthers {
      others.append("\(rest.count - Self.mostOthers) more are in trouble.")
    }
    let isAllWell = isSound && rest.isEmpty && !isAsked && !question.isBesideFailure
    if isAllWell {
      others += words.waiters.prefix(Self.mostOthers).compactMap {
        measurement.soundWords(of: $0, words)
      }
    } else if !isAsked {
      others += words.waiters.lazy.filter { waiter in
        waiter.load != subject.load
          && !complaints.contains { $0.subject == .load(waiter.load) }
      }.compactMap { measurement.waitWords(of: $0, words) }.prefix(Self.mostOthers)
    }
    self.others = others
    let notes = isAllWell ? question.unjudged + [measurement.note(words)].compactMap { $0 } : []
    note = notes.isEmpty ? nil : notes.joined(separator: " ")
  }
}

extension Headline.Subject {
  fileprivate init(_ complaint: Complaint, among waiters: [Waiter]) {
    switch complaint.subject {
    case .driver(let name): self = .driver(name)
    case .load(let name):
      self = .waiter(waiters.first { $0.load == name } ?? Waiter(name, isInput: false))
    case .thread: self = .thread
    }
  }

  /// Whether it is a driver.
  package var isDriver: Bool { if case .driver = self { true } else { false } }

  /// The load whose tasks are judged; `nil` for another subject, or an open one.
  package var load: String? {
    switch self {
    case .tasks(let question): question.load
    case .waiter(let waiter): waiter.load
    case .driver, .thread: nil
    }
  }

  /// The name of the driver or load that is judged; `nil` for the thread, or an open one.
  package var name: String? { if case .driver(let name) = self { name } else { load } }

  fileprivate func isAbout(_ complaint: Complaint) -> Bool {
    switch (self, complaint.subject) {
    case (.driver(let name), .driver(let other)): name == other
    case (.tasks, .load(let other)), (.waiter, .load(let other)): load == other
    case (.thread, .thread): true
    default: false
    }
  }
}

extension Complaint {
  /// That one more is in trouble.
  fileprivate func sentence(
    in measurement: RunMeasurement, _ words: Headline.Words
  ) -> String? {
    switch subject {
    case .driver(let name):
      DriverSentence(measurement, of: name)?.short.map { "\($0), too." }
    case .load(let name):
      words.waiters.first { $0.load == name }.flatMap {
        TaskSentence(measurement, about: $0, words)
      }.map { "\($0.short), too." }
    case .thread: ThreadSentence(measurement).short
    }
  }
}

extension Character {
  /// Whether names of loads and drivers have it.
  fileprivate var isOfName: Bool { !" ,.:;()‘’".contains(self) }
}

extension RunMeasurement {
  /// How long the tasks of a load took at most that is in no trouble; `nil` if none came.
  fileprivate func soundWords(of waiter: Waiter, _ words: Headline.Words) -> String? {
    guard !taskRows(of: waiter.load).isEmpty else { return nil }
    return
      "The \(words.name(ofLoad: waiter.load)) took \(timeWords(judgedWait(of: waiter))) at most."
  }

  /// That the tasks of an input waited long that are in no trouble otherwise; `nil` if none did.
  fileprivate func waitWords(of waiter: Waiter, _ words: Headline.Words) -> String? {
    guard waiter.isInput else { return nil }
    return TaskSentence(self, waitingIn: waiter.load, words)?.waiting.map { "Beside that, \($0)." }
  }

  /// Which of the loads that are not known to be awaited took longest; that this is unknown where
  /// tasks were recorded, which arrive when they begin; `nil` if there is nothing to say.
  fileprivate func note(_ words: Headline.Words) -> String? {
    guard words.recorded.isEmpty else {
      return "How long the tasks of \(listed(Array(words.recorded.prefix(3)))) had waited is"
        + " unknown: a recording says when they began."
    }
    let waits = words.others.map { name in
      let waiter = Waiter(name, isInput: false)
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
}
