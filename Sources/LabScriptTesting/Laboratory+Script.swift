import LabExperiment
public import LabKernel
import LabMetrics
import LabPictures
import LabProof
import LabReport
import LabResults
public import LabTesting
import LabTrace
import LabWorkload

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// Runs code in the scene of a script.
  ///
  ///     Laboratory.test(script: "feed.lab", arm: "timer") { lab in
  ///       let spinner = Spinner(ticks: lab.ticker("ball"))
  ///       spinner.begin()
  ///       lab.advanceToEnd()
  ///       lab.expect("ball", \.dropped <= 2)
  ///     }
  ///
  /// The laboratory has the display, the loads and the gestures of the script, and the drivers of
  /// an arm. Code that starts a driver, by ``Laboratory/ticker(_:)``, is called by it, and its cost
  /// in the script comes on top; a driver that is not started does what it does in
  /// `runlooplab run`. A script with sweeps has the first value of each. The rest is as in
  /// `Laboratory.test`.
  ///
  /// - Parameters:
  ///   - path: The script; a relative path counts from the folder of the test.
  ///   - arm: The arm whose drivers there are; with `nil` the code makes its own.
  ///   - seeds: The seeds of the runs; `nil` stands for the script's own.
  ///   - fileID: Where a failure is reported.
  ///   - filePath: The same.
  ///   - line: The same.
  ///   - column: The same.
  ///   - body: Lets the code run, and expects.
  /// - Throws: What the body throws. A script that cannot be read is a failure.
  public static func test<Thrown: Error>(
    script path: String, arm: String? = nil, seeds: ClosedRange<UInt64>? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, body: (Laboratory) throws(Thrown) -> Void
  ) throws(Thrown) {
    try test(
      seeds: seeds, arm: arm, at: Place(fileID, filePath, line, column),
      reading: { try TestScript(path, beside: "\(filePath)") }, body: body)
  }

  /// Runs code beside the tasks of a recorded trace, such as `LabRecorder` writes.
  ///
  ///     Laboratory.test(recording: "scrolling.json") { lab in
  ///       let spinner = Spinner(ticks: lab.link("spinner", in: .common))
  ///       spinner.begin()
  ///       lab.advanceToEnd()
  ///       lab.expect("spinner", \.dropped <= 2)
  ///     }
  ///
  /// The load `app` has the tasks of the main thread, each of which arrives when it was enqueued,
  /// if the trace says so, else when it began. Recorded runs of the loop in other modes are
  /// gestures; the recorded drivers are left out. The display has the vsyncs of the trace, else 60
  /// Hz, or the rate that is given.
  ///
  /// - Parameters:
  ///   - path: The trace, in any format that `runlooplab try` reads; a relative path counts from
  ///     the folder of the test.
  ///   - rate: A rate of the display instead of the recorded vsyncs.
  ///   - fileID: Where a failure is reported.
  ///   - filePath: The same.
  ///   - line: The same.
  ///   - column: The same.
  ///   - body: Lets the code run, and expects.
  /// - Throws: What the body throws. A trace that cannot be read is a failure.
  public static func test<Thrown: Error>(
    recording path: String, display rate: RefreshRate? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    body: (Laboratory) throws(Thrown) -> Void
  ) throws(Thrown) {
    try test(
      seeds: nil, arm: nil, at: Place(fileID, filePath, line, column),
      reading: { try TestScript(recording: path, at: rate, beside: "\(filePath)") }, body: body)
  }

  private static func test<Thrown: Error>(
    seeds: ClosedRange<UInt64>?, arm: String?, at place: Place,
    reading read: () throws -> TestScript,
    body: (Laboratory) throws(Thrown) -> Void
  ) throws(Thrown) {
    let script: TestScript
    do {
      script = try read()
      _ = try script.scenario(arm: arm, seed: script.plan.seed)
    } catch {
      return IssueReporter.report("\(error)", at: place)
    }
    try test(
      seeds: seeds ?? script.plan.seed...script.plan.seed, repeats: true, at: place,
      setting: { script.setting(arm: arm, seed: $0) }, pictures: { $0.pictures(beside: $1) },
      body: body)
  }

  /// Runs an experiment, and reports each of its expectations that fails, with the reasons.
  ///
  ///     @Test func `the feed does not stutter`() { Laboratory.test(script: "feed.lab") }
  ///
  /// Its numbers are those of `runlooplab run`. The first failure leaves the page of the
  /// experiment; `swift test --attachments-path DIR` keeps it.
  ///
  /// - Parameters:
  ///   - path: The script; a relative path counts from the folder of the test.
  ///   - fileID: Where a failure is reported.
  ///   - filePath: The same.
  ///   - line: The same.
  ///   - column: The same.
  public static func test(
    script path: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let place = Place(fileID, filePath, line, column)
    do {
      for failure in try TestScript(path, beside: "\(filePath)").failures() {
        IssueReporter.report(failure.text, at: place, leaving: failure.files)
      }
    } catch {
      IssueReporter.report("\(error)", at: place)
    }
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// Decides what a script asks to be proven, and reports each statement that does not hold in all
  /// cases, with the smallest one.
  ///
  ///     @Test func `the spinner never jumps`() { Laboratory.prove(script: "spinner.lab") }
  ///
  /// It is about the drivers of the script, and not about code: code is run, and may do what it
  /// likes. The answers are those of `runlooplab prove`; one that is undecided is a failure as
  /// well.
  ///
  /// - Parameters:
  ///   - path: The script; a relative path counts from the folder of the test.
  ///   - fileID: Where a failure is reported.
  ///   - filePath: The same.
  ///   - line: The same.
  ///   - column: The same.
  public static func prove(
    script path: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let place = Place(fileID, filePath, line, column)
    do {
      let script = try TestScript(path, beside: "\(filePath)")
      guard script.plan.experiment.questionCount > 0 else {
        throw TestScript.Mismatch(
          description: "‘\(script.path)’ asks nothing by ‘prove’ or ‘worst’")
      }
      for index in script.plan.indices where script.plan.performs(index) {
        for proposition in script.plan.propositions(at: index) {
          let answer = try ProofAnswer(proposition, about: index, in: script.plan)
          if answer.outcome != .proven {
            IssueReporter.report(answer.report, at: place)
          }
        }
      }
    } catch {
      IssueReporter.report("\(error)", at: place)
    }
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension ProofAnswer {
  /// The answer, and the case as a timeline and as a script.
  fileprivate var report: String {
    [text(width: 100), timeline.map { "\($0)" }, script?.text].compactMap(\.self)
      .joined(separator: "\n\n")
  }
}

/// What shows a failing run at a glance.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Evidence {
  /// The worst moment of the run as it was, and the page of the script among the files that it
  /// leaves.
  func pictures(beside files: [AttachedFile]) -> [AttachedFile] {
    [("svg", lanes), ("html", page(of: files))].compactMap { ending, text in
      text.map { AttachedFile("\(stem).\(ending)", $0) }
    }
  }

  /// What the thread did about the worst moment, and what the screen made of it.
  private var lanes: String? {
    let drivers = DrawnDriver.all(of: "test", at: 0, trace, measurement)
    guard !drivers.isEmpty, let stretch = Stretch.around(moment ?? .start, of: measurement) else {
      return nil
    }
    let origin = PictureOrigin(
      title: headline, fingerprints: [trace.fingerprint],
      command: "runlooplab show \(stem).lab --as lanes")
    return SVGWriter(.file, origin: origin).text(of: Lanes.picture(of: drivers, in: stretch))
  }

  private func page(of files: [AttachedFile]) -> String? {
    guard let script = files.first(where: { $0.name.hasSuffix(".lab") }) else { return nil }
    let experiment = try? Experiment(path: script.name) { name in
      Array((files.first { $0.name == name }?.text ?? "").utf8)
    }
    guard let plan = try? experiment?.plan(),
      let result = try? ExperimentResult(name: stem, performing: plan, jobs: 1)
    else { return nil }
    return try? Page(result, why: nil).text
  }
}
