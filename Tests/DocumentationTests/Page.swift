import Foundation
import TestSupport
import Testing

/// A page of the documentation, of which some parts are generated.
struct Page {
  let url: URL
  let text: String

  init(_ path: String) throws {
    url = Checkout.root.appendingPathComponent(path)
    text = try String(contentsOf: url, encoding: .utf8)
  }

  /// The fenced blocks of a language, in order, without their fences.
  func blocks(of language: String) -> [String] {
    var blocks: [String] = []
    var open: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = open {
        if line == "```" {
          blocks.append(lines.joined(separator: "\n"))
          open = nil
        } else {
          open = lines + [line]
        }
      } else if line == "```\(language)" {
        open = []
      }
    }
    return blocks
  }

  /// Expects the page to be what is generated; with `LAB_RECORD=1` rewrites it and fails.
  static func expect(_ path: String, toBe generated: String) throws {
    if Checkout.isRecorded {
      let url = Checkout.root.appendingPathComponent(path)
      try generated.write(to: url, atomically: true, encoding: .utf8)
      Issue.record("\(path) was rewritten; review the difference and run again without LAB_RECORD")
    }
    #expect(try Page(path).text == generated)
  }

  /// Makes a page that the repository does not hold: `.ci/docs` asks for it with `LAB_PAGES`.
  static func make(_ path: String, _ text: String) throws {
    #expect(text.hasPrefix("# "))
    guard ProcessInfo.processInfo.environment["LAB_PAGES"] != nil else { return }
    try text.write(
      to: Checkout.root.appendingPathComponent(path), atomically: true, encoding: .utf8)
  }
}
