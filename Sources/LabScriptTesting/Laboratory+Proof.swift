import LabExperiment
import LabKernel
import LabMetrics
import LabProof
public import LabTesting

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
