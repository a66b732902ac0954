import Foundation
import Testing
import XCTest

/// Reports what failed to whichever framework runs the test.
enum IssueReporter {
  /// Reports to Swift Testing inside one of its tests, else to XCTest; where neither knows a test that
  /// runs on this thread, to Swift Testing, which then fails the run without naming a test.
  static func report(_ text: String, at place: Place) {
    if Test.current == nil, isTakenByXCTest(text, at: place) { return }
    Issue.record(
      Comment(rawValue: text),
      sourceLocation: SourceLocation(
        fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line),
        column: Int(place.column)))
  }

  /// Reports to XCTest, which takes nothing outside its tests and does not say so.
  private static func isTakenByXCTest(_ text: String, at place: Place) -> Bool {
    let witness = Witness()
    XCTestObservationCenter.shared.addTestObserver(witness)
    defer { XCTestObservationCenter.shared.removeTestObserver(witness) }
    XCTFail(text, file: place.filePath, line: place.line)
    return witness.hasSeenFailure
  }

  /// Sees whether a failure arrived at a test.
  private final class Witness: NSObject, XCTestObservation {
    private(set) var hasSeenFailure = false

    #if canImport(Darwin)
      func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) { hasSeenFailure = true }
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
