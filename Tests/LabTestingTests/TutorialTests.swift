import Foundation
import LabTesting
import Testing

@Suite struct `The tutorial` {
  private let page: String
  private let folder = URL(filePath: #filePath).deletingLastPathComponent()

  init() throws {
    page = try String(
      contentsOf: folder.appending(path: "../../Sources/LabTesting/LabTesting.docc/PinAStutter.md"),
      encoding: .utf8)
  }

  @Test func `shows code that is built and run`() throws {
    var code = ""
    for file in ["Spinner.swift", "SpinnerTests.swift"] {
      code += try String(contentsOf: folder.appending(path: "Tutorial/\(file)"), encoding: .utf8)
    }
    let blocks = blocks(of: "swift")
    #expect(blocks.count >= 4)
    for block in blocks { #expect(code.contains(indented(block, like: code)), "\(block)") }
  }

  @Test func `shows what the stuttering class makes a test say`() throws {
    let failures = reports {
      Laboratory.test(display: .hertz(60)) { lab in
        let ticks = lab.timer("spinner", every: .nanoseconds(16_666_666), first: .milliseconds(8))
        let spinner = HastySpinner(ticks: ticks)
        ticks.animationTime = { .seconds(spinner.turns) }
        lab.load("network", at: .milliseconds(304), takes: .milliseconds(30))
        lab.scroll(at: .milliseconds(600), for: .milliseconds(250))
        spinner.begin()
        lab.advance(to: .seconds(2))
        lab.expect(ticks).neverFiresTwiceInARefresh()
      }
    }
    let shown = blocks(of: "text")
    #expect(shown.count == 1)
    #expect(failures == shown)
  }

  /// The fenced blocks of a language, without their fences.
  private func blocks(of language: String) -> [String] {
    page.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
  }

  /// A block moved to the right until it fits the code, if it does.
  private func indented(_ block: String, like code: String) -> String {
    let lines = block.components(separatedBy: "\n")
    let candidates = [0, 2, 4].map { margin in
      lines.map { $0.isEmpty ? "" : String(repeating: " ", count: margin) + $0 }
        .joined(separator: "\n")
    }
    return candidates.first { code.contains($0) } ?? block
  }
}
