import LabKernel
import LabLoop
import LabMetrics
import LabText
import LabTrace

/// What a test expects of one timer or display link; see
/// ``Laboratory/expect(_:fileID:filePath:line:column:)-(Ticker,_,_,_,_)``.
///
/// Every method is a sentence: `lab.expect(ball).neverFiresTwiceInARefresh()`. It is checked
/// against the run so far. An expectation with nothing to check, because nothing ever fired for
/// example, fails.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public struct Expectation {
  let lab: Laboratory
  let name: String
  let place: Place
  let measurement: RunMeasurement

  init(_ lab: Laboratory, _ name: String, _ place: Place) {
    self.lab = lab
    self.name = name
    self.place = place
    measurement = lab.measurement
    lab.hasExpected = true
  }

  /// The metrics of the driver.
  ///
  /// - Returns: `nil`, after a failure was reported, if it never fired and that was not expected.
  func metrics(neverFiring: Bool = false) -> DriverMetrics? {
    guard let metrics = measurement[driver: name] else {
      let known = measurement.drivers.map { "‘\($0.name)’" }.joined(separator: ", ")
      fail("there is no timer or display link ‘\(name)’", ["known: \(known)"])
      return nil
    }
    guard metrics.lateness != nil || (neverFiring && lab.hasMoved) else {
      let isIdle = lab.tickers.contains { $0.name == name && !$0.wasStarted }
      let reason =
        isIdle
        ? ": it was never started. Give it a closure, or call its ‘start’"
        : ", so nothing can be expected of it"
      fail("‘\(name)’ never fired\(reason)\(lab.advice)", at: .start)
      return nil
    }
    return metrics
  }

  /// The metrics of what the display showed; `nil`, after a failure was reported, without any.
  func frames() -> FrameMetrics? {
    guard let metrics = metrics() else { return nil }
    if metrics.frames == nil {
      fail(
        "the run is too short to say what the display showed of ‘\(name)’",
        [
          "the first \(measurement.warmUp) refreshes do not count: advance further by"
            + " ‘lab.advance(to:)’"
        ])
    }
    return metrics.frames
  }

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
      isOfTiming: (instant != nil || script != nil) && measurement[driver: name]?.lateness != nil)
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

  /// Reports a failure that lasts for some stretches of time, of which the longest is the worst.
  func fail(_ headline: String, in stretches: [Range<Instant>], script: String) {
    let worst = stretches.longest
    fail(
      headline,
      worst.map {
        ["worst: from \($0.lowerBound) to \($0.upperBound)"] + holders($0).summed().lines
      } ?? [], at: worst?.lowerBound, script: script, blames: stretches.flatMap(holders))
  }

  /// What the metric with which a script begins comes to.
  private func measured(by script: String?) -> Failure.Measured? {
    guard let name = script?.prefix(while: { $0 != " " }),
      let metric = MetricDictionary.metric(named: String(name)),
      let value = measurement[driver: self.name].flatMap(metric.value)
    else { return nil }
    return Failure.Measured(driver: self.name, column: metric.column, value: value)
  }

  /// What is said of the driver first, by the metric with which a script begins.
  private func firstSentence(by script: String?) -> Headline? {
    let metric = script.flatMap { SavingMetric(near: String($0.prefix { $0 != " " })) }
    return Headline(
      measurement, Headline.Question(about: .driver(name), by: metric, besideFailure: true))
  }

  /// One line of numbers about the driver.
  private var summary: String? {
    guard let metrics = measurement[driver: name] else { return nil }
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

  /// Every firing so far, in order.
  var firings: [FiringRow] { measurement.firingRows(of: name) }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// Begins a sentence about a timer or display link.
  public func expect(
    _ ticker: Ticker, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Expectation {
    Expectation(self, ticker.name, Place(fileID, filePath, line, column))
  }

  /// Begins a sentence about the clock of an animation.
  public func expect(
    _ clock: FrameClock, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Expectation {
    Expectation(self, clock.name, Place(fileID, filePath, line, column))
  }

  /// Begins a sentence about a timer, display link or clock that is known by its name.
  public func expect(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Expectation {
    Expectation(self, name, Place(fileID, filePath, line, column))
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
}
