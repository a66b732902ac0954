import Foundation
import LabKernel
import Testing
import XCTest

/// Reports what failed to whichever framework runs the test.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
package enum IssueReporter {
  /// Takes all reports instead of a framework, where a test of this package sets it.
  @TaskLocal package static var sink: (@Sendable (Report) -> Void)?

  /// What is reported, and where.
  package struct Report: Hashable, Sendable {
    package let text: String
    package let isWarning: Bool
    package let fileID: String
    package let line: Int
    /// What is left beside it.
    package var files: [AttachedFile] = []
  }

  /// Reports to Swift Testing inside one of its tests, else to XCTest; where neither knows a test
  /// that runs on this thread, to Swift Testing, which then fails the run without naming a test.
  ///
  /// Files are attached to the test, which `swift test --attachments-path` and Xcode keep.
  package static func report(_ text: String, at place: Place, leaving files: [AttachedFile] = []) {
    if isTakenBySink(text, at: place, leaving: files) { return }
    if Test.current == nil, isTakenByXCTest(text, at: place, leaving: files) { return }
    Issue.record(Comment(rawValue: text), sourceLocation: place.sourceLocation)
    for file in files {
      Attachment.record(file.text, named: file.name, sourceLocation: place.sourceLocation)
    }
  }

  /// Reports what does not fail a test: as a warning to Swift Testing, else as a line of text,
  /// since XCTest has no warnings.
  static func warn(_ text: String, at place: Place) {
    if isTakenBySink(text, at: place, isWarning: true) { return }
    guard Test.current != nil else {
      print("\(place.filePath):\(place.line): warning: \(text)")
      return
    }
    Issue.record(
      Comment(rawValue: text), severity: .warning, sourceLocation: place.sourceLocation)
  }

  /// Performs the body of a test, and counts the issues that it records by means of its own.
  ///
  /// - Parameters:
  ///   - isRerun: Whether it repeats another run; its issues then neither fail the test nor are
  ///     printed.
  ///   - body: The body.
  /// - Returns: How many there were.
  /// - Throws: What the body throws.
  static func counting<Thrown: Error>(
    isRerun: Bool, _ body: () throws(Thrown) -> Void
  ) throws(Thrown) -> Int {
    guard isRerun else { return try counting(asKnown: false, body) }
    var result: Result<Int, Thrown> = .success(0)
    silently { () -> Void in
      result = Result { () throws(Thrown) in try counting(asKnown: true, body) }
    }
    return try result.get()
  }

  private static func counting<Thrown: Error>(
    asKnown isKnown: Bool, _ body: () throws(Thrown) -> Void
  ) throws(Thrown) -> Int {
    let count = Counter(0)
    var result: Result<Void, Thrown> = .success(())
    withKnownIssue("a repeated run of a ‘Laboratory.test’", isIntermittent: true) {
      do throws(Thrown) {
        try body()
      } catch {
        result = .failure(error)
      }
    } matching: { _ in
      count.add(1)
      return isKnown
    }
    try result.get()
    return count.value
  }

  private static func isTakenBySink(
    _ text: String, at place: Place, isWarning: Bool = false, leaving files: [AttachedFile] = []
  ) -> Bool {
    guard let sink else { return false }
    sink(
      Report(
        text: text, isWarning: isWarning, fileID: "\(place.fileID)", line: Int(place.line),
        files: files))
    return true
  }

  /// Reports to XCTest, which takes nothing outside its tests and does not say so.
  private static func isTakenByXCTest(
    _ text: String, at place: Place, leaving files: [AttachedFile]
  ) -> Bool {
    let witness = Witness()
    XCTestObservationCenter.shared.addTestObserver(witness)
    defer { XCTestObservationCenter.shared.removeTestObserver(witness) }
    XCTFail(text, file: place.filePath, line: place.line)
    #if canImport(Darwin)
      for file in files {
        let attachment = XCTAttachment(
          uniformTypeIdentifier: file.name.hasSuffix(".svg") ? "public.svg-image" : "public.text",
          name: file.name, payload: Data(file.text.utf8), userInfo: nil)
        attachment.lifetime = .keepAlways
        witness.testCase?.add(attachment)
      }
    #endif
    return witness.hasSeenFailure
  }

  /// Sees whether a failure arrived at a test.
  private final class Witness: NSObject, XCTestObservation {
    private(set) var hasSeenFailure = false

    #if canImport(Darwin)
      private(set) var testCase: XCTestCase?

      func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
        hasSeenFailure = true
        self.testCase = testCase
      }
    #else
      func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String,
        inFile filePath: String?,
        atLine lineNumber: Int
      ) {
        hasSeenFailure = true
      }
    #endif
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Place {
  fileprivate var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension IssueReporter {
  /// Performs an action whose issues Swift Testing does not print.
  ///
  /// The framework has that for the length of a test alone, and as `async` code; the action is run
  /// by it on this thread, before this function returns.
  static func silently(_ action: () -> Void) {
    guard let test = Test.current else { return action() }
    withoutActuallyEscaping(action) { action in
      let executor = InlineExecutor(action)
      let testCase = Test.Case.current
      Task(executorPreference: executor) {
        try? await IssueHandlingTrait.filterIssues { _ in false }
          .provideScope(for: test, testCase: testCase) { executor.act() }
      }
      executor.drain()
    }
  }

  /// Runs the jobs of a task where it is told to, and an action in one of them.
  // Unchecked, since one thread at a time uses it.
  private final class InlineExecutor: TaskExecutor, @unchecked Sendable {
    private var jobs: [UnownedJob] = []
    private var action: (() -> Void)?

    init(_ action: @escaping () -> Void) { self.action = action }

    func act() {
      action?()
      action = nil
    }

    func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

    /// Runs all jobs; if the framework waited for another thread, the action is performed aloud.
    func drain() {
      while !jobs.isEmpty {
        unsafe jobs.removeFirst().runSynchronously(on: asUnownedTaskExecutor())
      }
      act()
    }
  }
}

/// Collects failures, and reports them at once or holds them back.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
final class IssueCollector {
  private(set) var failures: [Failure] = []
  /// What does not fail a test, and where it is reported.
  private(set) var warnings: [(text: String, place: Place)] = []
  private let holdsBack: Bool
  let place: Place

  /// Creates a collector; a failure without a place of its own is reported at the given one.
  init(holdsBack: Bool, at place: Place) {
    self.holdsBack = holdsBack
    self.place = place
  }

  func take(_ failure: Failure) {
    failures.append(failure)
    if !holdsBack { report(failure.text, of: failure) }
  }

  /// Takes what does not fail a test, once.
  func warn(_ text: String, at place: Place) {
    guard !warnings.contains(where: { $0.text == text }) else { return }
    warnings.append((text, place))
    if !holdsBack { IssueReporter.warn(text, at: place) }
  }

  /// Reports a failure in words of the caller's, and leaves files beside it.
  func report(_ text: String, of failure: Failure, leaving files: [AttachedFile] = []) {
    IssueReporter.report(text, at: failure.place ?? place, leaving: failure.files + files)
  }
}
