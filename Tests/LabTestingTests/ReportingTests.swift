import LabTesting
import Testing
import XCTest

#if os(Linux)
  /// A laboratory in XCTest; here a test runs inside of another one, so that it may fail.
  final class ReportingTests: XCTestCase {
    func testReportsToXCTest() {
      let inner = Inner(name: "which is meant to fail") { _ in
        let lab = Laboratory()
        lab.expect("ball", \.fires == 0)
      }
      inner.run()
      XCTAssertEqual(inner.testRun?.failureCount, 1)
    }

    func testPassesInXCTest() {
      Laboratory.test { lab in
        let ball = lab.link("ball") { _ in }
        lab.advance(to: .seconds(1))
        lab.expect(ball, \.fires == 61)
      }
    }

    private final class Inner: XCTestCase {}
  }
#endif

@Suite struct `A report` {
  @Test func `names the line of the test`() {
    withKnownIssue {
      Laboratory().expect("ball", \.fires == 0)
    } matching: { issue in
      issue.sourceLocation?.line == #line - 2
        && issue.sourceLocation?.fileID == "LabTestingTests/ReportingTests.swift"
    }
  }
}
