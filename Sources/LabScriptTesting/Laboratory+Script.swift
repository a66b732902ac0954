import LabExperiment
public import LabKernel
public import LabTesting
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
