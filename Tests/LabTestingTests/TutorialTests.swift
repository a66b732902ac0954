import Foundation
import LabTesting
import Testing

@Suite struct `The tutorial` {
  private let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private let page: String

  init() throws {
    page = try Self.page("Sources/LabTesting/LabTesting.docc/PinAStutter.md", folder)
  }

  private static func page(_ path: String, _ folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: "../../\(path)"), encoding: .utf8)
  }

  /// The programs that a package outside builds and runs, each the example of an article.
  static let programs = [
    ("LabKernel", "KernelClient"), ("LabLoop", "LoopClient"), ("LabDisplay", "DisplayClient"),
    ("LabTicks", "TicksClient"),
  ]

  @Test(arguments: ["README.md", "Sources/LabTesting/LabTesting.docc/LabTesting.md"])
  func `begins with an example that is built and run`(path: String) throws {
    let code = try ["Ball", "Pulse"].map { name in
      try String(
        contentsOf: folder.appending(path: "Tutorial/\(name)Tests.swift"), encoding: .utf8)
    }
    let manifest = try String(
      contentsOf: folder.appending(path: "Fixtures/Outside/Package.swift"), encoding: .utf8
    ).replacing("../../../..", with: "../RunLoopLab")
    let examples = blocks(of: "swift", in: try Self.page(path, folder))
    #expect(!examples.isEmpty)
    for block in examples {
      let isShown = (code + [manifest]).contains { $0.contains(indented(block, like: $0)) }
      #expect(isShown, "\(block)")
    }
  }

  @Test(arguments: programs)
  func `of a library is a program of a package outside`(library: String, program: String) throws {
    let code = try String(
      contentsOf: folder.appending(path: "Fixtures/Outside/Sources/\(program)/main.swift"),
      encoding: .utf8)
    let page = try Self.page("Sources/\(library)/\(library).docc/\(library).md", folder)
    let example = try #require(blocks(of: "swift", in: page).first)
    #expect(code.contains(example))
  }

  @Test func `shows code that is built and run`() throws {
    var code = ""
    for file in ["Tutorial/Spinner.swift", "Tutorial/SpinnerTests.swift", "TutorialTests.swift"] {
      code += try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }
    let blocks = blocks(of: "swift", in: page)
    #expect(blocks.count >= 4)
    for block in blocks { #expect(code.contains(indented(block, like: code)), "\(block)") }
  }

  @Test func `shows what the stuttering class makes a test say`() throws {
    let failures = reports {
      Laboratory.test(display: .hertz(60)) { lab in
        let ticks = lab.timer("spinner", every: .nanoseconds(16_666_666))
        let spinner = HastySpinner(ticks: ticks)
        ticks.animationTime = { .seconds(spinner.turns) }
        lab.load("network", at: .milliseconds(310), takes: .milliseconds(30))
        lab.scroll(at: .milliseconds(610), for: .milliseconds(250))
        spinner.begin()
        lab.advance(to: .seconds(2))
        lab.expect(ticks, \.doubleFires == 0)
      }
    }
    let shown = blocks(of: "text", in: page)
    #expect(shown.count == 1)
    #expect(failures == shown)
  }

  @Test func `shows what a link that drops frames makes a test say`() throws {
    let failures = reports {
      Laboratory.test(display: .hertz(60)) { lab in
        let pulse = Pulse(
          links: lab.displayLinks("pulse", options: LinkOptions(takes: .milliseconds(2))))
        lab.load("parse", every: .milliseconds(700), takes: .milliseconds(40))
        lab.advance(to: .seconds(2))
        lab.expect("pulse", \.dropped <= 2)
        #expect(pulse.size > 1)
      }
    }
    let article = try Self.page("Sources/LabTesting/LabTesting.docc/LabTesting.md", folder)
    #expect(failures == blocks(of: "text", in: article))
  }

  /// The fenced blocks of a language on a page, without their fences.
  private func blocks(of language: String, in page: String) -> [String] {
    page.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
  }

  /// A block moved to the right until it fits the code, if it does.
  private func indented(_ block: String, like code: String) -> String {
    let lines = block.components(separatedBy: "\n")
    let candidates = [0, 2, 4, 6].map { margin in
      lines.map { $0.isEmpty ? "" : String(repeating: " ", count: margin) + $0 }
        .joined(separator: "\n")
    }
    return candidates.first { code.contains($0) } ?? block
  }
}
