public import LabDisplay
public import LabKernel
import LabTrace
import LabWorkload

extension Laboratory {
  /// Runs a test in a laboratory, and says what failed.
  ///
  /// The body runs twice with each seed, and both runs must do the same at the same instants: if they
  /// do not, the code under test is not deterministic, and the first event in which they differ is
  /// named. Expectations of the second run are not reported again.
  ///
  /// After the first seed that fails, the tasks of all loads are made fewer, shorter and rounder for as
  /// long as the same expectation fails. What is left is reported as a script for `runlooplab`.
  ///
  /// The body sets up the laboratory, lets time pass, and expects. The draws of all loads derive from
  /// one of the seeds after the other. With `repeats` false it runs once.
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
    let place = Place(fileID, filePath, line, column)
    try withoutActuallyEscaping(body) { body throws(Thrown) in
      let rehearsal = Rehearsal(panel: panel, body: body)
      for seed in seeds where try rehearsal.test(seed, at: place, repeats: repeats) { return }
    }
  }
}

/// Runs the body of a test, as often as it takes.
struct Rehearsal<Thrown: Error> {
  let panel: Panel
  let body: (Laboratory) throws(Thrown) -> Void

  /// Tests one seed and reports what failed.
  ///
  /// - Returns: Whether anything did.
  func test(_ seed: UInt64, at place: Place, repeats: Bool) throws(Thrown) -> Bool {
    let lab = Laboratory(panel: panel, seed: seed, desk: ReportDesk(holdsBack: true))
    do throws(Thrown) {
      try body(lab)
    } catch {
      report(lab.desk.failures, at: place)
      throw error
    }
    LaboratoryExpectation(lab: lab, place: place).conservesEverything()
    var failures = lab.desk.failures
    var script: String?
    if !failures.isEmpty {
      script = minimalScript(of: lab)
    } else if repeats, let again = perform(seed: seed),
      let divergence = Trace.divergence(lab.stage.recorder.trace, again.stage.recorder.trace)
    {
      failures = [
        Failure(
          "the code under test is not deterministic: two runs of this test differ",
          details: divergence.lines("first run", "second run"), at: place)
      ]
    }
    report(failures, seed: lab.loads.isEmpty ? nil : seed, at: place, script: script)
    return !failures.isEmpty
  }

  private func report(
    _ failures: [Failure], seed: UInt64? = nil, at place: Place, script: String? = nil
  ) {
    for (index, var failure) in failures.enumerated() {
      if let seed { failure.details.insert("  seed: \(seed)", at: 0) }
      var text = failure.text
      if index == 0, let script { text += "\n\nThe least that fails in this way:\n\n\(script)" }
      IssueReporter.report(text, at: failure.place ?? place)
    }
  }

  /// Runs the body, with other loads than its own if there are any.
  ///
  /// - Returns: The laboratory, or `nil` if the body threw.
  func perform(seed: UInt64, loads: [Load]? = nil) -> Laboratory? {
    let lab = Laboratory(panel: panel, seed: seed, desk: ReportDesk(holdsBack: true))
    lab.substitute = loads
    do throws(Thrown) {
      try body(lab)
    } catch {
      return nil
    }
    return lab
  }

  /// Shrinks the loads of a laboratory whose first expectation failed.
  ///
  /// - Returns: A script that fails in the same way; `nil` if there is no load, or none of its tasks
  ///   can be taken away from the rest.
  func minimalScript(of lab: Laboratory) -> String? {
    guard let failure = lab.desk.failures.first, !lab.loads.isEmpty else { return nil }
    var last: Laboratory?
    var shrinker = Shrinker { tasks in
      guard let again = perform(seed: lab.seed, loads: tasks.loads),
        again.desk.failures.contains(where: { $0.isSame(as: failure) })
      else { return false }
      last = again
      return true
    }
    guard shrinker.shrink(ArrivedTask.all(in: lab)) != nil, let last,
      let same = last.desk.failures.first(where: { $0.isSame(as: failure) })
    else { return nil }
    return LabScript(last, same).text
  }
}
