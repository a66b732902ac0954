import LabKernel
import LabMetrics
import LabTrace
import LabWorkload

/// What a test expects of the tasks of one load or input; see
/// ``Laboratory/input(_:at:takes:shownThrough:)``.
///
/// An expectation with nothing to check, because no task arrived for example, fails.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public struct TaskExpectation {
  private let lab: Laboratory
  private let name: String
  private let place: Place
  private let measurement: RunMeasurement
  /// Its tasks; a shrunk load may be several.
  private let tasks: [(load: String, row: TaskRow)]

  init(_ lab: Laboratory, _ name: String, _ place: Place) {
    (self.lab, self.name, self.place) = (lab, name, place)
    let measurement = lab.taskMeasurement
    self.measurement = measurement
    tasks = measurement.loads.map(\.name).filter { lab.ownName(of: $0) == name }
      .flatMap { load in measurement.taskRows(of: load).map { (load, $0) } }
    lab.hasExpected = true
  }

  /// Every task begins within a limit after it arrived.
  public func begins(within limit: Duration) { check(.wait, limit, "begin", "began") }

  /// Every task has ended within a limit after it arrived.
  public func responds(within limit: Duration) { check(.response, limit, "end", "ended") }

  /// What every task did is displayed within a limit after it arrived.
  public func isShown(within limit: Duration) { check(.shown, limit, "be shown", "was shown") }

  /// Fails unless a quantity of every task is at most a limit; a task that is open at the end of
  /// the run fails as soon as it has taken longer.
  private func check(_ quantity: TaskQuantity, _ limit: Duration, _ verb: String, _ past: String) {
    let script = "\(name).\(quantity.rawValue)_max <= \(limit.scriptText)"
    guard !tasks.isEmpty else {
      let isKnown = lab.loads.contains { $0.name == name }
      return fail(
        isKnown
          ? "no task of ‘\(name)’ arrived, so nothing can be expected of it\(lab.advice)"
          : "there is no load or input ‘\(name)’", script: isKnown ? script : nil)
    }
    guard quantity != .shown || lab.loads.contains(where: { $0.name == name && $0.driver != nil })
    else {
      return fail("nothing shows ‘\(name)’: name a timer or link as ‘shownThrough’", script: nil)
    }
    let end = lab.now
    func length(_ row: TaskRow) -> Duration { row[quantity] ?? row.arrival.duration(to: end) }
    guard let worst = tasks.max(by: { length($0.row) < length($1.row) }) else { return }
    let (row, most) = (worst.row, length(worst.row))
    guard most > limit else {
      if tasks.allSatisfy({ $0.row[quantity] == nil }) {
        fail("no task of ‘\(name)’ \(past) before \(end)", script: script)
      }
      return
    }
    let beyond = tasks.count { length($0.row) > limit }
    let causes = measurement.causes(ofWait: row, in: worst.load)
    fail(
      "‘\(name)’ took \(most.milliseconds) ms to \(verb); \(limit.milliseconds) ms are allowed",
      ["worst: \(parts(of: row))"] + causes.lines
        + (tasks.count > 1 ? ["beyond it: \(beyond) of \(tasks.count) tasks"] : []),
      at: row.arrival, script: script, value: most,
      culprit: lab.ownCulprit(causes.first), column: "\(quantity.rawValue)_max_ms")
  }

  /// The instants of a task, in words.
  private func parts(of row: TaskRow) -> String {
    var words = ["arrived at \(row.arrival)"]
    if let wait = row[.wait] { words.append("waited \(wait.milliseconds) ms") }
    if let work = row[.work] { words.append("worked \(work.milliseconds) ms") }
    if let presentation = row[.presentation] {
      words.append("was shown \(presentation.milliseconds) ms later")
    }
    return words.joined(separator: ", ")
  }

  private func fail(
    _ headline: String, _ details: [String] = [], at instant: Instant? = nil, script: String?,
    value: Duration? = nil, culprit: Blame? = nil, column: String = ""
  ) {
    var failure = Failure(
      headline, details: details.map { "  \($0)" }, at: place, script: script, culprit: culprit,
      measured: value.map { Failure.Measured(driver: name, column: column, value: .time($0)) },
      isOfTiming: instant != nil)
    if lab.substitute == nil, let instant, let picture = lab.picture(around: instant) {
      failure.details += ["", picture.description]
    }
    lab.desk.take(failure)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// What is measured of the run so far with its tasks.
  fileprivate var taskMeasurement: RunMeasurement {
    var trace = trace
    trace.header.loads = (substitute ?? loads).outlines
    return RunMeasurement(trace)
  }

  /// Who is to blame, by the name that the test gave, without a time.
  fileprivate func ownCulprit(_ blame: Blame?) -> Blame? {
    blame.map { Blame(cause: $0.cause, owner: ownName(of: $0.owner), serial: nil, time: .zero) }
  }
}
