public import LabKernel
public import LabLoop
import LabMetrics
import LabTrace

/// What a test expects of one timer, display link or clock beside a ``Claim``; see
/// ``Laboratory/expect(_:fileID:filePath:line:column:)-(String,_,_,_,_)``.
///
/// It is checked against the run so far. An expectation with nothing to check, because nothing ever
/// fired for example, fails.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public struct Expectation {
  let values: DriverValues
  let place: Place

  var lab: Laboratory { values.lab }
  var name: String { values.name }
  var measurement: RunMeasurement { values.measurement }
  /// Every firing so far, in order.
  var firings: [FiringRow] { measurement.firingRows(of: name) }

  init(_ lab: Laboratory, _ name: String, _ place: Place) {
    values = DriverValues(lab, name)
    self.place = place
  }

  // MARK: Claims

  /// Reports a claim that does not hold, or of which nothing can be said.
  func check(_ claim: Claim<DriverValues>) {
    let judgment = claim.judge(values)
    if let absence = judgment.absence { return fail(absence) }
    let worst: WorstMoment
    let headline: String
    if !judgment.holds {
      worst = worstMoment(judgment)
      headline = judgment.firstSentence(deed(judgment))
    } else if judgment.metric == "fired_end", judgment.relation.isUpperLimit,
      judgment.isMet(by: lab.now.sinceStart)
    {
      worst = WorstMoment(instant: firings.last?.began)
      headline =
        "the run must go on until after \(judgment.limitText) to tell whether ‘\(name)’ has ended"
    } else {
      return
    }
    fail(
      headline, worst.details, at: worst.instant, script: judgment.script, blames: worst.blames)
  }

  // MARK: Callbacks

  /// A callback begins at each of these instants; others may as well.
  public func fires(at instants: Instant...) {
    guard isKnown() else { return }
    require(!instants.isEmpty, "‘fires(at:)’ needs an instant")
    let began = Set(firings.map(\.began))
    guard let missing = instants.first(where: { !began.contains($0) }) else { return }
    fail("‘\(name)’ does not fire at \(missing)", [nearest(to: missing)], at: missing)
  }

  /// Callbacks begin at these instants and at no other.
  public func firesOnly(at instants: Instant...) {
    guard isKnown(neverFiring: instants.isEmpty) else { return }
    let began = firings.map(\.began)
    let wanted = instants.sorted()
    guard began != wanted else { return }
    let index = zip(began, wanted).prefix { $0 == $1 }.count
    let real = index < began.count ? "it fires at \(began[index])" : "it does not fire any more"
    let wish = index < wanted.count ? "\(wanted[index])" : "no further firing"
    let place = [began, wanted].compactMap { $0.dropFirst(index).first }.min()
    fail(
      "‘\(name)’ fires at other instants than expected", ["expected \(wish); \(real)"], at: place)
  }

  /// In every refresh in which both fire, its first callback begins before that of another driver.
  public func fires(before other: some MeasuredDriver) { fires(before: other.name) }

  /// In every refresh in which both fire, its first callback begins before that of a driver that is
  /// known by its name.
  public func fires(before other: String) {
    guard isKnown() else { return }
    guard measurement[driver: other]?.lateness != nil else {
      return fail("‘\(other)’ never fired, so ‘\(name)’ cannot be before it\(lab.advice)")
    }
    let vsyncs = measurement.refreshRows(of: name).map(\.vsync)
    let mine = firstFirings(vsyncs, firings)
    let its = firstFirings(vsyncs, measurement.firingRows(of: other))
    let both = mine.keys.filter { its[$0] != nil }.sorted()
    guard !both.isEmpty else {
      return fail("‘\(name)’ and ‘\(other)’ never fire in the same refresh")
    }
    let callouts = callouts(of: [name, other])
    let wrong = both.filter { refresh in
      guard let my = mine[refresh], let others = its[refresh] else { return false }
      if my.began != others.began { return my.began > others.began }
      return callouts[my.began] != name
    }
    guard let first = wrong.first, let my = mine[first], let others = its[first] else { return }
    fail(
      "‘\(name)’ fires after ‘\(other)’ in \(wrong.count) of \(both.count) refreshes",
      ["first: in refresh \(first), at \(my.began) and \(others.began)"], at: vsyncs[first])
  }

  /// It fires at least once in every span in which the loop ran in a mode.
  public func keepsFiring(in mode: SimulatedRunLoop.Mode) {
    guard let spans = spans(in: mode), isKnown() else { return }
    let began = firings.map(\.began)
    let silences = spans.filter { span in !began.contains { span.contains($0) } }
    guard let silent = silences.longest else { return }
    fail(
      "‘\(name)’ is silent while the loop runs in mode ‘\(mode)’",
      ["worst: from \(silent.lowerBound) to \(silent.upperBound)"], at: silent.lowerBound)
  }

  /// It fires, but never while the loop runs in a mode, such as that of gestures.
  public func staysSilent(in mode: SimulatedRunLoop.Mode) {
    guard let spans = spans(in: mode), isKnown() else { return }
    guard
      let firing = firings.first(where: { firing in spans.contains { $0.contains(firing.began) } })
    else { return }
    fail("‘\(name)’ fires in mode ‘\(mode)’", ["first: at \(firing.began)"], at: firing.began)
  }

  /// Whether something can be said of the driver; if not, a failure was reported.
  func isKnown(neverFiring: Bool = false) -> Bool {
    guard let absence = values.absence, !(neverFiring && lab.hasMoved && values.metrics != nil)
    else { return true }
    fail(absence)
    return false
  }

  /// When the loop ran in a mode; `nil`, after a failure was reported, if it never did.
  private func spans(in mode: SimulatedRunLoop.Mode) -> [Range<Instant>]? {
    let spans = lab.trace.spans(inMode: mode.name)
    if spans.isEmpty {
      fail("the loop never ran in mode ‘\(mode)’, so nothing can be expected\(lab.advice)")
    }
    return spans.isEmpty ? nil : spans
  }

  private func nearest(to instant: Instant) -> String {
    func distance(_ firing: FiringRow) -> Int64 {
      abs(firing.began.nanoseconds - instant.nanoseconds)
    }
    let nearest = firings.min { distance($0) < distance($1) }
    return nearest.map { "nearest: \($0.began), due at \($0.due)" } ?? "it never fires"
  }

  /// The first firing of every refresh in which there is one.
  private func firstFirings(_ vsyncs: [Instant], _ firings: [FiringRow]) -> [Int: FiringRow] {
    var first: [Int: FiringRow] = [:]
    var refresh = 0
    for firing in firings {
      while refresh + 1 < vsyncs.count, vsyncs[refresh + 1] <= firing.began { refresh += 1 }
      if first[refresh] == nil { first[refresh] = firing }
    }
    return first
  }

  /// Which of some drivers called out first at every instant at which one did.
  private func callouts(of drivers: [String]) -> [Instant: String] {
    let trace = lab.trace
    var first: [Instant: String] = [:]
    for record in trace.records where record.kind == .calloutBegan {
      let name = trace.names[Int(record.subject)]
      if first[record.time] == nil, drivers.contains(name) { first[record.time] = name }
    }
    return first
  }
}

// MARK: - Failures

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Expectation {
  /// Reports why nothing can be said.
  func fail(_ absence: Absence) { fail(absence.reason, absence.details, at: absence.moment) }

  /// Reports a failure with the numbers of the driver and a timeline of the worst moment;
  /// `blames` are for all of it.
  ///
  /// With a moment or a script it is about the timing of a driver that fired; without either there
  /// was nothing to be judged.
  func fail(
    _ headline: String, _ details: [String] = [], at instant: Instant? = nil,
    script: String? = nil, blames: [Blame] = [], leaving files: [AttachedFile] = []
  ) {
    let totals = totals(blames)
    var failure = Failure(
      headline, at: place, script: script.map { "\(name).\($0)" },
      culprit: totals.first.map {
        Blame(cause: $0.cause, owner: $0.owner, serial: nil, time: .zero)
      },
      measured: measured(by: script),
      isOfTiming: (instant != nil || script != nil) && values.metrics?.lateness != nil)
    failure.moment = instant
    failure.files = files
    // Of a rerun this is all that is compared and printed.
    if lab.substitute == nil {
      let isTold = blames.count <= details.count { $0.hasPrefix("blame: ") }
      failure.details = (details + (isTold ? [] : sum(totals))).map { "  \($0)" }
      if failure.isOfTiming, let sentence = firstSentence(by: script) {
        failure.details.append("  \(sentence.text)")
      }
      if let summary { failure.details.append("  \(summary)") }
      if let instant, let picture = lab.picture(around: instant, of: [name]) {
        failure.details += ["", picture.description]
      }
    }
    lab.desk.take(failure)
  }

  /// What the metric with which a script begins comes to.
  private func measured(by script: String?) -> Failure.Measured? {
    guard let name = script?.prefix(while: { $0 != " " }),
      let metric = MetricDictionary.metric(named: String(name)),
      let value = values.metrics.flatMap(metric.value)
    else { return nil }
    return Failure.Measured(driver: self.name, column: metric.column, value: value)
  }

  /// What is said of the driver first, by the metric with which a script begins.
  private func firstSentence(by script: String?) -> Headline? {
    let metric = script.flatMap {
      MetricDictionary.metric(named: String($0.prefix { $0 != " " }))?.trouble
    }
    return Headline(
      measurement, Headline.Question(about: .driver(name), by: metric, besideFailure: true))
  }

  /// One line of numbers about the driver.
  private var summary: String? {
    guard let metrics = values.metrics else { return nil }
    let names = [
      "fires", "missed", "double_fires", "dropped", "lateness_p99", "animation_error_max",
    ]
    let numbers = names.compactMap { name -> String? in
      guard let metric = MetricDictionary.metric(named: name), let value = metric.value(metrics)
      else { return nil }
      return "\(metric.column) \(value)"
    }
    return "measured: " + numbers.joined(separator: ", ")
  }
}

// MARK: - The laboratory

/// A timer, display link or clock of a laboratory, of which something can be expected.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public protocol MeasuredDriver {
  /// What the trace, reports and timelines call it.
  var name: String { get }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Ticker: MeasuredDriver {}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension FrameClock: MeasuredDriver {}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// What is measured of a timer, display link or clock so far.
  ///
  ///     #expect(lab[ball].dropped <= 1)
  public subscript(driver: some MeasuredDriver) -> DriverValues { DriverValues(self, driver.name) }

  /// What is measured so far of a timer, display link or clock that is known by its name.
  public subscript(driver: String) -> DriverValues { DriverValues(self, driver) }

  /// Expects that a claim holds of a timer, display link or clock.
  ///
  ///     lab.expect(ball, \.dropped <= 1)
  public func expect(
    _ driver: some MeasuredDriver, _ claim: Claim<DriverValues>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    Expectation(self, driver.name, Place(fileID, filePath, line, column)).check(claim)
  }

  /// Expects that a claim holds of a timer, display link or clock that is known by its name.
  public func expect(
    _ driver: String, _ claim: Claim<DriverValues>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    Expectation(self, driver, Place(fileID, filePath, line, column)).check(claim)
  }

  /// Begins a sentence about a timer, display link or clock.
  public func expect(
    _ driver: some MeasuredDriver, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Expectation {
    Expectation(self, driver.name, Place(fileID, filePath, line, column))
  }

  /// Begins a sentence about a timer, display link or clock that is known by its name.
  public func expect(
    _ driver: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Expectation {
    Expectation(self, driver, Place(fileID, filePath, line, column))
  }

  /// Whether time has passed, without which nothing can happen.
  var hasMoved: Bool { now > .start }

  /// Whether a driver says for which time its frames are drawn.
  func knowsAnimationTime(of name: String) -> Bool {
    tickers.contains { $0.name == name && $0.animationTime != nil }
      || frameClocks.contains { $0.name == name && $0.animationTime != nil }
  }

  /// What to do first if no time has passed, as a sentence behind another one; empty if some has.
  var advice: String {
    hasMoved ? "" : ". The clock stands at 0: call ‘lab.advance(to:)’ before the expectation"
  }

  /// Draws two refreshes before an instant and four from it on.
  func picture(around instant: Instant, of drivers: [String]? = nil) -> Timeline? {
    let refresh = measurement.refreshes(from: instant, for: .nanoseconds(1)).lowerBound
    return measurement.timeline(
      of: trace, refreshes: max(0, refresh - 2)..<refresh + 4, drivers: drivers)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Duration {
  /// In milliseconds with as many decimals as it needs.
  var milliseconds: String { MetricValue.time(self).description }

  /// The duration as scripts spell it.
  var scriptText: String { "\(milliseconds) ms" }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Trace {
  /// Returns when the innermost run of the loop was in a mode.
  func spans(inMode name: String) -> [Range<Instant>] {
    var spans: [Range<Instant>] = []
    var stack: [UInt8] = []
    var begin: Instant?
    for record in records {
      switch record.kind {
      case .runBegan: stack.append(record.mode)
      case .runReturned: _ = stack.popLast()
      case .ended: stack = []
      default: continue
      }
      let isInMode = stack.last.map { modes[Int($0)] == name } ?? false
      if isInMode, begin == nil { begin = record.time }
      if !isInMode, let start = begin {
        if start < record.time { spans.append(start..<record.time) }
        begin = nil
      }
    }
    return spans
  }
}
