import Foundation
import Testing

/// What a page shows in Swift is built and run.
@Suite struct `An example of a page` {
  /// The lines of a text without what they are indented by.
  private static func lines(_ text: some StringProtocol) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.drop { $0 == " " }) }.joined(separator: "\n")
  }

  private static let built = SourceTree.all.filter { $0.path.hasPrefix("Tests/") }
    .map { lines($0.text) }

  static let examples = SourceTree.pages.flatMap { page in
    page.text.components(separatedBy: "```swift\n").dropFirst().map { block in
      (page: page.path, code: lines(block.components(separatedBy: "```")[0]))
    }
  }

  @Test(arguments: examples)
  func `is part of a program that is built`(page: String, code: String) {
    #expect(Self.built.contains { $0.contains(code) }, "\(page): \(code)")
  }

  @Test func `is found`() { #expect(Self.examples.count > 10) }
}
