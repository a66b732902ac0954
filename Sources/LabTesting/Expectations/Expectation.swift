import LabKernel
import LabLoop
import LabMetrics
import LabTrace

/// What a test expects of one timer or display link; see ``Laboratory/expect(_:fileID:filePath:line:column:)-(Ticker,_,_,_,_)``.
///
/// Every method is a sentence: `lab.expect(ball).neverFiresTwiceInARefresh()`. What it judges is the
/// run so far. An expectation that has nothing to judge, because nothing ever fired for example, fails.
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
    guard neverFiring || metrics.lateness != nil else {
      fail("‘\(name)’ never fired, so nothing can be expected of it", at: .start)
      return nil
    }
    return metrics
  }

  /// The metrics of what the display showed; `nil`, after a failure was reported, without any.
  func frames() -> (DriverMetrics, FrameMetrics)? {
    guard let metrics = metrics() else { return nil }
    guard let frames = metrics.frames else {
      fail(
        "the run is too short to say what the display showed of ‘\(name)’",
        ["the first \(measurement.warmUp) refreshes do not count"])
      return nil
    }
    return (metrics, frames)
  }

  /// Reports a failure with the numbers of the driver and a picture of where it first went wrong.
  func fail(
    _ headline: String, _ details: [String] = [], at instant: Instant? = nil, script: String? = nil
  ) {
    guard lab.substitute == nil else {
      // While a run is shrunk, nobody reads more than this.
      return lab.desk.take(
        Failure(headline, at: place, script: script.map { "\(name).\($0)" }))
    }
    var lines = details.map { "  \($0)" }
    if let summary { lines.append("  \(summary)") }
    if let instant, let picture = lab.picture(around: instant, of: [name]) {
      lines += ["", picture.description]
    }
    lab.desk.take(
      Failure(headline, details: lines, at: place, script: script.map { "\(name).\($0)" }))
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

  /// The causes of one problem, in words.
  func blame(_ problem: Problem, number: Int) -> [String] {
    measurement.blameRows(of: name).filter { $0.problem == problem && $0.number == number }
      .map { "blame: \($0.blame.sentence)" }
  }

  /// Who held the thread longest between two instants, in words; three at most.
  func blame(from begin: Instant, to end: Instant) -> [String] {
    let holders = measurement.holders(from: begin, for: begin.duration(to: end)).enumerated()
    let worst = holders.sorted { ($1.element.time, $0.offset) < ($0.element.time, $1.offset) }
    return worst.prefix(3).map { "blame: \($0.element.sentence)" }
  }
}

extension Laboratory {
  /// Begins a sentence about a timer or display link.
  public func expect(
    _ ticker: Ticker, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Expectation {
    Expectation(self, ticker.name, Place(fileID, filePath, line, column))
  }

  /// Begins a sentence about a timer or display link that is known by its name.
  public func expect(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Expectation {
    Expectation(self, name, Place(fileID, filePath, line, column))
  }

  /// Draws two refreshes before an instant and four from it on.
  func picture(around instant: Instant, of drivers: [String]? = nil) -> Timeline? {
    let refresh = measurement.refreshes(from: instant, for: .nanoseconds(1)).lowerBound
    return measurement.timeline(
      of: trace, refreshes: max(0, refresh - 2)..<refresh + 4, drivers: drivers)
  }
}

extension Blame {
  /// The blame in words, such as `25.7 ms by task 0 of ‘network’`.
  var sentence: String {
    let length = "\(time.milliseconds) ms"
    let owner = owner.map { "‘\($0)’" } ?? "nobody"
    switch cause {
    case .tasks: return "\(length) by \(serial.map { "task \($0) of " } ?? "")\(owner)"
    case .callouts: return "\(length) by a callback of \(owner)"
    case .starved: return "\(length) in mode \(owner), which it is not in"
    case .own: return "\(length) by its own callback"
    case .phase: return "nothing held it up; the rates differ"
    default: return "\(length): \(cause.rawValue)"
    }
  }
}

extension Duration {
  /// In milliseconds with as many decimals as it needs.
  var milliseconds: String { MetricValue.time(self).description }
}
