import Foundation
import TestSupport
import Testing

@Suite struct `The core of the lab` {
  /// On Linux a program that links these libraries alone does not link the library of mathematics.
  @Test func `calls no mathematics library`() throws {
    let sources = Checkout.root.appending(path: "Sources")
    let calls = [
      ".rounded(", ".squareRoot(", ".round(", ".formSquareRoot(", "truncatingRemainder(",
    ]
    for module in ["LabKernel", "LabTrace", "LabLoop", "LabDisplay"] {
      let folder = sources.appending(path: module)
      let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      for path in paths where path.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        for call in calls { #expect(!text.contains(call), "\(module)/\(path): \(call)") }
      }
    }
  }
}
