import LabKernel
import LabMetrics
import LabTrace
import LabWorkload

/// What is measured of the tasks of one load or input, in the run so far; see
/// ``Laboratory/input(_:at:takes:shownThrough:)``.
///
/// A task that has not ended counts for the longest alone, with the time that it has taken so far.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public struct TaskValues {
  /// The statistics of how long something about the tasks took, of which each is a number.
  public struct Statistics {
    let statistic: (String, KeyPath<Distribution, Duration>) -> Measured<Duration>

    /// The mean.
    public var mean: Measured<Duration> { statistic("mean", \.mean) }
    /// The median.
    public var p50: Measured<Duration> { statistic("p50", \.p50) }
    /// The 98th percentile, an observed value.
    public var p98: Measured<Duration> { statistic("p98", \.p98) }
    /// The largest.
    public var max: Measured<Duration> { statistic("max", \.max) }
  }

  /// A task, and the load that brought it: a shrunk load may be several.
  typealias Task = (load: String, row: TaskRow)

  let lab: Laboratory
  let name: String
  let measurement: RunMeasurement
  let tasks: [Task]

  init(_ lab: Laboratory, _ name: String) {
    (self.lab, self.name) = (lab, name)
    var trace = lab.trace
    trace.header.loads = (lab.substitute ?? lab.loads).outlines
    let measurement = RunMeasurement(trace)
    self.measurement = measurement
    tasks = measurement.loads.map(\.name).filter { lab.ownName(of: $0) == name }
      .flatMap { load in measurement.taskRows(of: load).map { (load, $0) } }
    lab.hasExpected = true
  }

  /// From the arrival of a task to its beginning.
  public var wait: Statistics { statistics(.wait) }
  /// From the beginning of a task to its end.
  public var work: Statistics { statistics(.work) }
  /// From the arrival of a task to its end.
  public var response: Statistics { statistics(.response) }
  /// From the end of a task to the display of the frame that shows what it did.
  public var presentation: Statistics { statistics(.presentation) }
  /// From the arrival of a task to that display.
  public var shown: Statistics { statistics(.shown) }

  /// The task of which a quantity is the longest, also if it is not over, and how long it is.
  func worst(_ quantity: TaskQuantity) -> (task: Task, time: Duration)? {
    let times = tasks.compactMap { task in
      task.row.least(quantity, until: lab.now).map { (task: task, time: $0) }
    }
    return times.max { $0.time < $1.time }
  }

  private func statistics(_ quantity: TaskQuantity) -> Statistics {
    Statistics { suffix, path in
      let absence = absence(of: quantity)
      let known = tasks.compactMap { $0.row[quantity]?.wholeNanoseconds }
      let value = suffix == "max" ? worst(quantity)?.time : Distribution(known)?[keyPath: path]
      return Measured(
        value: absence == nil ? value : nil, name: "\(quantity.rawValue)_\(suffix)", unit: " ms",
        absence: absence, metricValue: MetricValue.time)
    }
  }

  /// Why nothing can be said of a quantity; `nil` if something can.
  private func absence(of quantity: TaskQuantity) -> Absence? {
    let load = lab.loads.first { $0.name == name }
    guard !tasks.isEmpty else {
      return Absence(
        load != nil
          ? "no task of ‘\(name)’ arrived, so nothing can be expected of it\(lab.advice)"
          : "there is no load or input ‘\(name)’")
    }
    if quantity == .shown || quantity == .presentation, load?.driver == nil {
      return Absence("nothing shows ‘\(name)’: name a timer or link as ‘shownThrough’")
    }
    return tasks.allSatisfy { $0.row[quantity] == nil }
      ? Absence("no task of ‘\(name)’ \(quantity.happened) before \(lab.now)") : nil
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension TaskQuantity {
  /// How long it was, as the end of a sentence.
  fileprivate func words(_ time: Duration) -> String {
    switch self {
    case .wait: "took \(time.scriptText) to begin"
    case .work: "took \(time.scriptText) from its beginning to its end"
    case .response: "took \(time.scriptText) to end"
    case .presentation: "took \(time.scriptText) from its end to the display"
    case .shown: "took \(time.scriptText) to be shown"
    }
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// What is measured of the tasks that answer the user.
  public subscript(input: Input) -> TaskValues { TaskValues(self, input.name) }

  /// What is measured of the tasks of a load or an input that is known by its name.
  public subscript(tasks name: String) -> TaskValues { TaskValues(self, name) }

  /// Expects that a claim holds of the tasks that answer the user.
  public func expect(
    _ input: Input, _ claim: Claim<TaskValues>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    check(claim, of: self[input], at: Place(fileID, filePath, line, column))
  }

  /// Expects that a claim holds of the tasks of a load or an input that is known by its name.
  public func expect(
    tasks name: String, _ claim: Claim<TaskValues>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    check(claim, of: self[tasks: name], at: Place(fileID, filePath, line, column))
  }

  private func check(_ claim: Claim<TaskValues>, of values: TaskValues, at place: Place) {
    var judgment = claim.judge(values)
    let quantity = TaskQuantity(rawValue: String(judgment.metric.prefix { $0 != "_" })) ?? .wait
    let worst = values.worst(quantity)
    if let absence = judgment.absence {
      // What is not over fails as soon as it has taken too long.
      guard judgment.metric.hasSuffix("_max"), judgment.relation.isUpperLimit, let worst,
        !judgment.isMet(by: worst.time)
      else {
        return desk.take(
          Failure(absence.reason, at: place, script: "\(values.name).\(judgment.script)"))
      }
      judgment.value = .time(worst.time)
      judgment.text = worst.time.scriptText
      judgment.holds = false
    }
    guard !judgment.holds, let worst else { return }
    let (row, name) = (worst.task.row, values.name)
    let causes = values.measurement.causes(ofWait: row, in: worst.task.load)
    let beyond = values.tasks.count { task in
      task.row.least(quantity, until: now).map { !judgment.isMet(by: $0) } ?? false
    }
    let details =
      ["worst: \(row.parts)"] + causes.lines
      + (values.tasks.count > 1 ? ["beyond it: \(beyond) of \(values.tasks.count) tasks"] : [])
    var failure = Failure(
      judgment.firstSentence("‘\(name)’ \(quantity.words(worst.time))"),
      details: details.map { "  \($0)" }, at: place, script: "\(name).\(judgment.script)",
      culprit: causes.first.map {
        Blame(cause: $0.cause, owner: ownName(of: $0.owner), serial: nil, time: .zero)
      },
      measured: judgment.value.map {
        Failure.Measured(driver: name, column: "\(judgment.metric)_ms", value: $0)
      }, isOfTiming: true)
    if substitute == nil {
      let question = TaskQuestion(judgment.metric, of: worst.task.load)
      let headline = question.flatMap {
        Headline(values.measurement, Headline.Question(about: .tasks($0), besideFailure: true))
      }
      if let headline { failure.details.append("  \(headline.text)") }
      if let picture = picture(around: row.arrival) {
        failure.details += ["", picture.description]
      }
    }
    desk.take(failure)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension TaskRow {
  /// The instants of a task, in words.
  fileprivate var parts: String {
    var words = ["arrived at \(arrival)"]
    if let wait = self[.wait] { words.append("waited \(wait.milliseconds) ms") }
    if let work = self[.work] { words.append("worked \(work.milliseconds) ms") }
    if let presentation = self[.presentation] {
      words.append("was shown \(presentation.milliseconds) ms later")
    }
    return words.joined(separator: ", ")
  }
}
