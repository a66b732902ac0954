public import LabDisplay
public import LabKernel
package import LabMetrics
package import LabTrace
package import LabWorkload

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// Runs a test in a laboratory, and says what failed.
  ///
  /// The body runs twice with each seed, and both runs must do the same at the same instants: if
  /// they do not, the code under test is not deterministic, and the first event in which they
  /// differ is named. Expectations of the second run are not reported again.
  ///
  /// After the first seed that fails, the body runs again with changes, 40 times at most: with a
  /// link instead of a timer, with tasks in chunks or on another thread, with two of these at once.
  /// The report says with which of them each expectation that failed holds. Then the tasks of all
  /// loads are made fewer, shorter and rounder, and gestures fewer, for as long as the first one
  /// fails, and what is left is reported as a script for `runlooplab`.
  ///
  /// The first failure leaves files: that script with its recordings, and the run as a timeline in
  /// text. `swift test --attachments-path DIR` keeps them, and Xcode shows them; a test that passes
  /// leaves nothing. A test of LabScriptTesting leaves its worst moment as SVG and a page, too;
  /// `runlooplab show SCRIPT --html` makes that page of any of these scripts.
  ///
  /// The body sets up the laboratory, lets time pass, and expects. What it expects by other means,
  /// such as `#expect`, counts in its first run alone. A body without a single `lab.expect` or
  /// `lab[…]` is reported as a warning, which does not fail the test. The draws of all loads derive
  /// from one of the seeds after the other. With `repeats` false the body runs once with each.
  ///
  /// - Throws: What the body throws.
  public static func test<Thrown: Error>(
    display rate: RefreshRate = .hertz(60), seeds: ClosedRange<UInt64> = 1...1,
    repeats: Bool = true, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, body: (Laboratory) throws(Thrown) -> Void
  ) throws(Thrown) {
    try test(
      panel: Panel(rate: rate), seeds: seeds, repeats: repeats, fileID: fileID,
      filePath: filePath, line: line, column: column, body: body)
  }

  /// Runs a test in a laboratory with any display; see
  /// ``test(display:seeds:repeats:fileID:filePath:line:column:body:)``.
  public static func test<Thrown: Error>(
    panel: Panel, seeds: ClosedRange<UInt64> = 1...1, repeats: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, body: (Laboratory) throws(Thrown) -> Void
  ) throws(Thrown) {
    try test(
      seeds: seeds, repeats: repeats, at: Place(fileID, filePath, line, column),
      setting: { _ in Scenario(panel: panel, duration: .zero) }, body: body)
  }

  /// Runs a test in laboratories that begin with a scenario, which may depend on the seed.
  package static func test<Thrown: Error>(
    seeds: ClosedRange<UInt64>, repeats: Bool, at place: Place,
    setting: @escaping (UInt64) -> Scenario,
    pictures: ((Evidence, [AttachedFile]) -> [AttachedFile])? = nil,
    body: (Laboratory) throws(Thrown) -> Void
  ) throws(Thrown) {
    try withoutActuallyEscaping(body) { body throws(Thrown) in
      let runner = TestBodyRunner(
        setting: setting, place: place, seeds: seeds, pictures: pictures, body: body)
      for seed in seeds where try runner.test(seed, repeats: repeats) { return }
    }
  }
}

/// Runs the body of a test: once, once more to compare, and as often as shrinking needs.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct TestBodyRunner<Thrown: Error> {
  /// With what the laboratory of a seed begins.
  let setting: (UInt64) -> Scenario
  let place: Place
  let seeds: ClosedRange<UInt64>
  /// Draws what a failure leaves; `nil` without the library that can.
  var pictures: ((Evidence, [AttachedFile]) -> [AttachedFile])?
  let body: (Laboratory) throws(Thrown) -> Void

  /// Tests one seed and reports what failed.
  ///
  /// - Returns: Whether anything did.
  func test(_ seed: UInt64, repeats: Bool) throws(Thrown) -> Bool {
    let lab = laboratory(seed)
    defer { lab.close() }
    let others: Int
    do throws(Thrown) {
      others = try perform(in: lab, isRerun: false)
    } catch {
      report(lab.desk.failures, in: lab)
      throw error
    }
    let hasExpected = lab.hasExpected
    LaboratoryExpectation(lab: lab, place: place).satisfiesConservation()
    var failures = lab.desk.failures
    var smallest: LabScript?
    if repeats, !failures.isEmpty {
      addRemedies(to: &failures, in: lab)
      smallest = minimalScript(of: lab)
      if let smallest {
        failures[0].details += [
          "", "Minimal failing script (made smaller than the test):\n\n" + smallest.text,
        ]
      }
    } else if repeats, others == 0, let difference = difference(from: lab) {
      failures = [difference]
    }
    report(failures, in: lab, smallest, seed: seeds.count > 1 ? seed : nil)
    if failures.isEmpty, !hasExpected {
      lab.desk.warn(
        "nothing is expected of this laboratory: its body has no ‘lab.expect(…)’ and no ‘lab[…]’",
        at: place)
    }
    if seed == seeds.lowerBound {
      for warning in lab.desk.warnings { IssueReporter.warn(warning.text, at: warning.place) }
    }
    return !failures.isEmpty
  }

  /// Runs the body once more, and tells what came out otherwise; `nil` if nothing did.
  private func difference(from lab: Laboratory) -> Failure? {
    let headline = "the code under test is not deterministic: two runs of this test differ"
    guard let again = perform(seed: lab.seed) else {
      return Failure(headline, details: ["  the second run threw an error, the first did not"])
    }
    let traces = [lab, again].map { $0.stage.recorder.trace }
    if let divergence = Trace.divergence(traces[0], traces[1]) {
      return Failure(headline, details: divergence.lines("first run", "second run"))
    }
    return again.desk.failures.first.map {
      Failure(headline, details: ["  the second run alone failed:", $0.text])
    }
  }

  /// Reports what failed, and beside the first of it what the run leaves.
  private func report(
    _ failures: [Failure], in lab: Laboratory, _ smallest: LabScript? = nil, seed: UInt64? = nil
  ) {
    for (number, var failure) in failures.enumerated() {
      var files: [AttachedFile] = []
      if number == 0 {
        let evidence = Evidence(lab, failure, smallest: smallest)
        files = evidence.files
        files += pictures?(evidence, files) ?? []
      }
      if let seed { failure.details.insert("  seed: \(seed)", at: 0) }
      lab.desk.report(failure.text, of: failure, leaving: files)
    }
  }

  private func laboratory(_ seed: UInt64) -> Laboratory {
    Laboratory(setting(seed), seed: seed, desk: IssueCollector(holdsBack: true, at: place))
  }

  /// Runs the body, with other loads than its own if there are any, its drivers changed, and
  /// without some gestures, by their numbers.
  ///
  /// - Returns: The laboratory, or `nil` if the body threw.
  func perform(
    seed: UInt64, loads: [Load]? = nil, changing changes: [DriverChange] = [],
    leavingOut gestures: Set<Int> = []
  ) -> Laboratory? {
    let lab = laboratory(seed)
    defer { lab.close() }
    lab.substitute = loads
    lab.driverChanges = changes
    lab.omittedGestures = gestures
    do throws(Thrown) {
      _ = try perform(in: lab, isRerun: true)
    } catch {
      return nil
    }
    return lab
  }

  /// Runs the body inside a laboratory, where the tasks that it begins run as well.
  ///
  /// - Returns: How often it failed by other means than those of the laboratory.
  private func perform(in lab: Laboratory, isRerun: Bool) throws(Thrown) -> Int {
    defer { lab.clock.report() }
    lab.place(setting(lab.seed))
    return try IssueReporter.counting(isRerun: isRerun) { () throws(Thrown) in
      try lab.clock.noticingRealTimers { () throws(Thrown) in
        try lab.clock.taker.whileCurrent { () throws(Thrown) in try body(lab) }
      }
    }
  }

  /// Says of each expectation that failed what would make it hold, every answer once.
  private func addRemedies(to failures: inout [Failure], in lab: Laboratory) {
    var remedies = Remedies(in: lab.scenario, seed: lab.seed) { loads, changes in
      perform(seed: lab.seed, loads: loads, changing: changes)
        .map { Remedies.Rerun(failures: $0.desk.failures, trace: $0.trace) }
    }
    var answers: Set<String> = []
    for index in failures.indices where failures[index].isOfTiming {
      guard let answer = remedies.text(for: failures[index]), answers.insert(answer).inserted
      else { continue }
      failures[index].details += ["", answer]
    }
  }

  /// Shrinks the loads of a laboratory whose first expectation failed.
  ///
  /// - Returns: A script that fails in the same way; `nil` if there is no load, or none of its
  ///   tasks can be taken away from the rest.
  func minimalScript(of lab: Laboratory) -> LabScript? {
    guard let failure = lab.desk.failures.first, !lab.loads.isEmpty else { return nil }
    var last: Laboratory?
    var shrinker = Shrinker(gestures: lab.gestures.count) { candidate in
      let again = perform(
        seed: lab.seed, loads: candidate.tasks.loads, leavingOut: candidate.leftOut)
      guard let again,
        again.desk.failures.contains(where: { $0.isSame(as: failure) })
      else { return false }
      last = again
      return true
    }
    guard shrinker.shrink(ArrivedTask.all(in: lab)) != nil, let last,
      let same = last.desk.failures.first(where: { $0.isSame(as: failure) })
    else { return nil }
    return LabScript(last, same)
  }
}

/// What a failing run leaves: a script with its recordings, and the run as a timeline.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
package struct Evidence {
  /// How many refreshes the timeline has at most.
  private static let mostRefreshes = 600

  private let lab: Laboratory
  private let failure: Failure
  private let script: LabScript

  /// Gathers what there is of a run.
  ///
  /// - Parameters:
  ///   - lab: The run.
  ///   - failure: The expectation that failed first.
  ///   - smallest: The smallest script that fails in the same way; `nil` for the run as it was.
  init(_ lab: Laboratory, _ failure: Failure, smallest: LabScript?) {
    self.lab = lab
    self.failure = failure
    script = smallest ?? LabScript(lab, failure)
  }

  /// What the files are called, without an extension: the place of what failed.
  package var stem: String { (failure.place ?? lab.desk.place).stem }

  /// What failed, in a line.
  package var headline: String { failure.headline }

  /// What happened.
  package var trace: Trace { lab.trace }

  /// The same, measured.
  package var measurement: RunMeasurement { lab.measurement }

  /// When it was worst; `nil` if no moment stands out.
  package var moment: Instant? { failure.moment }

  /// The files, named by the place of what failed.
  package var files: [AttachedFile] {
    let script = script.withRecordings(named: stem)
    return [AttachedFile("\(stem).lab", script.text + "\n")]
      + script.recordings.map { AttachedFile($0.name, $0.text) }
      + [timeline.map { AttachedFile("\(stem).txt", $0) }].compactMap(\.self)
  }

  /// The refresh in which it was worst.
  private var worst: Int {
    guard let moment = failure.moment else { return 0 }
    return lab.measurement.refreshes(from: moment, for: .nanoseconds(1)).lowerBound
  }

  /// The whole run; of a long one what lies about its worst moment.
  private var timeline: String? {
    let first = max(0, min(worst, lab.measurement.refreshCount) - Self.mostRefreshes / 2)
    guard let timeline = lab.timeline(refreshes: first..<first + Self.mostRefreshes) else {
      return nil
    }
    return "\(failure.headline)\n\n\(timeline.text(width: 100))\n"
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Place {
  /// The file without its folders and its extension, and the line: `BallTests-12`.
  fileprivate var stem: String {
    let file = "\(fileID)".split(separator: "/").last ?? "test"
    return "\(file.split(separator: ".").first ?? file)-\(line)"
  }
}
